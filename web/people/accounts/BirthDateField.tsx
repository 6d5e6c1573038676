import { useId } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { TextField } from '#web/ui/TextField.tsx'

export interface BirthDate {
  year: string
  month: string
  day: string
}

export const noDate: BirthDate = { year: '', month: '', day: '' }

/** 1999-12-31, or undefined while it is no day of the calendar. */
export function dayOf({ year, month, day }: BirthDate): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  // The calendar would turn February 30 into March 1.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : undefined
}

/** Three figures beat a calendar: nobody wants to page back for thirty years. */
export function BirthDateField({
  value,
  onChange,
  error,
  hint,
}: {
  value: BirthDate
  onChange: (value: BirthDate) => void
  error?: string | undefined
  hint?: string
}) {
  const { t } = useTranslation()
  const id = useId()
  const field = (part: keyof BirthDate, length: number) => (
    <TextField
      id={`${id}-${part}`}
      label={t(`age.${part}`)}
      hideLabel
      placeholder={t(`age.${part}`)}
      inputMode="numeric"
      autoComplete={`bday-${part}`}
      maxLength={length}
      required
      value={value[part]}
      onChange={(event) => onChange({ ...value, [part]: event.target.value.replace(/\D/g, '') })}
    />
  )
  return (
    <fieldset className="grid gap-1.5" aria-describedby={error || hint ? `${id}-note` : undefined} data-invalid={error ? '' : undefined}>
      <legend className="mb-1.5 text-14 font-semibold">{t('age.birthDate')}</legend>
      <div className="grid grid-cols-[1.4fr_1fr_1fr] gap-2">
        {field('year', 4)}
        {field('month', 2)}
        {field('day', 2)}
      </div>
      {(error || hint) && (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={error ? 'text-13 text-onair' : 'text-13 text-muted'}>
          {error ?? hint}
        </p>
      )}
    </fieldset>
  )
}

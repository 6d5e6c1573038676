import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { lazy } from '#web/ui/network.ts'
import { TextField } from '#web/ui/TextField.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

const Calendar = lazy(() => import('#web/ui/moments/Calendar.tsx'))

export type MomentPickerProps = {
  label: string
  /** 2026-11-21T21:30 in the reader's zone; empty: what `none` says. */
  value: string
  onChange: (value: string) => void
  /** Moments that need no calendar; the first is none at all where `value` is empty. */
  presets: readonly { value: string; label: ReactNode; note?: ReactNode }[]
  /** 2026-11-21 there. */
  today: string
  /** The hour for a day that is chosen first. */
  hour?: string
  error?: string | undefined
  /** Where none at all is what most people mean: calendar and clock come when somebody asks for another moment, by this word. */
  other?: string | undefined
}

/** When: a few moments that are often meant, and beside them any other by calendar and clock. */
export function MomentPicker({ label, value, onChange, presets, today, hour = '21:00', error, other }: MomentPickerProps) {
  const id = useId()
  const words = useUiWords()
  const [day = '', time = ''] = value.split('T')
  const [held, setHeld] = useState(hour)
  const isPreset = presets.some((preset) => preset.value === value)
  const [isOther, setOther] = useState(!isPreset)
  const showsAll = other === undefined || isOther
  const options = other === undefined ? presets : [...presets, { value: 'other', label: other, note: undefined }]
  return (
    <div className="grid gap-x-6 gap-y-4 md:grid-cols-[200px_minmax(0,1fr)]">
      <RadioGroup
        aria-label={label}
        value={other !== undefined && isOther ? 'other' : isPreset ? value : null}
        onValueChange={(next) => {
          setOther(next === 'other')
          if (next !== 'other') onChange(next as string)
        }}
        className="grid content-start gap-2 max-md:grid-cols-2"
      >
        {options.map((preset) => (
          <label
            key={preset.value}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 text-15 transition-colors hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-link has-data-checked:bg-primary-wash has-data-checked:ring-2 has-data-checked:ring-primary has-data-checked:ring-inset"
          >
            <Radio.Root
              value={preset.value}
              aria-labelledby={`${id}-${preset.value}`}
              className="size-5 flex-none rounded-full ring-[1.5px] ring-line-strong outline-none ring-inset data-checked:ring-[6px] data-checked:ring-primary"
            />
            <span id={`${id}-${preset.value}`} className="num min-w-0">
              <span className="block font-semibold first-letter:uppercase">{preset.label}</span>
              {preset.note && <span className="block text-13 text-muted">{preset.note}</span>}
            </span>
          </label>
        ))}
      </RadioGroup>
      <div className={showsAll ? 'min-w-0' : 'hidden'}>
        <Suspense fallback={<div className="h-[340px] rounded-control bg-skeleton" />}>
          <Calendar day={day} first={today} today={today} label={label} onChange={(chosen) => onChange(`${chosen}T${time || held}`)} />
        </Suspense>
        <TextField
          className="mt-3"
          type="time"
          label={words('clock')}
          value={time || held}
          error={error}
          onChange={(event) => {
            setHeld(event.target.value || held)
            if (day !== '' && event.target.value !== '') onChange(`${day}T${event.target.value}`)
          }}
        />
      </div>
    </div>
  )
}

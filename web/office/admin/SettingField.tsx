import { type Locale, localeNames } from '#contract/locales.ts'
import { languageOf } from '#web/ui/language.ts'
import { useTranslation } from '#web/app/say.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { exact } from '#web/app/amounts.ts'
import { useBoot, useNow, useSettings } from '#web/app/session.tsx'
import { MenusField } from '#web/office/admin/MenusField.tsx'
import type { SettingRow } from '#web/office/admin/queries.ts'
import { isCountries, isMoney, isSame, type MenuItem, typed, valueOf } from '#web/office/admin/setting-values.ts'
import { countries, named } from '#web/people/profiles/countries.ts'
import { useIsHydrated } from '#web/ui/hydrated.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { MultiPick } from '#web/ui/MultiPick.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { NumberField } from '#web/ui/NumberField.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Select } from '#web/ui/Select.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

type SettingFieldProps = {
  row: SettingRow
  value: unknown
  /** Edited here and not saved yet. */
  isChanged: boolean
  error: string | undefined
  onChange: (value: unknown) => void
}

/** One setting in the form that its kind asks for, with what it means and whether it still is as it came. */
export function SettingField({ row, value, isChanged, error, onChange }: SettingFieldProps) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const { locale } = useBoot()
  const { locale: speech } = useSpeech()
  const { currency } = useSettings()
  const now = useNow()
  const isHydrated = useIsHydrated()
  const label = known(`office.setting.${row.key}`) ?? row.key
  const hint = known(`office.setting.${row.key}.hint`)
  const isOwn = !isSame(row.value, row.fallback)
  const aside = isChanged ? (
    <span className="text-text">{t('office.settings.edited')}</span>
  ) : row.changedAt && isOwn ? (
    <span className="text-muted">
      {t('office.settings.changedAt')}
      <RelativeTime at={row.changedAt} now={now} />
    </span>
  ) : undefined
  const back =
    isOwn || isChanged
      ? !isSame(value, typed(row, row.fallback)) && (
          <button
            type="button"
            className="touch relative mt-1.5 text-13 text-link hover:underline"
            onClick={() => onChange(typed(row, row.fallback))}
          >
            {t('office.settings.back')}
          </button>
        )
      : null
  const facts = { label, hint, error, aside }
  const isShort = row.kind === 'integer' || row.kind === 'decimal' || row.kind === 'choice'
  return (
    <div data-changed={isChanged || undefined} className={isShort ? undefined : 'md:col-span-2'}>
      {field()}
      {back}
    </div>
  )

  /** As people write it: money with its currency, the rest with commas. */
  function figure(value: number) {
    return isMoney(row.key) ? writeMoney(value, currency, speech) : writeNumber(value, speech)
  }

  /** What saving it does, while it is changed. */
  function effect() {
    const next = valueOf(row, value)
    if (!isChanged || typeof next !== 'number') return undefined
    const left = (percent: number) => writeNumber(exact(100 - percent), speech)
    return known(`office.effect.${row.key}`, { from: left(Number(row.value)), to: left(next) })
  }

  function field() {
    const option = (each: string) => known(`office.option.${row.key}.${each}`) ?? localeNames[each as Locale] ?? each
    if (row.kind === 'flag') {
      return (
        <>
          <Switch
            label={
              <>
                {label} {isChanged && <span className="text-13 text-muted">· {t('office.settings.edited')}</span>}
              </>
            }
            hint={hint}
            checked={value === true}
            onChange={onChange}
          />
          {error && (
            <p role="alert" tabIndex={-1} data-error={row.key} className="text-13 text-onair">
              {error}
            </p>
          )}
        </>
      )
    }
    if (row.kind === 'integer' || row.kind === 'decimal') {
      const bounds =
        row.minimum !== undefined && row.maximum !== undefined
          ? t('office.settings.bounds', { minimum: figure(row.minimum), maximum: figure(row.maximum) })
          : undefined
      return (
        <NumberField
          {...facts}
          hint={[effect() ?? hint, bounds].filter(Boolean).join(languageOf(locale).space)}
          digits={row.kind === 'integer' ? 'numeric' : 'decimal'}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    }
    if (row.kind === 'choice') {
      return (
        <Select
          {...facts}
          className="max-w-sm"
          value={String(value)}
          onChange={onChange}
          options={(row.options ?? []).map((each) => ({ value: each, label: option(each) }))}
        />
      )
    }
    if (row.kind === 'menus') return <MenusField {...facts} items={value as MenuItem[]} onChange={onChange} />
    if (row.kind === 'list' && isCountries(row)) {
      return (
        <MultiPick
          {...facts}
          placeholder={t('office.settings.countries')}
          nothing={t('office.settings.nothing')}
          options={isHydrated ? named(countries, 'region', locale) : []}
          value={value as string[]}
          onChange={onChange}
        />
      )
    }
    if (row.kind === 'list' && row.options) {
      const chosen = value as string[]
      return (
        <fieldset>
          <legend className="text-14 font-semibold">{label}</legend>
          {row.options.map((each) => (
            <Checkbox
              key={each}
              label={option(each)}
              checked={chosen.includes(each)}
              onChange={(on) => onChange(row.options?.filter((one) => (one === each ? on : chosen.includes(one))))}
            />
          ))}
          {error && (
            <p role="alert" tabIndex={-1} data-error={row.key} className="text-13 text-onair">
              {error}
            </p>
          )}
        </fieldset>
      )
    }
    if (row.kind === 'html' || row.kind === 'list') {
      return (
        <TextArea
          {...facts}
          hint={[hint, row.kind === 'list' ? t('office.settings.oneALine') : undefined].filter(Boolean).join(' ')}
          rows={row.kind === 'list' ? 4 : 6}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )
    }
    return (
      <TextField
        {...facts}
        type={row.kind === 'email' ? 'email' : 'text'}
        inputMode={row.kind === 'link' ? 'url' : undefined}
        autoComplete="off"
        maxLength={row.maximum}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  }
}

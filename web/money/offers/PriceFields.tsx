import type { RegisterOptions } from 'react-hook-form'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { boundsOf, leastOf, type PriceDraft, type PriceField, priceFields, savingIn, wrongPrice } from '#web/money/offers/prices.ts'
import { NumberField, type NumberFieldProps } from '#web/ui/NumberField.tsx'

type PriceFieldsProps = {
  /** As they stand in the form now. */
  draft: PriceDraft
  /** The form's fields by name. */
  typed: (field: PriceField, rules: RegisterOptions<PriceDraft, PriceField>) => Partial<NumberFieldProps>
  /** What this form asks of a price before what every price is asked. */
  wrong: (field: PriceField, draft: PriceDraft) => string | undefined
}

/** A price for each length, with what it saves or within which bounds it must be. */
export function PriceFields({ draft: now, typed, wrong }: PriceFieldsProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const settings = useSettings()
  const site = { minimum: settings.minimumSubscriptionPrice, maximum: settings.maximumSubscriptionPrice }
  const sign = money(0).replace(/[\d.,\s]/g, '')
  const bounds = (field: PriceField) => {
    const { minimum, maximum } = boundsOf(field, site)
    return { minimum: money(minimum), maximum: money(maximum) }
  }
  const hint = (field: PriceField) => {
    const saving = field === 'monthlyPrice' ? undefined : savingIn(now, field)
    return saving !== undefined && saving > 0 ? t('subscribe.saves', { percent: saving }) : t('offers.bounds', bounds(field))
  }
  const judge = (field: PriceField, draft: PriceDraft): true | string => {
    const own = wrong(field, draft)
    const code = wrongPrice(draft, field, site)
    if (own !== undefined || code === undefined) return own ?? true
    return code === 'order' ? t('offers.wrong.order', { least: money(leastOf(draft, field)) }) : t(`offers.wrong.${code}`, bounds(field))
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {priceFields.map((field, place) => (
        <NumberField
          key={field}
          label={t(`offers.${field}`)}
          before={sign}
          required={field === 'monthlyPrice'}
          maxLength={10}
          hint={hint(field)}
          // A longer time is held against the shorter ones.
          {...typed(field, { validate: (_typed, draft) => judge(field, draft), deps: priceFields.slice(place + 1) })}
        />
      ))}
    </div>
  )
}

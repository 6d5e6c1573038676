import { useTranslation } from 'react-i18next'
import { useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { boundsOf, leastOf, type PriceDraft, type PriceField, priceFields, savingIn } from '#web/money/offers/prices.ts'
import { NumberField } from '#web/ui/NumberField.tsx'

type PriceFieldsProps = {
  draft: PriceDraft
  wrong: Partial<Record<PriceField, string>>
  onChange: (field: PriceField, typed: string) => void
}

/** A price for each length, with what it saves or within which bounds it must be. */
export function PriceFields({ draft, wrong, onChange }: PriceFieldsProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { minimumSubscriptionPrice, maximumSubscriptionPrice } = useSettings()
  const sign = money(0).replace(/[\d.,\s]/g, '')
  const hint = (field: PriceField) => {
    const saving = field === 'monthlyPrice' ? undefined : savingIn(draft, field)
    if (saving !== undefined && saving > 0) return t('subscribe.saves', { percent: saving })
    const { minimum, maximum } = boundsOf(field, minimumSubscriptionPrice, maximumSubscriptionPrice)
    return t('offers.bounds', { minimum: money(minimum), maximum: money(maximum) })
  }
  const told = (field: PriceField) => {
    const code = wrong[field]
    if (code === 'order') return t('offers.wrong.order', { least: money(leastOf(draft, field)) })
    if (code !== 'price' && code !== 'bounds') return code
    const { minimum, maximum } = boundsOf(field, minimumSubscriptionPrice, maximumSubscriptionPrice)
    return t(`offers.wrong.${code}`, { minimum: money(minimum), maximum: money(maximum) })
  }
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {priceFields.map((field) => (
        <NumberField
          key={field}
          label={t(`offers.${field}`)}
          before={sign}
          required={field === 'monthlyPrice'}
          maxLength={10}
          hint={hint(field)}
          error={told(field)}
          value={draft[field]}
          onChange={(event) => onChange(field, event.target.value)}
        />
      ))}
    </div>
  )
}

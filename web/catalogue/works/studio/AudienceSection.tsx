import { useTranslation } from '#web/app/say.ts'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { useSettings } from '#web/app/session.tsx'
import { priceOf } from '#web/app/typed-amount.ts'
import type { Terms } from '#web/catalogue/works/studio/terms.ts'
import { exact } from '#web/app/amounts.ts'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { NumberField } from '#web/ui/NumberField.tsx'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { FormSection } from '#web/ui/FormCard.tsx'
import { Segmented } from '#web/ui/Segmented.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const audiences = ['free', 'followers', 'subscription', 'ppv'] as const satisfies readonly Feed['isSale'][]

type AudienceSectionProps = {
  draft: Pick<Terms, 'isSale' | 'price' | 'isForFront'>
  onChange: (part: Partial<Pick<Terms, 'isSale' | 'price' | 'isForFront'>>) => void
  errors: { price?: string }
  /** Percent that the site keeps of this creator's sales. */
  commission: number
  /** The most that may be asked now that somebody bought it. */
  priceCap?: number | undefined
  /** The work that is edited: whether visitors see it as it stands. */
  before?: Pick<Feed, 'isForFront' | 'isFitForAll'> | undefined
}

/** Who may see it, and for a single sale what it costs and what of that arrives. */
export function AudienceSection({ draft, onChange, errors, commission, priceCap, before }: AudienceSectionProps) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { minimumItemPrice, maximumItemPrice, currency, tokenConversionRate } = useSettings()
  const price = priceOf(draft.price)
  const net = Number.isNaN(price) ? 0 : exact(price - exact((price * commission) / 100))
  return (
    <FormSection title={t('composer.audience')}>
      <div className="grid gap-3">
        <div>
          <Segmented
            label={t('composer.audience')}
            width="wide"
            options={audiences.map((value) => ({ value, label: t(`composer.audience.${value}`) }))}
            value={draft.isSale}
            onChange={(isSale) => onChange({ isSale })}
          />
        </div>
        {draft.isSale === 'ppv' && (
          <NumberField
            hideLabel
            label={t('composer.price')}
            unit={t('studio.tokens')}
            placeholder={t('composer.price.example')}
            value={draft.price}
            error={errors.price}
            onChange={(event) => onChange({ price: event.target.value })}
          />
        )}
      </div>
      <p aria-live="polite" className="num mt-3 text-13 text-muted">
        {draft.isSale !== 'ppv'
          ? t(`composer.audience.${draft.isSale}.note`)
          : Number.isNaN(price) || price <= 0
            ? t('composer.priceBounds', { minimum: writeNumber(minimumItemPrice, locale), maximum: writeNumber(maximumItemPrice, locale) })
            : t('composer.youGet', { net: writeMoney(exact(net * tokenConversionRate), currency, locale), percent: commission })}
      </p>
      {draft.isSale === 'free' && (
        <div className="mt-2">
          <Checkbox
            label={t('composer.front')}
            hint={t(draft.isForFront && before?.isForFront && before.isFitForAll ? 'composer.front.open' : 'composer.front.hint')}
            checked={draft.isForFront}
            onChange={(isForFront) => onChange({ isForFront })}
          />
        </div>
      )}
      {draft.isSale === 'ppv' && (
        <p className="num mt-1 text-13 text-muted">
          {priceCap === undefined ? t('composer.soldRule') : t('composer.priceCap', { price: writeNumber(priceCap, locale) })}
        </p>
      )}
    </FormSection>
  )
}

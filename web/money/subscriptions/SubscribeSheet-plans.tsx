import { useTranslation } from '#web/app/say.ts'
import type { PaidType, Promotion, Tier } from '#contract/money/offers.ts'
import { exact, useAmounts } from '#web/app/amounts.ts'
import { useSettings } from '#web/app/session.tsx'
import { lowered, months, paidPlansOf, type Plan, type Prices, priceOf, promotionFor, savingOf } from '#web/money/offers/offer.ts'
import { RadioCards } from '#web/ui/RadioCards.tsx'

type PlanCardsProps = {
  prices: Prices
  tier?: Tier | undefined
  /** Present when a trial may be begun. */
  freeTrialDays?: number | undefined
  promotions?: readonly Promotion[]
  /** A promotion's period does not renew. */
  isOnce?: boolean
  /** Under other cards: then it says what is chosen here. */
  showLabel?: boolean
  plan: Plan
  onChange: (plan: Plan) => void
}

/** The lengths, each with what it costs and saves; a promotion's price beside the full one, and what comes after it. */
export function PlanCards({
  prices,
  tier,
  freeTrialDays,
  promotions = [],
  isOnce = false,
  showLabel = false,
  plan,
  onChange,
}: PlanCardsProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { currency } = useSettings()
  const paid = (each: PaidType) => {
    const price = priceOf(prices, each)
    const promotion = promotionFor(promotions, each, tier)
    const saving = savingOf(prices, each)
    const gain = promotion
      ? t('subscribe.promotion', { percent: promotion.percentOff })
      : saving > 0 && t('subscribe.saves', { percent: saving })
    return {
      value: each,
      label: t(`subscribe.${each}`),
      ...(gain && { gain }),
      amount: promotion ? (
        <Lowered full={money(price)} now={money(lowered(price, promotion, currency))} />
      ) : (
        t(`subscribe.per.${each}`, { amount: money(price) })
      ),
      ...(promotion
        ? {
            amountNote: isOnce
              ? t('subscribe.once')
              : t('subscribe.afterwards', { amount: t(`subscribe.per.${each}`, { amount: money(price) }) }),
          }
        : months[each] > 1 && { amountNote: t('subscribe.average', { amount: money(exact(price / months[each])) }) }),
    }
  }
  const trial = {
    value: 'free' as const,
    label: t('subscribe.trial', { count: freeTrialDays ?? 0 }),
    amount: money(0),
    amountNote: t('subscribe.trialThen', { amount: money(prices.monthlyPrice) }),
  }
  return (
    <RadioCards<Plan>
      label={t('subscribe.plans')}
      showLabel={showLabel}
      value={plan}
      onChange={onChange}
      cards={[...paidPlansOf(prices).map(paid), ...(freeTrialDays ? [trial] : [])]}
    />
  )
}

function Lowered({ full, now }: { full: string; now: string }) {
  const { t } = useTranslation()
  return (
    <>
      <s className="me-2 font-normal text-muted">
        <span className="sr-only">{t('subscribe.insteadOf')} </span>
        {full}
      </s>
      {now}
    </>
  )
}

import { useTranslation } from 'react-i18next'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { exact, useAmounts } from '#web/money/payments/amounts.ts'
import type { Plan } from '#web/money/subscriptions/SubscribeSheet-subscribing.ts'
import { RadioCards } from '#web/ui/RadioCards.tsx'

type Terms = Pick<PerformerProfile, 'monthlyPrice' | 'yearlyPrice' | 'freeTrialDays' | 'name'>

export function plansOf({ yearlyPrice, freeTrialDays }: Terms): Plan[] {
  return ['monthly', ...(yearlyPrice ? (['yearly'] as const) : []), ...(freeTrialDays ? (['free'] as const) : [])]
}

/** The ways to subscribe, each with what it costs; the year with what it saves against twelve months. */
export function PlanCards({ profile, plan, onChange }: { profile: Terms; plan: Plan; onChange: (plan: Plan) => void }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { monthlyPrice, yearlyPrice = 0, freeTrialDays = 0 } = profile
  const saved = exact(monthlyPrice * 12 - yearlyPrice)
  const cards = {
    free: {
      value: 'free' as const,
      label: t('subscribe.trial', { count: freeTrialDays }),
      amount: money(0),
      amountNote: t('subscribe.trialThen', { amount: money(monthlyPrice) }),
    },
    monthly: { value: 'monthly' as const, label: t('subscribe.monthly'), amount: t('subscribe.perMonth', { amount: money(monthlyPrice) }) },
    yearly: {
      value: 'yearly' as const,
      label: t('subscribe.yearly'),
      ...(saved > 0 && { gain: t('unlock.saved', { amount: money(saved) }) }),
      amount: t('subscribe.perYear', { amount: money(yearlyPrice) }),
      amountNote: t('subscribe.average', { amount: money(exact(yearlyPrice / 12)) }),
    },
  }
  return <RadioCards label={t('subscribe.plans')} value={plan} onChange={onChange} cards={plansOf(profile).map((each) => cards[each])} />
}

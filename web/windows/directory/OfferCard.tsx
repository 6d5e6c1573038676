import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useMe } from '#web/app/session.tsx'
import { useAmounts } from '#web/money/payments/amounts.ts'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import type { Plan } from '#web/money/subscriptions/SubscribeSheet-subscribing.ts'
import { Button } from '#web/ui/Button.tsx'

type OfferCardProps = { profile: PerformerProfile; plan: Plan; onPlan: (plan: Plan) => void; onSubscribe: () => void }

/** What a subscription costs and brings. On a phone its button stays in reach in the sticky bar instead. */
export function OfferCard({ profile, plan, onPlan, onSubscribe }: OfferCardProps) {
  const { t } = useTranslation()
  const me = useMe()
  const label = useSubscribeLabel(profile, plan)
  if (profile.isSubscribed)
    return (
      <div className="grid gap-3">
        <h2 className="text-16">{t('profile.youSubscribe', { name: profile.name })}</h2>
        <p className="text-14 text-muted">{t('profile.youSubscribeLead')}</p>
        <Button rank="second" to="/subscriptions">
          {t('profile.manage')}
        </Button>
      </div>
    )
  return (
    <div className="grid gap-4">
      <h2 className="text-16">{t('subscribe.title', { name: profile.name })}</h2>
      <PlanCards profile={profile} plan={plan} onChange={onPlan} />
      {me?.isPerformer ? (
        <p className="text-14 text-muted">{t('subscribe.notForCreators')}</p>
      ) : (
        <Button size="wide" className="max-md:hidden" onClick={onSubscribe}>
          {label}
        </Button>
      )}
      <ul className="grid gap-2 text-14 text-muted">
        {[t('subscribe.gets'), t('subscribe.getsNew'), t('subscribe.cancelNote')].map((line) => (
          <li key={line} className="flex items-center gap-2.5">
            <Check aria-hidden="true" className="size-4" />
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The button's words, which name what it costs. */
export function useSubscribeLabel({ monthlyPrice, yearlyPrice = 0, freeTrialDays = 0 }: PerformerProfile, plan: Plan): string {
  const { t } = useTranslation()
  const { money } = useAmounts()
  if (plan === 'free') return t('subscribe.startTrial', { count: freeTrialDays })
  if (plan === 'yearly') return t('subscribe.yearlyButton', { amount: money(yearlyPrice) })
  return t('subscribe.monthlyButton', { amount: money(monthlyPrice) })
}

import { Check, Gift } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useQuery } from '#web/app/query.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { isOffered, lowered, type Plan, priceOf, promotionFor } from '#web/money/offers/offer.ts'
import { extras } from '#web/money/offers/queries.ts'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { Button } from '#web/ui/Button.tsx'

type OfferCardProps = { profile: PerformerProfile; plan: Plan; onPlan: (plan: Plan) => void; onSubscribe: () => void; onGive: () => void }

/** What a subscription costs and brings. On a phone its button stays in reach in the sticky bar instead. */
export function OfferCard({ profile, plan, onPlan, onSubscribe, onGive }: OfferCardProps) {
  const { t } = useTranslation()
  const me = useMe()
  const { money } = useAmounts()
  const { tiers = [], promotions = [] } = useQuery(profile.isSubscribed ? null : extras(profile._id)).data ?? {}
  const label = useSubscribeLabel(profile, plan)
  const giving = !me?.isPerformer && isOffered(profile) && (
    <Button rank="text" size="sm" icon={<Gift className="size-4" />} onClick={onGive}>
      {t('subscribe.giveButton')}
    </Button>
  )
  if (profile.isSubscribed)
    return (
      <div className="grid gap-3">
        <h2 className="text-16">{t('profile.youSubscribe', { name: profile.name })}</h2>
        <p className="text-14 text-muted">{t('profile.youSubscribeLead')}</p>
        <Button rank="second" to="/subscriptions">
          {t('profile.manage')}
        </Button>
        {giving}
      </div>
    )
  if (!isOffered(profile)) return <p className="text-14 text-muted">{t('subscribe.rests', { name: profile.name })}</p>
  return (
    <div className="grid gap-4">
      <h2 className="text-16">{t('subscribe.title', { name: profile.name })}</h2>
      <PlanCards prices={profile} freeTrialDays={profile.freeTrialDays} promotions={promotions} plan={plan} onChange={onPlan} />
      {tiers[0] && (
        <p className="text-14 text-muted">
          {t('subscribe.moreTiers', { count: tiers.length, amount: t('subscribe.per.monthly', { amount: money(tiers[0].monthlyPrice) }) })}
        </p>
      )}
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
      {giving}
    </div>
  )
}

/** The button's words, which name what it costs. */
export function useSubscribeLabel(profile: PerformerProfile, plan: Plan): string {
  const { t } = useTranslation()
  const amount = useAskedNow(profile, plan)
  return plan === 'free' ? t('subscribe.startTrial', { count: profile.freeTrialDays ?? 0 }) : t('subscribe.button', { amount })
}

/** What would be paid now: a promotion's price where there is one, else that of each term. */
export function useAskedNow(profile: PerformerProfile, plan: Plan): string {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { currency } = useSettings()
  const { promotions = [] } = useQuery(profile.isSubscribed ? null : extras(profile._id)).data ?? {}
  if (plan === 'free') return money(0)
  const price = priceOf(profile, plan)
  const promotion = promotionFor(promotions, plan, undefined)
  return promotion ? money(lowered(price, promotion, currency)) : t(`subscribe.per.${plan}`, { amount: money(price) })
}

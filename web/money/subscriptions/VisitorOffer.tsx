import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useQuery } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { lowered, type Plan, priceOf, promotionFor } from '#web/money/offers/offer.ts'
import { extras } from '#web/money/offers/queries.ts'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { TierCards } from '#web/money/subscriptions/SubscribeSheet-tiers.tsx'
import { Summary } from '#web/money/subscriptions/Summary.tsx'
import { useThroughDoor } from '#web/people/follows/members.ts'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'

export type Head = { open: boolean; onOpenChange: (open: boolean) => void; title: string; lead: string; picture: ReactNode }

export interface Picked {
  plan: Plan
  tierId?: string | undefined
}

type VisitorOfferProps = {
  head: Head
  profile: PerformerProfile
  place: string
  picked: Picked
  onPick: (picked: Picked) => void
  onGo: () => void
}

/** What a visitor pressed: what it costs today and from when on, every other plan folded, and the way in. How it is paid comes after the door. */
export function VisitorOffer({ head, profile, place, picked, onPick, onGo }: VisitorOfferProps) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { currency } = useSettings()
  const throughDoor = useThroughDoor(head.onOpenChange)
  const { tiers = [], promotions = [] } = useQuery(extras(profile._id)).data ?? {}
  const tier = tiers.find(({ _id }) => _id === picked.tierId)
  const prices = tier ?? profile
  const days = tier ? undefined : profile.freeTrialDays
  const isSold = picked.plan === 'free' ? days : priceOf(prices, picked.plan) > 0
  const plan = isSold ? picked.plan : 'monthly'
  const term = plan === 'free' ? 'monthly' : plan
  const full = t(`subscribe.per.${term}`, { amount: money(priceOf(prices, term)) })
  const promotion = promotionFor(promotions, plan, tier)
  const today = money(lowered(priceOf(prices, plan), promotion, currency))
  const isTrial = plan === 'free'
  const title = isTrial ? t('subscribe.trial', { count: days ?? 0 }) : head.title
  const after = isTrial ? t('subscribe.trialThen', { amount: money(profile.monthlyPrice) }) : undefined
  const label = isTrial ? t('subscribe.startTrial', { count: days ?? 0 }) : t('subscribe.button', { amount: promotion ? today : full })
  return (
    <Sheet
      {...head}
      title={title}
      lead={isTrial ? profile.name : head.lead}
      actions={
        <Button
          size="wide"
          onClick={() => {
            onGo()
            throughDoor({
              key: `subscribe:${place}`,
              kind: 'subscribe',
              of: profile,
              tint: profile.tint,
              ...(isTrial && { what: `${title} · ${profile.name}` }),
              cost: after ?? (promotion ? `${today} · ${t('subscribe.afterwards', { amount: full })}` : full),
              typed: { plan, ...(tier && { tier: tier._id }) },
            })
          }}
        >
          {label}
        </Button>
      }
    >
      <Summary profile={profile} plan={plan} tier={tier} promotion={promotion}>
        <TierCards
          monthlyPrice={profile.monthlyPrice}
          tiers={tiers}
          tier={tier}
          onChange={(each) => onPick({ ...picked, tierId: each?._id })}
        />
        <PlanCards
          showLabel={tiers.length > 0}
          prices={prices}
          tier={tier}
          freeTrialDays={days}
          promotions={promotions}
          plan={plan}
          onChange={(next) => onPick({ ...picked, plan: next })}
        />
      </Summary>
    </Sheet>
  )
}

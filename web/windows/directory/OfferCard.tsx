import { Check, ChevronDown, ChevronRight, Gift, TicketCheck } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { useQuery } from '#web/app/query.ts'
import { useBoot, useMe, useNow, useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { isOffered, lowered, type Plan, priceOf, promotionFor } from '#web/money/offers/offer.ts'
import { extras } from '#web/money/offers/queries.ts'
import { mySubscriptions } from '#web/money/subscriptions/mine.ts'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { writeMoney } from '#web/ui/numbers.ts'
import { writeDay } from '#web/ui/relative-time.ts'
import { Ticket } from '#web/ui/Ticket.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type OfferProps = { profile: PerformerProfile; plan: Plan; onSubscribe: () => void }

/** Beside the name on wide screens: one ticket with the plan that leads, and everything else folded to a line each. */
export function OfferTicket({
  profile,
  plan,
  onPlan,
  onSubscribe,
  onGive,
}: OfferProps & { onPlan: (plan: Plan) => void; onGive: () => void }) {
  const { t } = useTranslation()
  const me = useMe()
  const { money } = useAmounts()
  const { tiers = [], promotions = [] } = useQuery(profile.isSubscribed ? null : extras(profile._id)).data ?? {}
  const label = useSubscribeLabel(profile, plan)
  const then = useThen(profile, plan)
  const giving = !me?.isPerformer && isOffered(profile) && (
    <button type="button" onClick={onGive} className={fold}>
      {t('subscribe.giveButton')}
      <Gift aria-hidden="true" className="size-4" />
    </button>
  )
  if (profile.isSubscribed) return giving && <div className="px-1">{giving}</div>
  if (!isOffered(profile)) return null
  return (
    <div className="-mt-28 grid gap-4">
      <Ticket
        stub={
          me?.isPerformer ? (
            <p className="text-14 text-muted">{t('subscribe.notForCreators')}</p>
          ) : (
            <div className="grid gap-3">
              <Button size="wide" onClick={onSubscribe}>
                {label}
              </Button>
              <p className="num text-center text-14 text-muted">{then}</p>
            </div>
          )
        }
      >
        <h2 className="stage-name text-24">
          {plan === 'free' ? t('subscribe.trial', { count: profile.freeTrialDays ?? 0 }) : t('subscribe.title', { name: profile.name })}
        </h2>
        <ul className="mt-3 grid gap-2 text-15">
          {[t('subscribe.gets'), t('subscribe.getsNew'), t('subscribe.cancelNote')].map((line) => (
            <li key={line} className="flex items-center gap-2.5">
              <Check aria-hidden="true" className="size-4" />
              {line}
            </li>
          ))}
        </ul>
      </Ticket>
      <div className="divide-y divide-t-line px-1">
        <details className="group">
          <summary className={cx(fold, 'list-none')}>
            {t('profile.otherPlans')}
            <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" />
          </summary>
          <div className="pt-1 pb-4">
            <PlanCards prices={profile} freeTrialDays={profile.freeTrialDays} promotions={promotions} plan={plan} onChange={onPlan} />
          </div>
        </details>
        {tiers[0] && !me?.isPerformer && (
          <button type="button" onClick={onSubscribe} className={fold}>
            <span className="text-start">
              {t('subscribe.moreTiers', {
                count: tiers.length,
                amount: t('subscribe.per.monthly', { amount: money(tiers[0].monthlyPrice) }),
              })}
            </span>
            <ChevronRight aria-hidden="true" className="size-4" />
          </button>
        )}
        {giving}
      </div>
    </div>
  )
}

const fold = 'flex min-h-11 w-full cursor-pointer items-center justify-between gap-3 text-14 hover:text-link'

/** On a phone, under the words about somebody: the same plan as one line, and the way to all others. */
export function OfferLine({ profile, plan, onSubscribe }: OfferProps) {
  const { t } = useTranslation()
  const me = useMe()
  const then = useThen(profile, plan)
  if (profile.isSubscribed || me?.isPerformer || !isOffered(profile)) return null
  return (
    <p className="num text-13 text-muted lg:hidden">
      {then}{' '}
      <button type="button" onClick={onSubscribe} className="touch font-semibold text-link">
        {t('profilePage.allPlans')}
      </button>
    </p>
  )
}

/** For who subscribes, and for whom nothing is sold: one line where the offer would stand. */
export function OfferStrip({ profile }: { profile: PerformerProfile }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const mine = useQuery(profile.isSubscribed ? mySubscriptions() : null).data?.data.find(
    ({ performer, status }) => performer._id === profile._id && status !== 'expired',
  )
  if (profile.isSubscribed) {
    const day = mine && writeDay(Date.parse(mine.nextRecurringDate ?? mine.expiredAt), now, locale, timeZone)
    return (
      <div className="flex min-h-12 items-center gap-2.5 rounded-control border border-t-line bg-t-surface px-3.5">
        <h2 className="sr-only">{t('profilePage.youSubscribe', { name: profile.name })}</h2>
        <span className="inline-flex flex-none items-center gap-1.5 rounded-tile bg-house-wash px-2 py-1 text-13 font-semibold text-house-text">
          <TicketCheck aria-hidden="true" className="size-4" />
          {t('profilePage.subscribed')}
        </span>
        <p className="num min-w-0 flex-1 truncate text-14 text-muted">
          {mine &&
            (mine.nextRecurringDate
              ? t('profilePage.renews', { day, price: writeMoney(mine.price, mine.currency, locale) })
              : t('profilePage.endsOn', { day }))}
        </p>
        <Link to="/subscriptions" className="touch text-14 font-semibold text-link">
          {t('profilePage.manage')}
        </Link>
      </div>
    )
  }
  return isOffered(profile) ? null : <p className="text-14 text-muted">{t('subscribe.rests', { name: profile.name })}</p>
}

/** What it comes to afterwards, and that one can go at any time. */
function useThen(profile: PerformerProfile, plan: Plan): string {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const ends = t('profilePage.cancelAnyTime')
  return plan === 'free' ? `${t('subscribe.trialThen', { amount: money(profile.monthlyPrice) })} · ${ends}` : ends
}

/** The button's words, which name what it costs. */
export function useSubscribeLabel(profile: PerformerProfile, plan: Plan): string {
  const { t } = useTranslation()
  const amount = useAskedNow(profile, plan)
  return plan === 'free' ? t('subscribe.startTrial', { count: profile.freeTrialDays ?? 0 }) : t('subscribe.button', { amount })
}

/** What would be paid now: a promotion's price where there is one, else that of each term. */
function useAskedNow(profile: PerformerProfile, plan: Plan): string {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { currency } = useSettings()
  const { promotions = [] } = useQuery(profile.isSubscribed ? null : extras(profile._id)).data ?? {}
  if (plan === 'free') return money(0)
  const price = priceOf(profile, plan)
  const promotion = promotionFor(promotions, plan, undefined)
  return promotion ? money(lowered(price, promotion, currency)) : t(`subscribe.per.${plan}`, { amount: money(price) })
}

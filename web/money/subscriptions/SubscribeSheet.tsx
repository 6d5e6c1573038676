import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { PerformerProfile } from '#contract/windows/directory.ts'
import { sentenceOf } from '#web/app/api.ts'
import { bringWords } from '#web/app/words.ts'
import { useQuery } from '#web/app/query.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { renewsItself } from '#web/money/payments/renewing.ts'
import { isOffered, type Plan, priceOf, promotionFor } from '#web/money/offers/offer.ts'
import { extras, offer } from '#web/money/offers/queries.ts'
import type { Head, Picked } from '#web/money/subscriptions/VisitorOffer.tsx'
import { Paying } from '#web/money/subscriptions/SubscribeSheet-paying.tsx'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { type Method, type Unfinished, useSubscribing } from '#web/money/subscriptions/SubscribeSheet-subscribing.ts'
import { Summary } from '#web/money/subscriptions/Summary.tsx'
import { TierCards } from '#web/money/subscriptions/SubscribeSheet-tiers.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Sheet } from '#web/ui/Sheet.tsx'
import { lazy } from '#web/ui/network.ts'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { useToast } from '#web/ui/Toast.tsx'

// For those who are not in yet, and for the moment when it is done: with their words.
const VisitorOffer = lazy(async () => {
  const [file] = await Promise.all([import('#web/money/subscriptions/VisitorOffer.tsx'), bringWords('door')])
  return { default: file.VisitorOffer }
})
const SubscribedSheet = lazy(async () => {
  const [file] = await Promise.all([import('#web/money/subscriptions/SubscribedSheet.tsx'), bringWords('door')])
  return { default: file.SubscribedSheet }
})

export type SubscribeSheetProps = {
  performer: { _id: string; name: string; username: string; avatar?: string | undefined }
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Chosen on the page behind. */
  plan?: Plan | undefined
  tierId?: string | undefined
  /** What on the page it was opened by, for those who come in on the way. */
  place: string
  /** Back from topping up: what was agreed to before leaving. */
  unfinished?: Unfinished | undefined
  /** Where something waits to be opened by it. Without, the sheet itself says that it is done and where to begin. */
  onSubscribed?: () => void
}

/** Tier and length, or a trial; wallet or card; what it costs and what will be left; one button that names the amount. A visitor comes in on the way. */
export function SubscribeSheet(props: SubscribeSheetProps) {
  const { performer, open, onOpenChange } = props
  const { t } = useTranslation()
  const me = useMe()
  const [came, setCame] = useState(false)
  const [picked, setPicked] = useState<Omit<Picked, 'plan'> & { plan: Plan | undefined }>({ plan: props.plan, tierId: props.tierId })
  const [isNew, setNew] = useState(false)
  const { data, error } = useQuery(offer(performer.username))
  const head = {
    open,
    onOpenChange,
    title: t('subscribe.title', { name: performer.name }),
    lead: t('subscribe.lead'),
    picture: <Avatar name={performer.name} src={performer.avatar} size={48} />,
  }
  if (isNew)
    return (
      <Suspense fallback={null}>
        <SubscribedSheet performer={performer} open={open} onOpenChange={onOpenChange} />
      </Suspense>
    )
  if (me?.isPerformer)
    return (
      <Sheet {...head}>
        <p className="text-15">{t('subscribe.notForCreators')}</p>
      </Sheet>
    )
  if (data?.isSubscribed)
    return (
      <Sheet
        {...head}
        actions={
          <Button to="/subscriptions" rank="second" size="wide">
            {t('shell.subscriptions')}
          </Button>
        }
      >
        <p className="text-15">{t('subscribe.already')}</p>
      </Sheet>
    )
  if (!data)
    return (
      <Sheet {...head}>
        {error ? (
          <NotCharged why={sentenceOf(error, t('shell.tryLater'))} isUnsure={false} />
        ) : (
          <Waiting>
            <div className="grid gap-2">
              <Bone className="h-14 rounded-control" />
              <Bone className="h-14 rounded-control" />
              <Bone className="mt-4 h-24 rounded-control" />
            </div>
          </Waiting>
        )}
      </Sheet>
    )
  if (!isOffered(data))
    return (
      <Sheet {...head} lead={undefined}>
        <p className="text-15">{t('subscribe.rests', { name: performer.name })}</p>
      </Sheet>
    )
  // As on the ticket: a trial leads where there is one.
  const offered = { ...picked, plan: picked.plan ?? (data.freeTrialDays && !picked.tierId ? 'free' : 'monthly') } as const
  if (!me)
    return (
      <Suspense fallback={null}>
        <VisitorOffer head={head} profile={data} place={props.place} picked={offered} onPick={setPicked} onGo={() => setCame(true)} />
      </Suspense>
    )
  return <Offered {...props} {...offered} head={head} profile={data} isChosen={came} onNew={() => setNew(true)} />
}

function Offered({
  profile,
  head,
  plan: wanted,
  tierId: wantedTier,
  unfinished,
  onOpenChange,
  onSubscribed,
  onNew,
  isChosen,
}: SubscribeSheetProps & { profile: PerformerProfile; head: Head; onNew: () => void; isChosen: boolean }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { paymentGateway } = useSettings()
  const { data: known } = useQuery(extras(profile._id))
  const { tiers = [], promotions = [] } = known ?? {}
  const [tierId, setTierId] = useState(wantedTier)
  const [asked, setPlan] = useState<Plan>(wanted ?? 'monthly')
  const [method, setMethod] = useState<Method | undefined>(unfinished && 'wallet')
  const toast = useToast()
  const tier = tiers.find(({ _id }) => _id === tierId)
  const prices = tier ?? profile
  const isSold = asked === 'free' ? !tier && profile.freeTrialDays : priceOf(prices, asked) > 0
  const plan = isSold ? asked : 'monthly'
  const promotion = promotionFor(promotions, plan, tier)
  const buying = useSubscribing(profile, { plan, tier, promotion }, method, {
    unfinished,
    isKnown: known !== undefined,
    onDone() {
      if (!onSubscribed) return onNew()
      toast.show(t(plan === 'free' ? 'subscribe.trialStarted' : 'subscribe.done', { name: profile.name }))
      onOpenChange(false)
      onSubscribed()
    },
  })
  // By card, where the gateway renews by itself: as it began, or not at all.
  const isFixed = renewsItself(paymentGateway) && (plan === 'free' || buying.method === 'card')
  const isShort = buying.method === 'wallet' && buying.missing > 0
  const perPlan = (amount: number) => (plan === 'free' ? '' : t(`subscribe.per.${plan}`, { amount: money(amount) }))
  const label =
    plan === 'free'
      ? t('subscribe.startTrial', { count: profile.freeTrialDays ?? 0 })
      : isShort
        ? buying.topUp.chosen &&
          t(buying.topUp.isPart ? 'unlock.topUpFirst' : 'subscribe.payAndSubscribe', { amount: money(buying.topUp.chosen.price) })
        : t('subscribe.button', { amount: promotion ? money(buying.price) : perPlan(buying.price) })
  const note =
    plan === 'free'
      ? t(isFixed ? 'subscribe.trialWalletNote' : 'subscribe.trialNote')
      : promotion
        ? t(isFixed ? 'subscribe.onceNote' : 'subscribe.promotionNote', { amount: perPlan(priceOf(prices, plan)) })
        : t(isFixed ? 'subscribe.fixedNote' : 'subscribe.cancelNote')
  const cards = (
    <>
      <TierCards monthlyPrice={profile.monthlyPrice} tiers={tiers} tier={tier} onChange={(each) => setTierId(each?._id)} />
      <PlanCards
        showLabel={tiers.length > 0}
        prices={prices}
        tier={tier}
        freeTrialDays={tier ? undefined : profile.freeTrialDays}
        promotions={promotions}
        isOnce={isFixed}
        plan={plan}
        onChange={setPlan}
      />
    </>
  )
  return (
    <Sheet
      {...head}
      {...(isChosen && plan === 'free' && { title: t('subscribe.trial', { count: profile.freeTrialDays ?? 0 }), lead: profile.name })}
      actions={
        <>
          {label && (
            <Button size="wide" loading={buying.busy} onClick={() => void (isShort ? buying.topUpFirst() : buying.subscribe())}>
              {label}
            </Button>
          )}
          <p className="text-center text-13 text-muted">{note}</p>
        </>
      }
    >
      <div className="grid gap-5">
        {buying.refused !== undefined && <NotCharged why={buying.refused} isUnsure={buying.isUnsure} />}
        {isChosen ? (
          <Summary profile={profile} plan={plan} tier={tier} promotion={promotion}>
            {cards}
          </Summary>
        ) : (
          cards
        )}
        {plan !== 'free' && (
          <Paying
            buying={buying}
            then={t('subscribe.thenSubscribes')}
            onMethod={setMethod}
            cardTotal={promotion ? t('subscribe.totalNow') : t(`subscribe.total.${plan}`)}
          />
        )}
      </div>
    </Sheet>
  )
}

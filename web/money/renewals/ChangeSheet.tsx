import { NotCharged } from '#web/money/payments/NotCharged.tsx'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useNavigate } from 'react-router'
import type { PaidType } from '#contract/money/offers.ts'
import type { SentTo } from '#contract/client.ts'
import { untilLeft, useAct } from '#web/app/act.ts'
import { refresh, useQuery } from '#web/app/query.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { useAmounts } from '#web/app/amounts.ts'
import { renewsItself } from '#web/money/payments/renewing.ts'
import { leaveFor, throughReturn } from '#web/money/payments/top-up.ts'
import type { Mine } from '#web/money/subscriptions/mine.ts'
import { isOffered, months, priceOf } from '#web/money/offers/offer.ts'
import { extras, offer } from '#web/money/offers/queries.ts'
import { PlanCards } from '#web/money/subscriptions/SubscribeSheet-plans.tsx'
import { TierCards } from '#web/money/subscriptions/SubscribeSheet-tiers.tsx'
import { Button } from '#web/ui/Button.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { Sheet } from '#web/ui/Sheet.tsx'
import { Bone, Waiting } from '#web/ui/Skeleton.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

/** Another tier or length: a dearer tier for as long or longer now, out of what pays for it already, everything else with the next renewal. */
export function ChangeSheet({ subscription, onClose }: { subscription: Mine['data'][number]; onClose: () => void }) {
  const { t } = useTranslation()
  const { money } = useAmounts()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const toast = useToast()
  const navigate = useNavigate()
  const { _id, performer, type, tier: runs, next, expiredAt, gateway } = subscription
  const profile = useQuery(offer(performer.username)).data
  const rests = profile && !isOffered(profile)
  const { tiers } = useQuery(extras(performer._id)).data ?? {}
  const [tierId, setTierId] = useState(next ? next.tier?._id : runs?._id)
  const [asked, setPlan] = useState<PaidType>(next?.type ?? (type === 'free' ? 'monthly' : type))
  const tier = tiers?.find((each) => each._id === tierId)
  const prices = tier ?? profile
  const plan = prices && priceOf(prices, asked) > 0 ? asked : 'monthly'
  const price = prices ? priceOf(prices, plan) : 0
  const nowPays = (runs && tiers?.find((each) => each._id === runs._id)?.monthlyPrice) ?? profile?.monthlyPrice ?? 0
  const isDearer = tier !== undefined && tier._id !== runs?._id && tier.monthlyPrice > nowPays
  const isNow = isDearer && !subscription.isGift && months[plan] >= (type === 'free' ? 1 : months[type])
  const isSame = (next?.tier?._id ?? (next ? undefined : runs?._id)) === tierId && (next?.type ?? type) === plan
  // What its gateway renews by itself goes on as it is.
  const isRefused = renewsItself(gateway) && !isNow && !isSame
  const day = writeDay(Date.parse(expiredAt), now, locale, timeZone)
  const {
    act: change,
    busy,
    problem: refused,
    isUnsure,
  } = useAct((api, once, asked: SentTo<'renewals.change'>) => api.renewals.change(asked, once), {
    noIn: 'screen',
    unsure: 'unlock.unsure',
    async done(outcome) {
      if (outcome.status !== 'succeeded') {
        leaveFor(outcome, '/subscriptions', navigate)
        return untilLeft()
      }
      await refresh('subscriptions.mine', 'directory.performer', 'wallet.lines', 'me.user')
      toast.show(t('mysubscriptions.changed', { name: performer.name }))
      onClose()
    },
  })
  const send = () =>
    change({
      id: _id,
      type: plan,
      ...(tier && { tierId: tier._id }),
      expectedPrice: price,
      useWallet: gateway === 'wallet',
      returnPath: throughReturn('/subscriptions'),
    })
  const label = isSame
    ? t('mysubscriptions.change.same')
    : isNow
      ? t('mysubscriptions.change.now', { price: money(price) })
      : t('mysubscriptions.change.later', { day })
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('mysubscriptions.change.title', { name: performer.name })}
      lead={rests ? undefined : renewsItself(gateway) ? t('mysubscriptions.change.leadFixed') : t('mysubscriptions.change.lead', { day })}
      actions={
        !rests && (
          <Button size="wide" loading={busy} disabled={isSame || isRefused || !profile || !tiers} onClick={() => void send()}>
            {label}
          </Button>
        )
      }
    >
      {rests ? (
        <p className="text-15">{t('subscribe.rests', { name: performer.name })}</p>
      ) : profile && tiers ? (
        <div className="grid gap-5">
          {refused && <NotCharged why={refused} isUnsure={isUnsure} />}
          <TierCards monthlyPrice={profile.monthlyPrice} tiers={tiers} tier={tier} onChange={(each) => setTierId(each?._id)} />
          <PlanCards
            showLabel={tiers.length > 0}
            prices={tier ?? profile}
            tier={tier}
            plan={plan}
            onChange={(each) => each !== 'free' && setPlan(each)}
          />
          {isRefused && (
            <p role="status" className="text-14 text-muted">
              {t('mysubscriptions.change.fixed')}
            </p>
          )}
        </div>
      ) : (
        <Waiting>
          <div className="grid gap-2">
            <Bone className="h-14 rounded-control" />
            <Bone className="h-14 rounded-control" />
          </div>
        </Waiting>
      )}
    </Sheet>
  )
}

import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { Api } from '#contract/client.ts'
import { useAct } from '#web/app/act.ts'
import { useQuery } from '#web/app/query.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { isOffered } from '#web/money/offers/offer.ts'
import { offer } from '#web/money/offers/queries.ts'
import { renewsItself } from '#web/money/payments/renewing.ts'
import type { Mine } from '#web/money/subscriptions/mine.ts'
import { AfterTrial } from '#web/windows/me/AfterTrial.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Name } from '#web/ui/Name.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { writeDay } from '#web/ui/relative-time.ts'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'
import { lazy } from '#web/ui/network.ts'

const ChangeSheet = lazy(() => import('#web/money/renewals/ChangeSheet.tsx').then((file) => ({ default: file.ChangeSheet })))
const PaySheet = lazy(() => import('#web/money/renewals/PaySheet.tsx').then((file) => ({ default: file.PaySheet })))

const tones = { active: 'ok', cancelled: 'quiet', past_due: 'bad', expired: 'quiet' } as const

/** One subscription: to whom, in which state, what it costs, and the one act that fits its state. */
export function SubscriptionRow({ subscription }: { subscription: Mine['data'][number] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  const { performer, type, status, price, currency, expiredAt, nextRecurringDate, isFreeTrial, tier, next, gateway } = subscription
  const renewsAs = next?.type ?? type
  const isGift = gateway === 'gift'
  const day = (at: string) => writeDay(Date.parse(at), now, locale, timeZone)
  const isOver = status === 'expired' || (status === 'cancelled' && Date.parse(expiredAt) <= now)
  const state = isOver ? 'expired' : status
  // A gift does not renew, and nobody has cancelled it.
  const shownState = isGift && state === 'cancelled' ? 'active' : state
  // Its renewal is on its way, or a bank wants to ask first.
  const isWaiting = state === 'active' && gateway !== 'wallet' && Date.parse(expiredAt) <= now
  const facts = { day: day(expiredAt), next: day(nextRecurringDate ?? expiredAt) }
  return (
    <li className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-3 border-t border-line p-4 first:border-t-0">
      <Avatar src={performer.avatar ?? null} name={performer.name} size={48} online={performer.isOnline} to={`/${performer.username}`} />
      <div className="grid min-w-0 content-center gap-0.5">
        <div className="flex items-baseline justify-between gap-3">
          <Name verified={performer.isVerified} to={`/${performer.username}`}>
            {performer.name}
          </Name>
          <span className="num flex-none text-15 font-semibold">
            {isGift
              ? t('mysubscriptions.gift')
              : isFreeTrial
                ? t('mysubscriptions.trial')
                : t(`mysubscriptions.price.${renewsAs}`, { price: writeMoney(price, currency, locale) })}
          </span>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-14 text-muted">
          <StateDot tone={tones[shownState]}>{t(`mysubscriptions.state.${shownState}`)}</StateDot>
          <span className="num">
            {isGift && state === 'cancelled'
              ? t('mysubscriptions.when.gift', facts)
              : isWaiting
                ? t('mysubscriptions.when.waiting')
                : state === 'active' && !nextRecurringDate
                  ? t('mysubscriptions.when.cancelled', facts)
                  : t(`mysubscriptions.when.${state}`, facts)}
          </span>
          {tier && <span>{tier.name}</span>}
        </p>
        {isFreeTrial && state === 'active' && nextRecurringDate && <AfterTrial subscription={subscription} />}
        {next && (
          <p className="text-14 text-muted">
            {t('mysubscriptions.next', {
              day: facts.next,
              what: `${next.tier?.name ?? t('mysubscriptions.plain')} · ${t(`mysubscriptions.type.${next.type}`)}`,
              price: writeMoney(price, currency, locale),
            })}
          </p>
        )}
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">
        {isWaiting && (
          <Button size="sm" to="/wallet/payments?status=requires_action">
            {t('mysubscriptions.seePayments')}
          </Button>
        )}
        <Acts subscription={subscription} isOver={isOver} until={facts.day} />
      </div>
    </li>
  )
}

function Acts({ subscription, isOver, until }: { subscription: Mine['data'][number]; isOver: boolean; until: string }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { locale } = useSpeech()
  const [sheet, setSheet] = useState<'change' | 'pay'>()
  const { _id, gateway, status, performer, listedPrice, price, currency, isFreeTrial } = subscription
  const isFixed = renewsItself(gateway)

  const { act: change, busy } = useAct((api, _once, ask: (api: Api) => Promise<unknown>, _said: string) => ask(api), {
    refreshes: ['subscriptions.mine', 'directory.performer'],
    said: (_answer, _ask, said) => said,
  })
  if (isOver) {
    return <Begin performer={performer}>{t('mysubscriptions.again')}</Begin>
  }
  // Neither begins again without a new payment.
  if (status === 'cancelled' && (gateway === 'gift' || renewsItself(gateway)))
    return <Begin performer={performer}>{t('subscribe.subscribe')}</Begin>
  if (status === 'cancelled') {
    return (
      <Button
        rank="second"
        size="sm"
        loading={busy}
        onClick={() =>
          void change((api) => api.subscriptions.reactivate({ id: _id }), t('mysubscriptions.reactivated', { name: performer.name }))
        }
      >
        {t('mysubscriptions.reactivate')}
      </Button>
    )
  }
  return (
    <>
      {status === 'active' && listedPrice !== undefined && (
        <div className="grid w-full justify-items-start gap-2 text-14">
          <p className="num text-muted">
            {t(isFixed ? 'mysubscriptions.dearerFixed' : 'mysubscriptions.dearer', {
              name: performer.name,
              price: writeMoney(listedPrice, currency, locale),
              own: writeMoney(price, currency, locale),
            })}
          </p>
          {!isFixed && (
            <Button
              rank="second"
              size="sm"
              loading={busy}
              onClick={() =>
                void change(
                  (api) => api.renewals.agreeToPrice({ id: _id, price: listedPrice }),
                  t('mysubscriptions.agreed', { price: writeMoney(listedPrice, currency, locale) }),
                )
              }
            >
              {t('mysubscriptions.agree', { price: writeMoney(listedPrice, currency, locale) })}
            </Button>
          )}
        </div>
      )}
      {status === 'past_due' && (
        <Button size="sm" to="/wallet">
          {t('mysubscriptions.topUp')}
        </Button>
      )}
      {status === 'active' && !isFreeTrial && (
        <Button rank="second" size="sm" onClick={() => setSheet('change')}>
          {t('mysubscriptions.change')}
        </Button>
      )}
      <Button rank="second" size="sm" onClick={() => setSheet('pay')}>
        {t('mysubscriptions.pay')}
      </Button>
      <Suspense fallback={null}>
        {sheet === 'change' && <ChangeSheet subscription={subscription} onClose={() => setSheet(undefined)} />}
        {sheet === 'pay' && <PaySheet subscription={subscription} onClose={() => setSheet(undefined)} />}
      </Suspense>
      <Button rank="second" size="sm" onClick={() => setAsking(true)}>
        {t('mysubscriptions.cancel')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('mysubscriptions.cancel.title', { name: performer.name })}
        confirm={t('mysubscriptions.cancel')}
        cancel={t('mysubscriptions.keep')}
        loading={busy}
        onConfirm={() =>
          void change(
            (api) => api.subscriptions.cancel({ type: gateway, id: _id }),
            t('mysubscriptions.cancelled', { name: performer.name, day: until }),
          ).then(() => setAsking(false))
        }
      >
        {t('mysubscriptions.cancel.lead', { day: until })}
      </ConfirmDialog>
    </>
  )
}

/** To where one subscribes; where that is not possible now, the row says so instead. */
function Begin({ performer, children }: { performer: Mine['data'][number]['performer']; children: string }) {
  const { t } = useTranslation()
  const { data } = useQuery(offer(performer.username), undefined, { revalidateOnFocus: false })
  if (data && !isOffered(data)) return <p className="text-14 text-muted">{t('subscribe.rests', { name: performer.name })}</p>
  return (
    <Button rank="second" size="sm" to={`/${performer.username}`}>
      {children}
    </Button>
  )
}

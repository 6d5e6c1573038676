import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '#web/app/api.ts'
import { refresh } from '#web/app/query.ts'
import { useApi, useBoot, useNow, useSettings } from '#web/app/session.tsx'
import type { Mine } from '#web/money/subscriptions/mine.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { Name } from '#web/ui/Name.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { writeDay } from '#web/ui/relative-time.ts'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useToast } from '#web/ui/Toast.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const tones = { active: 'ok', cancelled: 'quiet', past_due: 'bad', expired: 'quiet' } as const

/** One subscription: to whom, in which state, what it costs, and the one act that fits its state. */
export function SubscriptionRow({ subscription }: { subscription: Mine['data'][number] }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const { currency } = useSettings()
  const now = useNow()
  const { performer, type, status, price, expiredAt, nextRecurringDate, isFreeTrial } = subscription
  const day = (at: string) => writeDay(Date.parse(at), now, locale, timeZone)
  const isOver = status === 'expired' || (status === 'cancelled' && Date.parse(expiredAt) <= now)
  const state = isOver ? 'expired' : status
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
            {isFreeTrial ? t('mysubscriptions.trial') : t(`mysubscriptions.price.${type}`, { price: writeMoney(price, currency, locale) })}
          </span>
        </div>
        <p className="flex flex-wrap items-center gap-x-3 text-14 text-muted">
          <StateDot tone={tones[state]}>{t(`mysubscriptions.state.${state}`)}</StateDot>
          <span className="num">
            {state === 'active' && !nextRecurringDate
              ? t('mysubscriptions.when.cancelled', facts)
              : t(`mysubscriptions.when.${state}`, facts)}
          </span>
        </p>
      </div>
      <div className="col-start-2 flex flex-wrap gap-2">
        <Acts subscription={subscription} isOver={isOver} until={facts.day} />
      </div>
    </li>
  )
}

function Acts({ subscription, isOver, until }: { subscription: Mine['data'][number]; isOver: boolean; until: string }) {
  const { t } = useTranslation()
  const api = useApi()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const { _id, gateway, status, performer } = subscription

  const change = async (ask: () => Promise<unknown>, said: string) => {
    setBusy(true)
    try {
      await ask()
      await refresh('subscriptions.mine', 'directory.performer')
      toast.show(said)
    } catch (error) {
      toast.show(sentenceOf(error, t('shell.tryLater')), { failed: true })
    }
    setBusy(false)
    setAsking(false)
  }
  if (isOver) {
    return (
      <Button rank="second" size="sm" to={`/${performer.username}`}>
        {t('mysubscriptions.again')}
      </Button>
    )
  }
  if (status === 'cancelled') {
    return (
      <Button
        rank="second"
        size="sm"
        loading={busy}
        onClick={() =>
          void change(() => api.subscriptions.reactivate({ id: _id }), t('mysubscriptions.reactivated', { name: performer.name }))
        }
      >
        {t('mysubscriptions.reactivate')}
      </Button>
    )
  }
  return (
    <>
      {status === 'past_due' && (
        <Button size="sm" to="/wallet">
          {t('mysubscriptions.topUp')}
        </Button>
      )}
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
            () => api.subscriptions.cancel({ type: gateway, id: _id }),
            t('mysubscriptions.cancelled', { name: performer.name, day: until }),
          )
        }
      >
        {t('mysubscriptions.cancel.lead', { day: until })}
      </ConfirmDialog>
    </>
  )
}

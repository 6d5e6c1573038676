import { Sparkles } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { RequestCard } from '#contract/talk/requests.ts'
import type { Conversation } from '#contract/talk/messaging.ts'
import { useAct } from '#web/app/act.ts'
import { useAmounts } from '#web/app/amounts.ts'
import { useTranslation } from '#web/app/say.ts'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { LinkedText } from '#web/talk/messaging/LinkedText.tsx'
import { Button } from '#web/ui/Button.tsx'
import { lazy } from '#web/ui/network.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { type SumLine, Sums } from '#web/ui/Sums.tsx'

const ConfirmDialog = lazy(() => import('#web/ui/ConfirmDialog.tsx').then((file) => ({ default: file.ConfirmDialog })))
const QuoteSheet = lazy(() => import('#web/talk/messaging/QuoteSheet.tsx').then((file) => ({ default: file.QuoteSheet })))
const DeclineSheet = lazy(() => import('#web/talk/messaging/QuoteSheet.tsx').then((file) => ({ default: file.DeclineSheet })))

/** What a step in a request makes old. */
const moved = ['requests.list', 'requests.one', 'messaging.search', 'me.user', 'me.waiting', 'wallet.lines'] as const

type RequestLineProps = {
  request: RequestCard
  /** The other one of the two. */
  who: Conversation['recipientInfo']
  isOwn: boolean
  now: number
  /** The composer delivers it. */
  onDeliver: (request: RequestCard) => void
}

/** A request in its conversation: what is asked for, how it stands, and the one thing to do next. */
export function RequestLine({ request, who, isOwn, now, onDeliver }: RequestLineProps) {
  const { t } = useTranslation()
  const { number } = useAmounts()
  const [asks, setAsks] = useState<'accept' | 'withdraw' | 'quote' | 'decline'>()
  const { _id: id, state, text, budget, price, days, note, answerBy, dueAt, isDelivering, wasRefused, may } = request
  const objection = useReport({ target: 'request', id })
  const close = () => setAsks(undefined)
  const done = { refreshes: moved, done: close, refused: close }
  const { act: accept, busy: accepting } = useAct((api, once, expectedPrice: number) => api.requests.accept({ id, expectedPrice }, once), {
    ...done,
    unsure: 'unlock.unsure',
    said: () => t('requests.accept.done'),
  })
  const { act: withdraw, busy: withdrawing } = useAct((api, once) => api.requests.withdraw({ id }, once), done)
  const tokens = (amount: number) => t('requests.card.tokens', { count: amount, amount: number(amount) })
  const sums: SumLine[] = [
    ...(budget !== undefined && price === undefined ? [{ label: t('requests.card.budget'), value: tokens(budget) }] : []),
    ...(price !== undefined
      ? [
          {
            label: t(state === 'delivered' ? 'requests.card.paid' : state === 'accepted' ? 'requests.card.held' : 'requests.card.price'),
            value: tokens(price),
          },
        ]
      : []),
    ...(days !== undefined && state === 'quoted'
      ? [{ label: t('requests.card.days'), value: t('requests.card.days.count', { count: days }) }]
      : []),
    ...(answerBy !== undefined && (state === 'asked' || state === 'quoted')
      ? [{ label: t(`requests.card.by.${state}`), value: <Until at={answerBy} now={now} /> }]
      : []),
    ...(dueAt !== undefined && state === 'accepted' && !isDelivering
      ? [{ label: t('requests.card.due'), value: <Until at={dueAt} now={now} /> }]
      : []),
  ]
  return (
    <div className={isOwn ? 'grid justify-items-end' : 'grid justify-items-start'}>
      <article
        aria-label={isOwn ? t('requests.card.mine') : t('requests.card.theirs', { name: who.name })}
        className="grid w-full max-w-[440px] gap-3 rounded-card bg-surface p-4 ring-1 ring-line ring-inset"
      >
        <header className="flex items-center justify-between gap-3 text-14">
          <span className="flex min-w-0 items-center gap-2 font-semibold">
            <Sparkles aria-hidden="true" className="size-4 flex-none" />
            {isOwn ? t('requests.card.mine') : t('requests.card.theirs', { name: who.name })}
          </span>
          <span className="flex-none text-muted">{t(`requests.state.${state}`)}</span>
        </header>
        <p dir="auto" className="text-15 leading-[1.6]! wrap-anywhere whitespace-pre-wrap">
          <LinkedText>{text}</LinkedText>
        </p>
        {sums.length > 0 && <Sums lines={sums} />}
        {note !== undefined && (
          <p dir="auto" className="text-14 wrap-anywhere whitespace-pre-wrap text-muted">
            {isOwn ? t('requests.card.note', { name: who.name, note }) : t('requests.card.note.mine', { note })}
          </p>
        )}
        {isDelivering && <p className="text-14 text-muted">{t('requests.card.onItsWay')}</p>}
        {wasRefused && <p className="text-14 text-onair">{t('requests.card.refused')}</p>}
        {(state === 'overdue' || state === 'refunded') && <p className="text-14 text-muted">{t('requests.state.overdue.what')}</p>}
        <Acts>
          {may.includes('accept') && price !== undefined && (
            <Button size="sm" onClick={() => setAsks('accept')}>
              {t('requests.act.accept', { count: price, amount: number(price) })}
            </Button>
          )}
          {may.includes('deliver') && (
            <Button size="sm" onClick={() => onDeliver(request)}>
              {t('requests.act.deliver')}
            </Button>
          )}
          {may.includes('quote') && (
            <Button size="sm" rank={state === 'asked' ? 'primary' : 'second'} onClick={() => setAsks('quote')}>
              {t(state === 'asked' ? 'requests.act.quote' : 'requests.act.requote')}
            </Button>
          )}
          {may.includes('decline') && (
            <Button size="sm" rank="text" onClick={() => setAsks('decline')}>
              {t('requests.act.decline')}
            </Button>
          )}
          {may.includes('withdraw') && (
            <Button size="sm" rank="text" onClick={() => setAsks('withdraw')}>
              {t('requests.act.withdraw')}
            </Button>
          )}
          {may.includes('object') && (
            <Button size="sm" rank="text" onClick={objection.report}>
              {t('requests.act.object')}
            </Button>
          )}
        </Acts>
      </article>
      {objection.sheet}
      <Suspense fallback={null}>
        {asks === 'accept' && price !== undefined && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && close()}
            loading={accepting}
            title={t('requests.accept.title', { name: who.name })}
            confirm={t('requests.accept.confirm')}
            cancel={t('requests.accept.cancel')}
            onConfirm={() => void accept(price)}
          >
            <span className="num grid gap-2">
              <span>{t('requests.accept.held', { count: price, amount: number(price), name: who.name })}</span>
              {days !== undefined && <span>{t('requests.accept.due', { count: days, name: who.name })}</span>}
              <span>{t('requests.accept.back')}</span>
            </span>
          </ConfirmDialog>
        )}
        {asks === 'withdraw' && (
          <ConfirmDialog
            open
            onOpenChange={(open) => !open && close()}
            danger
            loading={withdrawing}
            title={t('requests.withdraw.title')}
            confirm={t('requests.act.withdraw')}
            cancel={t('requests.withdraw.keep')}
            onConfirm={() => void withdraw()}
          >
            {t('requests.withdraw.what', { name: who.name })}
          </ConfirmDialog>
        )}
        {asks === 'quote' && <QuoteSheet request={request} name={who.name} onClose={close} />}
        {asks === 'decline' && <DeclineSheet request={request} name={who.name} onClose={close} />}
      </Suspense>
    </div>
  )
}

/** Nothing where there is nothing to do. */
function Acts({ children }: { children: ReactNode[] }) {
  return children.some(Boolean) ? <div className="flex flex-wrap gap-2">{children}</div> : null
}

const dayMs = 86_400_000

/** When, in the reader's zone, and how many days that is. */
export function Until({ at, now }: { at: string; now: number }) {
  const { t } = useTranslation()
  const days = Math.floor((Date.parse(at) - now) / dayMs)
  return (
    <span className="inline-grid">
      <RelativeTime at={at} now={now} show="moment" />
      {Date.parse(at) > now && (
        <span className="text-13 text-muted">{days < 1 ? t('requests.card.left.today') : t('requests.card.left', { count: days })}</span>
      )}
    </span>
  )
}

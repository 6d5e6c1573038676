// What a person bought, paid and subscribes to, and what was done about them: the newest of each, and the way to all.
import type { ReactNode } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { useKnownWords } from '#web/app/known-words.ts'
import { useBoot, useNow } from '#web/app/session.tsx'
import { Deed } from '#web/office/admin/Deed.tsx'
import { movedFor, paidFor } from '#web/office/admin/paid-for.ts'
import { PaymentState } from '#web/office/admin/PaymentState.tsx'
import type { Entry, Payment, Person, Transfer } from '#web/office/admin/queries.ts'
import { CaseState } from '#web/office/reports/CaseState.tsx'
import type { Case } from '#web/office/reports/queries.ts'
import { useTargetName } from '#web/site/reporting/target-name.ts'
import { Money } from '#web/ui/Money.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { writeDay } from '#web/ui/relative-time.ts'
import { StateDot } from '#web/ui/StateDot.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

type Of<Row> = { person: Person; rows: readonly Row[]; total: number }

export function Transfers({ person: { username }, rows, total }: Of<Transfer>) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const known = useKnownWords()
  const now = useNow()
  return (
    <Newest
      title={t('office.people.bought')}
      none={t('office.people.bought.none')}
      all={total > rows.length ? `/admin/transfers?q=${encodeURIComponent(username)}` : undefined}
    >
      {rows.map((moved) => {
        const { _id: id, kind, payer, payee, amount, createdAt, reversed, isReversal } = moved
        return (
          <Row
            key={id}
            title={movedFor(moved, t, locale) || (known(`office.kind.${kind}`) ?? kind)}
            under={
              <>
                {known(`office.kind.${kind}`) ?? kind}
                {payer && payer !== payee && ` · @${payer === username ? (payee ?? '') : payer}`} ·{' '}
                <RelativeTime at={createdAt} now={now} />
              </>
            }
            state={
              (reversed || isReversal) && (
                <StateDot tone="bad">{t(reversed ? 'office.transfers.isRefunded' : 'office.transfers.isReversal')}</StateDot>
              )
            }
            amount={<Tokens value={amount} />}
          />
        )
      })}
    </Newest>
  )
}

export function Paid({ person: { username }, rows, total }: Of<Payment>) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  return (
    <Newest
      title={t('office.people.paid')}
      none={t('office.people.paid.none')}
      all={total > rows.length ? `/admin/payments?q=${encodeURIComponent(username)}` : undefined}
    >
      {rows.map((payment) => (
        <Row
          key={payment._id}
          to={`/admin/payments/${payment._id}`}
          title={paidFor(payment, t, locale)}
          under={<RelativeTime at={payment.createdAt} now={now} />}
          state={<PaymentState payment={payment} />}
          amount={<Money value={payment.totalPrice} currency={payment.currency} />}
        />
      ))}
    </Newest>
  )
}

const tones = { active: 'ok', cancelled: 'quiet', past_due: 'bad', expired: 'quiet' } as const

export function Subscriptions({ person: { subscriptions } }: { person: Person }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { timeZone } = useBoot()
  const now = useNow()
  return (
    <Newest title={t('office.people.subscriptions')} none={t('office.people.subscriptions.none')}>
      {subscriptions.map(({ _id, performer, status, expiredAt, price, currency, tier }) => (
        <Row
          key={_id}
          to={performer && `/admin/people/${performer._id}`}
          title={performer?.name ?? '–'}
          under={
            <>
              {tier && `${tier.name} · `}
              {t('office.people.until', { day: writeDay(Date.parse(expiredAt), now, locale, timeZone) })}
            </>
          }
          state={<StateDot tone={tones[status]}>{t(`office.people.state.${status}`)}</StateDot>}
          amount={<Money value={price} currency={currency} />}
        />
      ))}
    </Newest>
  )
}

export function Orders({ person: { orders } }: { person: Person }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  if (orders.length === 0) return null
  return (
    <Newest title={t('office.people.orders')} none="">
      {orders.map(({ _id, number, title, seller, deliveryStatus, totalPrice, createdAt }) => (
        <Row
          key={_id}
          title={title}
          under={
            <>
              #{number} · @{seller.username} · <RelativeTime at={createdAt} now={now} />
            </>
          }
          state={known(`orders.status.${deliveryStatus}`)}
          amount={<Tokens value={totalPrice} />}
        />
      ))}
    </Newest>
  )
}

/** What was reported of theirs, and what they reported: only where there is something. */
export function Cases({ title, rows, total, all }: { title: string; rows: readonly Case[]; total: number; all?: string }) {
  const { t } = useTranslation()
  const targetName = useTargetName()
  const now = useNow()
  if (rows.length === 0) return null
  return (
    <Newest title={title} none="" all={total > rows.length ? all : undefined}>
      {rows.map((one) => (
        <Row
          key={one._id}
          to={`/admin/reports/${one._id}`}
          title={one.reasons.map((reason) => t(`reports.reason.${reason}`)).join(t('officeReports.and'))}
          under={
            <>
              {targetName(one.target)} · <span translate="no">{one.caseNumber}</span> · <RelativeTime at={one.openedAt} now={now} />
            </>
          }
          amount={<CaseState one={one} />}
        />
      ))}
    </Newest>
  )
}

/** A copy that was traced to somebody is kept for good: only where there is one. */
export function Copies({ person: { copies } }: { person: Person }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  if (copies.length === 0) return null
  return (
    <Panel title={t('office.people.copies')}>
      <ul>
        {copies.map(({ _id, askedAt, odds }) => (
          <li key={_id} className="border-t border-line py-2.5 first:border-t-0">
            <Link to={`/admin/copies/${_id}`} className="touch relative text-15 text-link hover:underline">
              <RelativeTime at={askedAt} now={now} show="moment" />
            </Link>
            <p className="num text-13 text-muted">
              {t('office.people.copies.odds', { odds: odds > 12 ? `10^${odds}` : writeNumber(10 ** odds, locale) })}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function Deeds({ person: { _id }, rows, total }: Of<Entry>) {
  const { t } = useTranslation()
  return (
    <Panel flush title={t('office.people.deeds')} action={total > rows.length && <All to={`/admin/audit?q=${_id}`} />}>
      {rows.length === 0 ? (
        <p className="px-4 pb-5 text-15 text-muted md:px-5">{t('office.people.deeds.none')}</p>
      ) : (
        <ul>
          {rows.map((entry) => (
            <li key={entry._id} className="border-t border-line first:border-t-0">
              <Deed entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function All({ to }: { to: string }) {
  const { t } = useTranslation()
  return (
    <Link to={to} className="touch relative hover:underline">
      {t('office.people.all')}
    </Link>
  )
}

function Newest({ title, none, all, children }: { title: string; none: string; all?: string | undefined; children: ReactNode[] }) {
  return (
    <Panel title={title} action={all && <All to={all} />}>
      {children.length === 0 ? <p className="text-15 text-muted">{none}</p> : <ul className="-mb-2">{children}</ul>}
    </Panel>
  )
}

type RowProps = { title: string; under: ReactNode; state?: ReactNode; amount: ReactNode; to?: string | undefined }

function Row({ title, under, state, amount, to }: RowProps) {
  return (
    <li className="flex min-h-14 items-center gap-4 border-t border-line py-2 first:border-t-0">
      <span className="min-w-0 flex-1">
        {to ? (
          <Link to={to} className="num touch relative line-clamp-1 text-15 font-semibold hover:underline">
            {title}
          </Link>
        ) : (
          <span className="num line-clamp-1 text-15 font-semibold">{title}</span>
        )}
        <span className="num block text-13 text-muted">{under}</span>
      </span>
      <span className="grid flex-none justify-items-end text-end text-15">
        <span className="font-semibold">{amount}</span>
        {state && <span className="text-13 text-muted">{state}</span>}
      </span>
    </li>
  )
}

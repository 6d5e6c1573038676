import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useKnownWords } from '#web/app/known-words.ts'
import { requireStaff } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useLoaded } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { gatewayName } from '#web/office/admin/gateways.ts'
import { paidFor } from '#web/office/admin/paid-for.ts'
import { PaymentState } from '#web/office/admin/PaymentState.tsx'
import { payment as one, type WholePayment } from '#web/office/admin/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { BigFigure } from '#web/ui/BigFigure.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney, writeNumber } from '#web/ui/numbers.ts'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { type SumLine, Sums } from '#web/ui/Sums.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  return load(args, one(args.params['paymentId'] ?? ''))
}

/** One payment: what it bought, how it went, its papers, and how it is given back. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const loaded = useLoaderData<typeof loader>()
  const payment = useLoaded(one(loaded._id), loaded)
  const title = paidFor(payment, t, locale)
  return (
    <OfficeShell below place="payments" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Columns
        side={
          <>
            <Payer payment={payment} />
            <Papers payment={payment} />
          </>
        }
      >
        <Bought payment={payment} />
        <GivingBack payment={payment} />
        <History payment={payment} />
      </Columns>
    </OfficeShell>
  )
}

function Bought({ payment }: { payment: WholePayment }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { totalPrice, refundedAmount, currency, tokens, takenTokens, performer, tier, card, paymentGateway, reference, type } = payment
  const tokenWords = (value: number) => t('office.payments.tokens', { tokens: writeNumber(value, locale) })
  const lines: SumLine[] = [
    ...(type === 'wallet_top_up' ? [{ label: t('office.payments.credited'), value: tokenWords(tokens) }] : []),
    ...(performer
      ? [
          {
            label: t('office.payments.to'),
            value: (
              <Link to={`/admin/people/${performer._id}`} className="touch relative text-link hover:underline">
                {performer.name}
              </Link>
            ),
          },
        ]
      : []),
    ...(tier ? [{ label: t('office.payments.tier'), value: tier }] : []),
    ...(refundedAmount > 0 ? [{ label: t('office.payments.back'), value: <Money value={refundedAmount} currency={currency} /> }] : []),
    ...(takenTokens > 0 ? [{ label: t('office.payments.taken'), value: tokenWords(takenTokens) }] : []),
    { label: t('office.payments.gateway'), value: gatewayName(paymentGateway) },
    ...(card ? [{ label: t('office.payments.card'), value: <span className="capitalize">{`${card.brand} ${card.last4}`}</span> }] : []),
    ...(reference
      ? [
          {
            label: t('office.payments.reference'),
            value: (
              <span translate="no" className="text-13 break-all select-all">
                {reference}
              </span>
            ),
          },
        ]
      : []),
  ]
  return (
    <Panel title={t('office.payments.receipt')}>
      <BigFigure
        size={32}
        label={t('office.payments.amount')}
        value={writeMoney(totalPrice, currency, locale)}
        note={<PaymentState payment={payment} />}
      />
      <Sums className="mt-5 border-t border-line pt-4" lines={lines} />
    </Panel>
  )
}

/** Money goes back where it came from: what to do there, and what follows here by itself. */
function GivingBack({ payment }: { payment: WholePayment }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const { status, totalPrice, refundedAmount, currency, tokens, takenTokens, type, payerCard, performer, paymentGateway } = payment
  const left = totalPrice - refundedAmount
  if (status !== 'success' || left <= 0) return null
  const facts = {
    amount: writeMoney(left, currency, locale),
    gateway: gatewayName(paymentGateway),
    tokens: writeNumber(tokens - takenTokens, locale),
    payer: payerCard?.name ?? '',
    performer: performer?.name ?? '',
  }
  return (
    <Panel title={t('office.payments.refund')}>
      <p className="text-15 leading-relaxed">{t('office.payments.refund.where', facts)}</p>
      <p className="mt-2 text-15 leading-relaxed text-muted">
        {t(type === 'subscription' ? 'office.payments.refund.subscription' : 'office.payments.refund.topUp', facts)}
      </p>
      <div className="mt-4 flex flex-wrap gap-2 empty:hidden">
        {payerCard && type === 'wallet_top_up' && (
          <Button rank="second" size="sm" to={`/admin/transfers?q=${encodeURIComponent(payerCard.username)}`}>
            {t('office.payments.refund.bought')}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function Payer({ payment: { payerCard } }: { payment: WholePayment }) {
  const { t } = useTranslation()
  if (!payerCard) return null
  return (
    <Panel title={t('office.payments.payer')}>
      <Link to={`/admin/people/${payerCard._id}`} className="group flex items-center gap-3">
        <Avatar src={payerCard.avatar} name={payerCard.name} />
        <span className="min-w-0">
          <span className="block truncate text-15 font-semibold group-hover:underline">{payerCard.name}</span>
          <span className="block truncate text-13 text-muted">@{payerCard.username}</span>
        </span>
      </Link>
    </Panel>
  )
}

function Papers({ payment: { papers } }: { payment: WholePayment }) {
  const { t } = useTranslation()
  if (papers.length === 0) return null
  return (
    <Panel title={t('office.payments.papers')}>
      <ul>
        {papers.map(({ _id, kind, code, amount, currency, url }) => (
          <li key={_id} className="flex min-h-11 items-center justify-between gap-3 border-t border-line first:border-t-0">
            <a href={url} className="touch relative text-15 text-link hover:underline" translate="no">
              {code}
            </a>
            <span className="text-end text-13 text-muted">
              {t(`office.payments.paper.${kind}`)}
              <Money value={amount} currency={currency} className="block" />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function History({ payment: { history } }: { payment: WholePayment }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  return (
    <Panel title={t('office.payments.history')}>
      <ol>
        {history.map(({ status, reason, at }, place) => (
          <li key={place} className="flex min-h-11 items-center justify-between gap-4 border-t border-line text-15 first:border-t-0">
            <span>
              {t(`office.payments.status.${status}`)}
              {reason && <span className="block text-13 text-muted">{known(`office.payments.reason.${reason}`)}</span>}
            </span>
            <RelativeTime at={at} now={now} show="moment" className="text-13 text-muted" />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

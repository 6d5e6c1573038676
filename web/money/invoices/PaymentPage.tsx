import { useTranslation } from '#web/app/say.ts'
import { type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { Papers } from '#web/money/invoices/Papers.tsx'
import { cardName } from '#web/money/payments/card-text.ts'
import { GoOnButton, RetryButton } from '#web/money/payments/Continuing.tsx'
import { paymentTitle } from '#web/money/payments/payment-title.ts'
import { type Transaction, toneOf, transaction } from '#web/money/payments/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { Sums } from '#web/ui/Sums.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, transaction(args.params['paymentId'] ?? ''))
}
export const handle = { auth: true, inClosedCountry: true }

/** One payment: what it was for, where it stands and how it came there; and another try where that makes sense. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const loaded = useLoaderData<typeof loader>()
  const id = useParams()['paymentId'] ?? ''
  const { data: payment = loaded } = useQuery(transaction(id), loaded)
  const title = t('cards.payment')
  return (
    <MainFrame place="wallet" top={{ title, back: '/wallet/payments' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/wallet/payments', label: t('cards.payments') }}>{title}</PageTitle>
      <div className="grid gap-2 max-md:pt-4 md:gap-4">
        <Panel>
          <p>
            <Money value={payment.totalPrice} currency={payment.currency} className="stage-figure text-40" />
          </p>
          <p className="mb-4 text-15">{paymentTitle(payment, t, locale)}</p>
          <Sums
            lines={[
              {
                label: t('cards.payment.status'),
                value: <StateDot tone={toneOf(payment.status)}>{t(`cards.status.${payment.status}`)}</StateDot>,
              },
              ...(payment.card ? [{ label: t('unlock.card'), value: cardName(payment.card) }] : []),
              ...(payment.tokens && payment.type === 'wallet_top_up'
                ? [{ label: t('cards.payment.tokens'), value: <Tokens value={payment.tokens} /> }]
                : []),
              ...(payment.refundedAmount
                ? [{ label: t('cards.payment.refunded'), value: <Money value={payment.refundedAmount} currency={payment.currency} /> }]
                : []),
            ]}
          />
          <Act payment={payment} />
        </Panel>
        <Papers paymentId={payment._id} isPaid={payment.invoiceUrl !== undefined} />
        <Panel title={t('cards.payment.history')}>
          <History payment={payment} />
        </Panel>
        <p className="text-13 text-muted max-md:px-4">
          {t('cards.payment.number')} <span className="num break-all">{payment._id}</span>
        </p>
      </div>
    </MainFrame>
  )
}

function Act({ payment: { _id: id, status, canRetry, card } }: { payment: Transaction }) {
  const { t } = useTranslation()
  // Whoever left the payment page finds the way back to it; a kept card is asked without one.
  const isOpen = (status === 'created' || status === 'pending') && !card
  if (!canRetry && !isOpen) return null
  return (
    <div className="mt-5 grid gap-3">
      {isOpen ? (
        <GoOnButton id={id} label={t('cards.payment.goOn')} />
      ) : status === 'requires_action' ? (
        <GoOnButton id={id} label={t('checkout.confirm')} />
      ) : (
        <RetryButton id={id} label={t('checkout.retry')} />
      )}
    </div>
  )
}

function History({ payment }: { payment: Transaction }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  return (
    <ol className="grid gap-3">
      {payment.history.map(({ status, reason, at }, place) => (
        <li key={place} className="flex items-baseline justify-between gap-4 text-15">
          <span>
            <StateDot tone={place === payment.history.length - 1 ? toneOf(status) : 'quiet'}>{t(`cards.status.${status}`)}</StateDot>
            {reason && status === 'fail' && (
              <span className="block text-14 text-muted">{known(`cards.reason.${reason}`) ?? t('checkout.reason.other')}</span>
            )}
          </span>
          <RelativeTime at={at} now={now} show="moment" className="text-14 text-muted" />
        </li>
      ))}
    </ol>
  )
}

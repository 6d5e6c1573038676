import { ReceiptText } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { cardName } from '#web/money/payments/card-text.ts'
import { paymentTitle } from '#web/money/payments/payment-title.ts'
import { myPayments, pageSize, type Transaction, toneOf } from '#web/money/payments/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const filters = ['success', 'requires_action', 'fail', 'refunded', 'chargeback'] as const

function asked(url: string) {
  const search = new URL(url, 'http://page').searchParams
  const status = filters.find((each) => each === search.get('status'))
  return { status, page: Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1) }
}

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  const { status, page } = asked(args.request.url)
  return { status, page, found: await load(args, myPayments(status, page)) }
}
export const handle = { auth: true, inClosedCountry: true }

/** What was paid through a gateway: money, not tokens. */
export function Component() {
  const { t } = useTranslation()
  const { status, page, found } = useLoaderData<typeof loader>()
  const { data = found } = useQuery(myPayments(status, page), found)
  const isSwitching = useNavigation().state === 'loading'
  const title = t('cards.payments')
  const at = (to: number) => `/wallet/payments?${new URLSearchParams({ ...(status && { status }), ...(to > 1 && { page: `${to}` }) })}`
  return (
    <MainFrame place="wallet" top={{ title, back: '/wallet' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/wallet', label: t('shell.wallet') }}>{title}</PageTitle>
      {(status || data.total > 0) && (
        <Pills
          label={t('cards.payments.filter')}
          pills={[
            { label: t('purse.filter.all'), to: '/wallet/payments', current: status === undefined },
            ...filters.map((each) => ({
              label: t(`cards.status.${each}`),
              to: `/wallet/payments?status=${each}`,
              current: status === each,
            })),
          ]}
        />
      )}
      <div className="grid gap-4 pt-2">
        {isSwitching ? (
          <RowsSkeleton />
        ) : data.data.length === 0 ? (
          <EmptyState
            {...(status ? { icon: ReceiptText } : { scene: 'booth', title: t('scenes.booth') })}
            action={
              <Button rank="second" size="sm" to={status ? '/wallet/payments' : '/wallet'}>
                {t(status ? 'purse.empty.all' : 'checkout.toWallet')}
              </Button>
            }
          >
            {t(status ? 'cards.payments.noneOfKind' : 'cards.payments.none')}
          </EmptyState>
        ) : (
          <Card>
            <ul>
              {data.data.map((payment) => (
                <PaymentLine key={payment._id} payment={payment} />
              ))}
            </ul>
          </Card>
        )}
        <Pagination current={page} pageSize={pageSize} total={data.total} to={at} />
      </div>
    </MainFrame>
  )
}

function PaymentLine({ payment }: { payment: Transaction }) {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const now = useNow()
  return (
    <li className="border-t border-line first:border-t-0">
      <Link to={`/wallet/payments/${payment._id}`} className="flex items-center gap-3 p-4 transition-colors hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-15 font-semibold">{paymentTitle(payment, t, locale)}</span>
          <span className="flex flex-wrap gap-x-3 text-14 text-muted">
            <RelativeTime at={payment.createdAt} now={now} show="moment" />
            {payment.card && <span className="num">{cardName(payment.card)}</span>}
          </span>
        </span>
        <span className="grid flex-none justify-items-end gap-0.5">
          <Money value={payment.totalPrice} currency={payment.currency} className="text-15 font-semibold" />
          <StateDot tone={toneOf(payment.status)}>{t(`cards.status.${payment.status}`)}</StateDot>
          {payment.refundedAmount !== undefined && payment.refundedAmount < payment.totalPrice && (
            <span className="text-13 text-muted">
              {t('cards.payment.refunded')} <Money value={payment.refundedAmount} currency={payment.currency} />
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

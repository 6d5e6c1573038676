import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { useKnownWords } from '#web/app/known-words.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { toneOf } from '#web/money/payments/queries.ts'
import { type Payment, payments } from '#web/office/admin/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
const statuses = ['success', 'pending', 'requires_action', 'fail', 'refunded', 'chargeback'] as const
const gateways = { stripe: 'Stripe', ccbill: 'CCBill', sandbox: 'Sandbox' } as const
const nameOf = (gateway: string) => (gateway in gateways ? gateways[gateway as keyof typeof gateways] : gateway)

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const status = statuses.find((each) => each === params.get('status'))
  const gateway = Object.keys(gateways).find((each) => each === params.get('gateway'))
  const q = params.get('q')?.slice(0, 100)
  const input = { ...pagingOf(tableFrom(params, table)), ...(status && { status }), ...(gateway && { gateway }), ...(q && { q }) }
  return { input, rows: await load(args, payments(input)) }
}

/** What came in through the gateways, how much went back, and what is disputed. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(payments(loaded.input), loaded.rows).data ?? loaded.rows
  const { status, gateway, q } = loaded.input
  const isFiltered = Boolean(status ?? gateway ?? q)
  const title = t('shell.office.payments')
  const columns: Column<Payment>[] = [
    {
      key: 'title',
      title: t('office.payments.what'),
      cell: (one) => (
        <span className="block min-w-0">
          <span className="line-clamp-1 font-semibold">{one.title}</span>
          <span className="block truncate text-13 text-muted">{one.reference ?? one._id}</span>
        </span>
      ),
    },
    {
      key: 'payer',
      onPhone: 'note',
      title: t('office.payments.payer'),
      cell: (one) =>
        one.payer ? (
          <Link
            to={`/admin/transfers?q=${encodeURIComponent(one.payer)}`}
            className="underline-offset-2 hover:underline"
            aria-label={t('office.payments.transfers', { name: one.payer })}
          >
            @{one.payer}
          </Link>
        ) : (
          '–'
        ),
    },
    {
      key: 'amount',
      onPhone: 'end',
      title: t('office.payments.amount'),
      align: 'right',
      cell: (one) => <Money value={one.totalPrice} currency={one.currency} className="font-semibold" />,
    },
    { key: 'gateway', onPhone: 'note', title: t('office.payments.gateway'), cell: (one) => nameOf(one.paymentGateway) },
    { key: 'status', onPhone: 'note', title: t('office.payments.status'), cell: (one) => <State payment={one} /> },
    {
      key: 'createdAt',
      onPhone: 'note',
      title: t('office.payments.when'),
      align: 'right',
      cell: (one) => <RelativeTime at={one.createdAt} now={now} show="moment" className="text-muted" />,
    },
  ]
  return (
    <OfficeShell place="payments">
      <title>{usePageTitle(title)}</title>
      <PageTitle onPhone="shown">{title}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pills
            className="max-w-full"
            label={t('office.payments.status')}
            pills={[
              { label: t('office.payments.allStatuses'), to: address.filterTo({ status: undefined }), current: status === undefined },
              ...statuses.map((each) => ({
                label: t(`office.payments.status.${each}`),
                to: address.filterTo({ status: each }),
                current: status === each,
              })),
            ]}
          />
          <span className="flex flex-wrap items-center gap-3">
            <Button className="max-md:mx-4" rank="second" size="sm" to="/admin/payments/differences">
              {t('officeMoney.differences')}
            </Button>
            <FilterSearch address={address} label={t('office.payments.search')} className="md:w-64" />
          </span>
        </div>
        <Pills
          className="max-w-full"
          label={t('office.payments.gateway')}
          pills={[
            { label: t('office.payments.allGateways'), to: address.filterTo({ gateway: undefined }), current: gateway === undefined },
            ...Object.entries(gateways).map(([each, name]) => ({
              label: name,
              to: address.filterTo({ gateway: each }),
              current: gateway === each,
            })),
          ]}
        />
        <DataTable
          label={title}
          columns={columns}
          rows={rows.data}
          rowKey={(one) => one._id}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState
              look="bare"
              icon={CreditCard}
              action={
                isFiltered && (
                  <Button rank="second" size="sm" to={address.filterTo({ status: undefined, gateway: undefined, q: undefined })}>
                    {t('office.showAll')}
                  </Button>
                )
              }
            >
              {t(isFiltered ? 'office.payments.noneFound' : 'office.payments.none')}
            </EmptyState>
          }
        />
      </div>
    </OfficeShell>
  )
}

const disputes = {
  open: 'office.payments.disputed',
  won: 'office.payments.disputeWon',
  lost: 'office.payments.disputeLost',
} as const

function State({ payment: { status, refundedAmount, totalPrice, currency, dispute, failureReason } }: { payment: Payment }) {
  const { t } = useTranslation()
  const known = useKnownWords()
  const { locale } = useSpeech()
  const reason = failureReason && known(`office.payments.reason.${failureReason}`)
  const more = [
    ...(refundedAmount > 0 && refundedAmount < totalPrice
      ? [t('office.payments.partly', { amount: writeMoney(refundedAmount, currency, locale) })]
      : []),
    ...(dispute === undefined ? [] : [t(disputes[dispute])]),
    ...(reason ? [reason] : []),
  ]
  return (
    <span className="min-w-0 md:block">
      <StateDot tone={toneOf(status)}>{t(`office.payments.status.${status}`)}</StateDot>
      {more.length > 0 && (
        <span className="text-13 text-muted md:block">
          <span className="md:hidden"> · </span>
          {more.join(' · ')}
        </span>
      )}
    </span>
  )
}

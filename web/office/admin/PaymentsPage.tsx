import { CreditCard } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, useLoaderData } from 'react-router'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { toneOf } from '#web/money/payments/queries.ts'
import { type Payment, payments } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { writeMoney } from '#web/ui/numbers.ts'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const statuses = ['success', 'pending', 'requires_action', 'fail', 'refunded', 'chargeback'] as const
const gateways = ['stripe', 'ccbill', 'sandbox'] as const
const names: Readonly<Record<string, string>> = { stripe: 'Stripe', ccbill: 'CCBill', sandbox: 'Sandbox' }
const nameOf = (gateway: string) => names[gateway] ?? gateway

const list = listing({
  who: requireStaff,
  says: { status: statuses, gateway: gateways, q: { letters: 100 } },
  asks: payments,
})
export const { loader } = list

/** What came in through the gateways, how much went back, and what is disputed. */
export function Component() {
  const { t } = useTranslation()
  const shown = useList(list, useLoaderData<typeof loader>())
  const title = t('shell.office.payments')
  const columns: Column<Payment>[] = [
    {
      key: 'title',
      title: t('office.payments.what'),
      cell: (one) => <RowTitle under={one.reference ?? one._id}>{one.title}</RowTitle>,
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
    whenColumn(t('office.payments.when'), ({ createdAt }) => createdAt),
  ]
  return (
    <OfficePage place="payments" title={title}>
      <Filters>
        <FilterPills
          list={shown}
          by="status"
          label={t('office.payments.status')}
          all={t('office.payments.allStatuses')}
          of={statuses}
          say={(each) => t(`office.payments.status.${each}`)}
        />
        <span className="flex flex-wrap items-center gap-3">
          <Button className="max-md:mx-4" rank="second" size="sm" to="/admin/payments/differences">
            {t('officeMoney.differences')}
          </Button>
          <FilterSearch address={shown.address} label={t('office.payments.search')} className="md:w-64" />
        </span>
      </Filters>
      <FilterPills
        list={shown}
        by="gateway"
        label={t('office.payments.gateway')}
        all={t('office.payments.allGateways')}
        of={gateways}
        say={nameOf}
      />
      <ListTable
        label={title}
        list={shown}
        columns={columns}
        none={{ icon: CreditCard, words: t('office.payments.none'), found: t('office.payments.noneFound') }}
      />
    </OfficePage>
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

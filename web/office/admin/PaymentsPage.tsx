import { CreditCard, Plus } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { bootOf } from '#web/app/api.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { zonedTimeIn } from '#web/app/zoned-time.ts'
import { gatewayName, gateways } from '#web/office/admin/gateways.ts'
import { paidFor } from '#web/office/admin/paid-for.ts'
import { PaymentState } from '#web/office/admin/PaymentState.tsx'
import { PaymentSums } from '#web/office/admin/PaymentSums.tsx'
import { type Payment, payments, paymentSums } from '#web/office/admin/queries.ts'
import { Avatar } from '#web/ui/Avatar.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'
import { Tokens } from '#web/ui/Tokens.tsx'
import { useSpeech } from '#web/ui/UiWords.tsx'

const statuses = ['success', 'pending', 'requires_action', 'fail', 'refunded', 'chargeback'] as const

const list = listing({
  who: requireStaff,
  says: { status: statuses, gateway: gateways, q: { letters: 100 } },
  asks: payments,
})

export async function loader(args: LoaderFunctionArgs) {
  const { now, timeZone } = bootOf(args)
  const { day } = zonedTimeIn(typeof window === 'undefined' ? now : Date.now(), timeZone)
  const today = { fromDate: day, toDate: day, timeZone }
  const [listed, sums] = await Promise.all([list.loader(args), load(args, paymentSums(today))])
  return { listed, today, sums }
}

/** What came in through the gateways, how much went back, and what is disputed. */
export function Component() {
  const { t } = useTranslation()
  const { locale } = useSpeech()
  const loaded = useLoaderData<typeof loader>()
  const shown = useList(list, loaded.listed)
  const sums = useLoaded(paymentSums(loaded.today), loaded.sums)
  const title = t('officeNav.payments')
  const columns: Column<Payment>[] = [
    {
      key: 'title',
      title: t('office.payments.what'),
      cell: (one) => (
        <RowTitle
          to={`/admin/payments/${one._id}`}
          under={one.performer ? `@${one.performer.username}` : one.payerCard?.name}
          picture={one.performer ? <Avatar src={one.performer.avatar} name={one.performer.name} size={40} /> : <ToppedUp />}
        >
          {paidFor(one, t, locale)}
        </RowTitle>
      ),
    },
    {
      key: 'payer',
      onPhone: 'note',
      title: t('office.payments.payer'),
      cell: ({ payerCard }) =>
        payerCard ? (
          <Link to={`/admin/people/${payerCard._id}`} className="touch relative inline-flex items-center gap-2 hover:underline">
            <Avatar src={payerCard.avatar} name={payerCard.name} size={28} className="max-md:hidden!" />@{payerCard.username}
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
      cell: (one) => (
        <>
          <Money value={one.totalPrice} currency={one.currency} className="font-semibold" />
          {one.type === 'wallet_top_up' && <Tokens value={one.tokens} className="block text-13 text-muted max-md:hidden" />}
        </>
      ),
    },
    { key: 'gateway', onPhone: 'note', title: t('office.payments.gateway'), cell: (one) => gatewayName(one.paymentGateway) },
    { key: 'status', onPhone: 'note', title: t('office.payments.status'), cell: (one) => <PaymentState payment={one} /> },
    whenColumn(t('office.payments.when'), ({ createdAt }) => createdAt),
  ]
  return (
    <OfficePage place="payments" title={title}>
      <PaymentSums sums={sums} />
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
        say={gatewayName}
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

/** Stands where others show whom they paid for: a wallet was filled. */
const ToppedUp = () => (
  <span className="grid size-10 place-items-center rounded-tile bg-well text-muted">
    <Plus aria-hidden="true" className="size-4" />
  </span>
)

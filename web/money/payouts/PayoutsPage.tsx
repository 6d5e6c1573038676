import { Landmark, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { payoutStatuses } from '#contract/money/payout-names.ts'
import type { PayoutRequest } from '#contract/money/payouts.ts'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { Blockers } from '#web/money/payouts/Blockers.tsx'
import { ElsewherePanel } from '#web/money/payouts/ElsewherePanel.tsx'
import { PayoutFigures } from '#web/money/payouts/PayoutFigures.tsx'
import { PayoutState } from '#web/money/payouts/PayoutState.tsx'
import { type Bank, bank, calculation, elsewhere, open, search, stripeAccount } from '#web/money/payouts/queries.ts'
import { StripeAccountPanel } from '#web/money/payouts/StripeAccountPanel.tsx'
import { RequestSheet } from '#web/money/payouts/RequestSheet.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'

export const handle = { auth: true }

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const params = new URL(args.request.url).searchParams
  const status = payoutStatuses.find((each) => each === params.get('status'))
  const input = { ...pagingOf(tableFrom(params, table)), ...(status && { status }) }
  const [sums, account, others, stripe, under, rows] = await Promise.all([
    load(args, calculation),
    load(args, bank),
    load(args, elsewhere),
    load(args, stripeAccount),
    load(args, open),
    load(args, search(input)),
  ])
  return { input, sums, account, others, stripe, under, rows }
}

/** What I can have paid out, what is in the way, and what was paid out before. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const { paymentGateway } = useSettings()
  const address = useTableAddress(table)
  const sums = useQuery(calculation, loaded.sums).data ?? loaded.sums
  const account = useQuery(bank, loaded.account).data ?? loaded.account
  const others = useQuery(elsewhere, loaded.others).data ?? loaded.others
  const stripe = useQuery(stripeAccount, loaded.stripe).data ?? loaded.stripe
  const under = useQuery(open, loaded.under).data ?? loaded.under
  const rows = useQuery(search(loaded.input), loaded.rows).data ?? loaded.rows
  const [asking, setAsking] = useState(false)
  const { status } = loaded.input
  const title = t('shell.studio.payouts')

  const columns: Column<PayoutRequest>[] = [
    {
      key: 'payout',
      title: t('payouts.col.payout'),
      cell: (one) => (
        <Link to={`/creator/payouts/${one._id}`} className="group block min-w-0 py-1">
          <span className="num block font-semibold group-hover:underline">{t('payouts.one', { number: one.number })}</span>
          <span className="block truncate text-13 text-muted">
            {one.paymentAccountType === 'banking' && one.bank
              ? t('payouts.bank.account', { bankName: one.bank.bankName, bankAccount: `•••• ${one.bank.last4}` })
              : t(`payouts.method.${one.paymentAccountType}`)}
          </span>
        </Link>
      ),
    },
    {
      key: 'amount',
      title: t('payouts.col.amount'),
      align: 'right',
      onPhone: 'end',
      cell: (one) => <Money value={one.arrives} currency={one.currency} className="font-semibold" />,
    },
    { key: 'status', onPhone: 'note', title: t('payouts.col.status'), cell: (one) => <PayoutState status={one.status} /> },
    {
      key: 'when',
      onPhone: 'note',
      title: t('payouts.col.when'),
      align: 'right',
      cell: (one) => <RelativeTime at={one.createdAt} now={now} show="moment" className="text-muted" />,
    },
  ]
  return (
    <StudioShell hasAct place="payouts" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <Columns
        lead={
          <div className="grid gap-2 md:gap-4">
            <PayoutFigures sums={sums}>
              {under.request ? (
                <Button rank="second" to={`/creator/payouts/${under.request._id}`}>
                  {t('payouts.act.see')}
                </Button>
              ) : (
                <Button disabled={sums.blockers.length > 0} onClick={() => setAsking(true)}>
                  {t('payouts.act')}
                </Button>
              )}
            </PayoutFigures>
            <Blockers sums={sums} />
          </div>
        }
        side={
          <>
            <Account account={account} />
            <ElsewherePanel accounts={others} />
            {stripe.isOffered && <StripeAccountPanel account={stripe} />}
            {paymentGateway === 'ccbill' && (
              <Panel title={t('ownAccount.panel')}>
                <p className="text-15 text-muted">{t('ownAccount.panel.lead')}</p>
                <Button rank="second" size="sm" className="mt-4" to="/creator/payouts/ccbill">
                  {t('ownAccount.panel.open')}
                </Button>
              </Panel>
            )}
          </>
        }
      >
        <section aria-labelledby="payouts-history" className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-3">
          <h2 id="payouts-history" className="text-16 leading-snug max-md:px-4 max-md:pt-3">
            {t('payouts.history')}
          </h2>
          <Pills
            className="max-w-full"
            label={t('payouts.col.status')}
            pills={[
              { label: t('payouts.history.all'), to: address.filterTo({ status: undefined }), current: status === undefined },
              ...payoutStatuses.map((each) => ({
                label: t(`payouts.status.${each}`),
                to: address.filterTo({ status: each }),
                current: status === each,
              })),
            ]}
          />
          <DataTable
            label={t('payouts.history')}
            columns={columns}
            rows={rows.data}
            rowKey={(one) => one._id}
            total={rows.total}
            {...address.table}
            empty={
              <EmptyState look="bare" icon={Wallet}>
                {t(status ? 'payouts.none.filtered' : 'payouts.none')}
              </EmptyState>
            }
          />
        </section>
      </Columns>
      {asking && (
        <RequestSheet
          sums={sums}
          hasStripe={stripe.isOffered && stripe.payoutsEnabled}
          accounts={others.data}
          onClose={() => setAsking(false)}
        />
      )}
    </StudioShell>
  )
}

function Account({ account: { details, needsAgain } }: { account: Bank }) {
  const { t } = useTranslation()
  return (
    <Panel
      title={t('payouts.bank')}
      action={
        <Link to="/creator/payouts/bank" className="py-2 hover:underline">
          {t(details ? 'payouts.bank.change' : 'payouts.bank.add')}
        </Link>
      }
    >
      <div className="flex items-center gap-3 text-15">
        <Landmark aria-hidden="true" className="size-5 flex-none text-muted" />
        {details ? (
          <span className="min-w-0">
            <span className="block truncate">{details.bankName}</span>
            <span className="num block text-13 text-muted">{details.bankAccount}</span>
          </span>
        ) : (
          <span className="text-muted">{t(needsAgain ? 'payouts.bank.needsAgain' : 'payouts.bank.none')}</span>
        )}
      </div>
    </Panel>
  )
}

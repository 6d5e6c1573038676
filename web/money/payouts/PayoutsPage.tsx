import { Landmark, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { payoutStatuses } from '#contract/money/payout-names.ts'
import type { PayoutRequest } from '#contract/money/payouts.ts'
import { FilterPills } from '#web/app/Filters.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { load, useLoaded } from '#web/app/query.ts'
import { useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { PayoutAccountsPanel } from '#web/money/destinations/PayoutAccountsPanel.tsx'
import { type Bank, bank, payoutAccounts, stripeAccount } from '#web/money/destinations/queries.ts'
import { StripeAccountPanel } from '#web/money/destinations/StripeAccountPanel.tsx'
import { Blockers } from '#web/money/payouts/Blockers.tsx'
import { PayoutFigures } from '#web/money/payouts/PayoutFigures.tsx'
import { PayoutState } from '#web/money/payouts/PayoutState.tsx'
import { calculation, open, search } from '#web/money/payouts/queries.ts'
import { RequestSheet } from '#web/money/payouts/RequestSheet.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Columns } from '#web/ui/layout/Columns.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RowTitle } from '#web/ui/RowTitle.tsx'

export const handle = { auth: true }

const list = listing({ who: requirePerformer, says: { status: payoutStatuses }, asks: search })

export async function loader(args: LoaderFunctionArgs) {
  const [listed, sums, account, others, stripe, under] = await Promise.all([
    list.loader(args),
    load(args, calculation),
    load(args, bank),
    load(args, payoutAccounts),
    load(args, stripeAccount),
    load(args, open),
  ])
  return { ...listed, sums, account, others, stripe, under }
}

/** What I can have paid out, what is in the way, and what was paid out before. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { paymentGateway } = useSettings()
  const shown = useList(list, loaded)
  const sums = useLoaded(calculation, loaded.sums)
  const account = useLoaded(bank, loaded.account)
  const others = useLoaded(payoutAccounts, loaded.others)
  const stripe = useLoaded(stripeAccount, loaded.stripe)
  const under = useLoaded(open, loaded.under)
  const [asking, setAsking] = useState(false)
  const title = t('studioNav.payouts')

  const columns: Column<PayoutRequest>[] = [
    {
      key: 'payout',
      title: t('payouts.col.payout'),
      cell: (one) => (
        <RowTitle
          to={`/creator/payouts/${one._id}`}
          under={
            one.paymentAccountType === 'banking' && one.bank
              ? t('payouts.bank.account', { bankName: one.bank.bankName, bankAccount: `•••• ${one.bank.last4}` })
              : t(`payouts.method.${one.paymentAccountType}`)
          }
        >
          {t('payouts.one', { number: one.number })}
        </RowTitle>
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
    whenColumn(t('payouts.col.when'), ({ createdAt }) => createdAt),
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
            <PayoutAccountsPanel accounts={others} />
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
          <FilterPills
            list={shown}
            by="status"
            label={t('payouts.col.status')}
            all={t('payouts.history.all')}
            of={payoutStatuses}
            say={(each) => t(`payouts.status.${each}`)}
          />
          <ListTable
            label={t('payouts.history')}
            list={shown}
            columns={columns}
            none={{ icon: Wallet, words: t('payouts.none'), found: t('payouts.none.filtered') }}
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

import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { sentenceOf } from '#web/app/api.ts'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { load, refresh, useQuery } from '#web/app/query.ts'
import { useApi, useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { type Difference, differences } from '#web/money/payments/queries.ts'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Money } from '#web/ui/Money.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
const gateways: Readonly<Record<string, string>> = { stripe: 'Stripe', ccbill: 'CCBill', sandbox: 'Sandbox' }

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const show = params.get('show') === 'all' ? ('all' as const) : ('open' as const)
  const input = { ...pagingOf(tableFrom(params, table)), show }
  return { input, rows: await load(args, differences(input)) }
}

/** What the gateways' books say and no webhook had told, or otherwise; each until finance have looked at it. */
export function Component() {
  const { t } = useTranslation()
  const known = useKnownWords()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const api = useApi()
  const address = useTableAddress(table)
  const rows = useQuery(differences(loaded.input), loaded.rows).data ?? loaded.rows
  const [looked, setLooked] = useState<Difference>()
  const { show } = loaded.input
  const title = t('officeMoney.differences')
  const columns: Column<Difference>[] = [
    {
      key: 'what',
      title: t('officeMoney.differences.what'),
      cell: (one) => (
        <span className="block min-w-0">
          <StateDot tone={one.outcome === 'settled' ? 'ok' : 'bad'}>{t(`officeMoney.differences.outcome.${one.outcome}`)}</StateDot>
          <span className="block text-13 text-muted">{t(`officeMoney.differences.why.${one.outcome}`)}</span>
        </span>
      ),
    },
    {
      key: 'movement',
      onPhone: 'note',
      title: t('officeMoney.differences.movement'),
      cell: (one) => (
        <span className="block min-w-0">
          {known(`officeMoney.differences.kind.${one.kind}`) ?? one.kind} · {gateways[one.gateway] ?? one.gateway}
          <span className="block truncate text-13 text-muted">{one.ref}</span>
          {one.transactionId && <span className="block truncate text-13 text-muted">{one.transactionId}</span>}
        </span>
      ),
    },
    {
      key: 'amount',
      onPhone: 'end',
      title: t('officeMoney.differences.amount'),
      align: 'right',
      cell: (one) =>
        one.amount !== undefined && one.currency ? <Money value={one.amount} currency={one.currency} className="font-semibold" /> : '–',
    },
    {
      key: 'when',
      title: t('officeMoney.differences.when'),
      align: 'right',
      cell: (one) => <RelativeTime at={one.happenedAt} now={now} show="moment" className="text-muted" />,
    },
    {
      key: 'close',
      title: t('officeMoney.differences.looked'),
      align: 'right',
      cell: (one) =>
        one.closedAt ? (
          <span className="block text-13 text-muted">
            {one.closedBy && `@${one.closedBy} · `}
            <RelativeTime at={one.closedAt} now={now} show="moment" />
            {one.note && <span className="block">{one.note}</span>}
          </span>
        ) : (
          <Button rank="second" size="sm" onClick={() => setLooked(one)}>
            {t('officeMoney.differences.close')}
          </Button>
        ),
    },
  ]
  return (
    <OfficeShell place="payments">
      <title>{usePageTitle(title)}</title>
      <PageTitle onPhone="shown">{title}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <p className="max-w-[65ch] text-15 text-muted max-md:px-4">{t('officeMoney.differences.lead')}</p>
        <ul className="grid gap-1 text-14 max-md:px-4">
          {rows.runs.map((run) => (
            <li key={run.gateway}>
              {t('officeMoney.differences.run', {
                gateway: gateways[run.gateway] ?? run.gateway,
                count: run.entries,
                found: run.differences,
              })}{' '}
              <RelativeTime at={run.ranAt} now={now} className="text-muted" />
            </li>
          ))}
          {rows.runs.length === 0 && <li className="text-muted">{t('officeMoney.differences.neverRun')}</li>}
        </ul>
        <Pills
          className="max-w-full"
          label={t('officeMoney.differences.show')}
          pills={[
            { label: t('officeMoney.differences.open'), to: address.filterTo({ show: undefined }), current: show === 'open' },
            { label: t('officeMoney.differences.all'), to: address.filterTo({ show: 'all' }), current: show === 'all' },
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
            <EmptyState look="bare" icon={Scale}>
              {t('officeMoney.differences.none')}
            </EmptyState>
          }
        />
      </div>
      <ReasonSheet
        open={looked !== undefined}
        onClose={() => setLooked(undefined)}
        title={t('officeMoney.differences.close')}
        lead={t('officeMoney.differences.close.lead')}
        label={t('officeMoney.differences.close.note')}
        act={t('officeMoney.differences.close')}
        onSend={async (note) => {
          try {
            await api.payments.closeDifference({ id: looked?._id ?? '', note })
            await refresh('payments.differences', 'admin.audit')
          } catch (error) {
            return sentenceOf(error, t('shell.tryLater'))
          }
          return undefined
        }}
      />
    </OfficeShell>
  )
}

import { Scale } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import { useLoaderData } from 'react-router'
import type { Difference } from '#contract/money/reconciliation.ts'
import { FilterPills } from '#web/app/Filters.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { useKnownWords } from '#web/app/known-words.ts'
import { listing, useList } from '#web/app/listing.ts'
import { ListTable } from '#web/app/ListTable.tsx'
import { query } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficePage } from '#web/app/shell/OfficePage.tsx'
import { whenColumn } from '#web/app/when-column.tsx'
import { ReasonSheet } from '#web/app/ReasonSheet.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { Money } from '#web/ui/Money.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const gateways: Readonly<Record<string, string>> = { stripe: 'Stripe', ccbill: 'CCBill', sandbox: 'Sandbox' }

const list = listing({
  who: requireStaff,
  says: { show: ['all'] },
  asks: ({ show, ...asked }) => query('payments.differences', { ...asked, show: show ?? 'open' }),
})
export const { loader } = list

/** What the gateways' books say and no webhook had told, or otherwise; each until finance have looked at it. */
export function Component() {
  const { t } = useTranslation()
  const known = useKnownWords()
  const now = useNow()
  const shown = useList(list, useLoaderData<typeof loader>())
  const { runs } = shown.rows
  const [looked, setLooked] = useState<Difference>()
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
    whenColumn(t('officeMoney.differences.when'), ({ happenedAt }) => happenedAt),
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
    <OfficePage below place="payments" title={title}>
      <p className="max-w-[65ch] text-15 text-muted max-md:px-4">{t('officeMoney.differences.lead')}</p>
      <ul className="grid gap-1 text-14 max-md:px-4">
        {runs.map((run) => (
          <li key={run.gateway}>
            {t('officeMoney.differences.run', {
              gateway: gateways[run.gateway] ?? run.gateway,
              count: run.entries,
              found: run.differences,
            })}{' '}
            <RelativeTime at={run.ranAt} now={now} className="text-muted" />
          </li>
        ))}
        {runs.length === 0 && <li className="text-muted">{t('officeMoney.differences.neverRun')}</li>}
      </ul>
      <FilterPills
        list={shown}
        by="show"
        label={t('officeMoney.differences.show')}
        all={t('officeMoney.differences.open')}
        of={['all']}
        say={() => t('officeMoney.differences.all')}
      />
      <ListTable label={title} list={shown} columns={columns} none={{ icon: Scale, words: t('officeMoney.differences.none') }} />
      <ReasonSheet
        open={looked !== undefined}
        onClose={() => setLooked(undefined)}
        title={t('officeMoney.differences.close')}
        lead={t('officeMoney.differences.close.lead')}
        label={t('officeMoney.differences.close.note')}
        act={t('officeMoney.differences.close')}
        about={looked?._id ?? ''}
        onSend={(api, _once, note) => api.payments.closeDifference({ id: looked?._id ?? '', note })}
        refreshes={['payments.differences', 'admin.audit']}
      />
    </OfficePage>
  )
}

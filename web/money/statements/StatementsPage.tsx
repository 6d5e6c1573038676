import { Download, FileText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { MonthRow } from '#web/money/statements/MonthRow.tsx'
import { months } from '#web/money/statements/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pagination } from '#web/ui/Pagination.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

export const handle = { auth: true, inClosedCountry: true }

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const input = pagingOf(tableFrom(new URL(args.request.url).searchParams, table))
  return { input, rows: await load(args, months(input)) }
}

/** Each month that brought something, as files to keep. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const address = useTableAddress(table)
  const rows = useQuery(months(loaded.input), loaded.rows).data ?? loaded.rows
  const title = t('statements.title')
  return (
    <StudioShell place="earnings" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle
        aside={
          <Button className="max-md:my-2" rank="second" size="sm" to="/creator/earnings">
            {t('statements.back')}
          </Button>
        }
      >
        {title}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4" aria-busy={address.waiting}>
        <Card>
          {address.waiting ? (
            <RowsSkeleton />
          ) : rows.data.length === 0 ? (
            <EmptyState look="bare" icon={FileText}>
              {t('statements.none')}
            </EmptyState>
          ) : (
            <ul>
              {rows.data.map((month) => (
                <MonthRow key={month.month} of={month} />
              ))}
            </ul>
          )}
        </Card>
        <Pagination current={address.state.current} pageSize={address.state.pageSize} total={rows.total} to={address.pageTo} />
        <Panel title={t('statements.check')}>
          <p className="text-15 leading-[1.7]! text-muted">{t('statements.check.lead')}</p>
          <pre tabIndex={0} className="quiet-scroll mt-3 overflow-x-auto rounded-control bg-well px-4 py-3 font-mono text-13">
            <code>{t('statements.check.command')}</code>
          </pre>
          <div className="mt-4 flex flex-wrap gap-2">
            <a
              href="/ledger/check-statement.mjs"
              download
              className="touch inline-flex min-h-9 items-center gap-2 rounded-full px-4 text-14 font-semibold ring-1 ring-line-strong ring-inset hover:bg-hover"
            >
              <Download aria-hidden="true" className="size-4" />
              {t('statements.check.script')}
            </a>
            <Button rank="text" size="sm" to="/ledger">
              {t('statements.check.ledger')}
            </Button>
          </div>
        </Panel>
      </div>
    </StudioShell>
  )
}

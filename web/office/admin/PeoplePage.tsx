import { Users } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { type FoundPerson, people } from '#web/office/admin/queries.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const q = params.get('q')?.slice(0, 100)
  const input = {
    ...pagingOf(tableFrom(params, table)),
    ...(q && { q }),
    ...(params.get('frozen') === 'true' && { frozen: 'true' as const }),
  }
  return { input, rows: await load(args, people(input)) }
}

/** Everybody, to find one. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(people(loaded.input), loaded.rows).data ?? loaded.rows
  const { q, frozen } = loaded.input
  const isFiltered = q !== undefined || frozen !== undefined
  const title = t('shell.office.people')
  const columns: Column<FoundPerson>[] = [
    {
      key: 'name',
      title: t('office.people.who'),
      cell: (one) => (
        <Link to={`/admin/people/${one._id}`} className="group block min-w-0 py-1">
          <span className="block truncate font-semibold group-hover:underline">{one.name}</span>
          <span className="block truncate text-13 text-muted">@{one.username}</span>
        </Link>
      ),
    },
    { key: 'role', title: t('office.people.role'), onPhone: 'note', cell: (one) => t(`office.people.role.${one.role}`) },
    {
      key: 'wallet',
      title: t('office.people.wallet'),
      onPhone: 'end',
      cell: (one) => (
        <StateDot tone={one.isFrozen ? 'bad' : 'quiet'}>{t(one.isFrozen ? 'office.people.frozen' : 'office.people.canPay')}</StateDot>
      ),
    },
    {
      key: 'since',
      title: t('office.people.since'),
      align: 'right',
      onPhone: 'note',
      cell: (one) => <RelativeTime at={one.createdAt} now={now} show="moment" className="text-muted" />,
    },
  ]
  return (
    <OfficeShell place="people">
      <title>{usePageTitle(title)}</title>
      <PageTitle onPhone="shown">{title}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pills
            className="max-w-full"
            label={t('office.people.wallet')}
            pills={[
              { label: t('office.all'), to: address.filterTo({ frozen: undefined }), current: frozen === undefined },
              { label: t('office.people.frozen'), to: address.filterTo({ frozen: 'true' }), current: frozen === 'true' },
            ]}
          />
          <FilterSearch address={address} label={t('office.people.search')} className="md:w-80" />
        </div>
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
              icon={Users}
              action={
                isFiltered && (
                  <Button rank="second" size="sm" to={address.filterTo({ q: undefined, frozen: undefined })}>
                    {t('office.showAll')}
                  </Button>
                )
              }
            >
              {t(frozen && q === undefined ? 'office.people.noneFrozen' : 'office.people.noneFound')}
            </EmptyState>
          }
        />
      </div>
    </OfficeShell>
  )
}

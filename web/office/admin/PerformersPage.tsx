import { ClipboardCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requireStaff } from '#web/app/guard.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useNow, useSettings } from '#web/app/session.tsx'
import { OfficeShell } from '#web/app/shell/OfficeShell.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { pagingOf, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import { ApplicationSheet } from '#web/office/admin/ApplicationSheet.tsx'
import { CountryName } from '#web/office/admin/CountryName.tsx'
import { type Application, performers } from '#web/office/admin/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { Pills } from '#web/ui/Pills.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { StateDot } from '#web/ui/StateDot.tsx'

const table = { sortBy: '', sort: 'desc', sortable: [] } as const
const states = ['pending', 'approved', 'rejected'] as const
const stateTones = { pending: 'waiting', approved: 'ok', rejected: 'bad' } as const

export async function loader(args: LoaderFunctionArgs) {
  requireStaff(args)
  const params = new URL(args.request.url).searchParams
  const state = states.find((each) => each === params.get('state'))
  const q = params.get('q')?.slice(0, 100)
  const input = { ...pagingOf(tableFrom(params, table)), ...(state && { state }), ...(q && { q }) }
  return { input, rows: await load(args, performers(input)) }
}

export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const { siteName } = useSettings()
  const now = useNow()
  const address = useTableAddress(table)
  const rows = useQuery(performers(loaded.input), loaded.rows).data ?? loaded.rows
  const { state, q } = loaded.input
  const shownId = address.params.get('id')
  const shown = rows.data.find((each) => each._id === shownId)
  const idTo = (id: string) => {
    const params = new URLSearchParams(address.params)
    params.set('id', id)
    return `?${params}`
  }

  const columns: Column<Application>[] = [
    {
      key: 'name',
      title: t('office.performers.who'),
      cell: (one) => (
        <span className="block min-w-0">
          <Link to={idTo(one._id)} preventScrollReset className="line-clamp-1 font-semibold hover:underline">
            {one.name}
          </Link>
          <span className="block truncate text-13 text-muted">@{one.username}</span>
        </span>
      ),
    },
    { key: 'age', title: t('office.performers.age'), align: 'right', cell: (one) => one.age },
    { key: 'country', title: t('office.performers.country'), cell: (one) => <CountryName code={one.country} /> },
    { key: 'documents', onPhone: 'hidden', title: t('office.performers.documents'), align: 'right', cell: (one) => one.documents.length },
    {
      key: 'state',
      title: t('office.performers.state'),
      onPhone: 'end',
      cell: (one) => <StateDot tone={stateTones[one.state]}>{t(`office.state.${one.state}`)}</StateDot>,
    },
    {
      key: 'submittedAt',
      title: t('office.performers.sent'),
      align: 'right',
      cell: (one) => <RelativeTime at={one.submittedAt} now={now} className="text-muted" />,
    },
  ]
  return (
    <OfficeShell place="performers">
      <title>{`${t('shell.office.performers')} · ${siteName}`}</title>
      <PageTitle onPhone="shown">{t('shell.office.performers')}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Pills
            className="max-w-full"
            label={t('office.performers.state')}
            pills={[
              { label: t('office.all'), to: address.filterTo({ state: undefined, id: undefined }), current: state === undefined },
              ...states.map((each) => ({
                label: t(`office.state.${each}`),
                to: address.filterTo({ state: each, id: undefined }),
                current: state === each,
              })),
            ]}
          />
          <FilterSearch address={address} label={t('office.performers.search')} drops={['id']} className="md:w-64" />
        </div>
        <DataTable
          label={t('shell.office.performers')}
          columns={columns}
          rows={rows.data}
          rowKey={(one) => one._id}
          total={rows.total}
          {...address.table}
          empty={
            <EmptyState
              look="bare"
              icon={ClipboardCheck}
              action={
                (state || q) && (
                  <Button rank="second" size="sm" to={address.filterTo({ state: undefined, q: undefined })}>
                    {t('office.showAll')}
                  </Button>
                )
              }
            >
              {t(state === 'pending' && !q ? 'office.performers.noneWait' : 'office.performers.none')}
            </EmptyState>
          }
        />
      </div>
      <ApplicationSheet application={shown} onClose={() => address.setFilters({ id: undefined })} />
    </OfficeShell>
  )
}

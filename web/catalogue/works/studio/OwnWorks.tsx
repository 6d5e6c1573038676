import { type LucideIcon, Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { useSettings } from '#web/app/session.tsx'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { pagingOf, type TableAddress, tableFrom, useTableAddress } from '#web/app/table-address.ts'
import type { TitledKind, TitledWork } from '#web/catalogue/works/studio/kinds.ts'
import { StatusPills } from '#web/catalogue/works/studio/StatusPills.tsx'
import { WorksTable } from '#web/catalogue/works/studio/WorksTable.tsx'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import type { Paged } from '#web/app/Pages.tsx'

const orders = ['createdAt', 'price', 'totalLike', 'title'] as const
const table = { sortBy: 'createdAt', sort: 'desc', sortable: orders } as const

/** What the address asks of the list. */
export function ownListFrom(url: string) {
  const params = new URL(url).searchParams
  const state = tableFrom(params, table)
  const status = statuses.find((each) => each === params.get('status'))
  const q = params.get('q')?.slice(0, 200)
  const sortBy = orders.find((order) => order === state.sortBy) ?? 'createdAt'
  return { filter: { sortBy, sort: state.sort, ...(status && { status }), ...(q && { q }) }, window: pagingOf(state) }
}

type OwnWorksProps<Work> = {
  kind: TitledKind
  icon: LucideIcon
  rows: Paged<Work>
  filter: ReturnType<typeof ownListFrom>['filter']
  columns: Column<Work>[]
  /** Those that somebody is being asked about. */
  deleting: string[]
  onDeleting: (ids: string[]) => void
}

/** Everything of one kind that the creator made, whatever its state; several at once can be published or deleted. */
export function OwnWorks<Work extends TitledWork>(props: OwnWorksProps<Work>) {
  const { kind, icon, rows, filter, columns, deleting, onDeleting } = props
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const address = useTableAddress(table)
  const { place, words } = kind
  const title = t(`${words}.nav`)
  return (
    <StudioShell place={place} title={title}>
      <title>{`${title} · ${siteName}`}</title>
      <PageTitle
        aside={
          <>
            <span className="num max-md:hidden">{t(`${words}.count`, { count: rows.total })}</span>
            <Button rank="inverse" size="sm" to={`/creator/${place}/new`} icon={<Plus className="size-4" />} className="max-md:my-2">
              {t(`${words}.new`)}
            </Button>
          </>
        }
      >
        {title}
      </PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
          <StatusPills address={address} status={filter.status} />
          <FilterSearch address={address} label={t(`${words}.search`)} className="md:w-56" />
        </div>
        <WorksTable
          label={title}
          {...{ kind, rows, columns, address, deleting, onDeleting }}
          empty={<None kind={kind} icon={icon} address={address} isFiltered={filter.status !== undefined || filter.q !== undefined} />}
        />
      </div>
    </StudioShell>
  )
}

type NoneProps = { kind: TitledKind; icon: LucideIcon; address: TableAddress; isFiltered: boolean }

function None({ kind: { place, words }, icon, address, isFiltered }: NoneProps) {
  const { t } = useTranslation()
  return (
    <EmptyState
      look="bare"
      icon={icon}
      action={
        isFiltered ? (
          <Button rank="second" size="sm" to={address.filterTo({ status: undefined, q: undefined })}>
            {t('studio.showAll')}
          </Button>
        ) : (
          <Button rank="second" size="sm" to={`/creator/${place}/new`}>
            {t(`${words}.new`)}
          </Button>
        )
      }
    >
      {t(isFiltered ? `${words}.noneFiltered` : `${words}.none`)}
    </EmptyState>
  )
}

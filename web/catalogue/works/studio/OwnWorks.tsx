import { type LucideIcon, Plus } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import { requirePerformer } from '#web/app/guard.ts'
import { listing, type List } from '#web/app/listing.ts'
import type { Query } from '#web/app/query.ts'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import type { OwnInput, TitledKind, TitledWork } from '#web/catalogue/works/studio/kinds.ts'
import { WorksTable } from '#web/catalogue/works/studio/WorksTable.tsx'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Column } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** @param own the row of that kind */
export function ownList<Answer>(own: (asked: OwnInput) => Query<Answer>) {
  return listing({
    who: requirePerformer,
    order: { sortBy: 'createdAt', sort: 'desc', sortable: ['createdAt', 'price', 'totalLike', 'title'] },
    says: { status: statuses, q: { letters: 200 } },
    asks: own,
  })
}

type OwnWorksProps<Work> = {
  kind: TitledKind
  icon: LucideIcon
  list: List<Pick<OwnInput, 'status'>, { data: Work[]; total: number }>
  columns: Column<Work>[]
  /** Those that somebody is being asked about. */
  deleting: string[]
  onDeleting: (ids: string[]) => void
}

/** Everything of one kind that the creator made, whatever its state; several at once can be published or deleted. */
export function OwnWorks<Work extends TitledWork>(props: OwnWorksProps<Work>) {
  const { kind, icon, list, columns, deleting, onDeleting } = props
  const { t } = useTranslation()
  const { place, words } = kind
  const title = t(`${words}.nav`)
  if (list.rows.total === 0 && !list.isFiltered)
    return (
      <StudioPage place={place} title={title}>
        <EmptyState
          scene="seats"
          title={t('scenes.seats')}
          action={
            <Button rank="second" size="sm" to={`/creator/${place}/new`}>
              {t(`${words}.new`)}
            </Button>
          }
        >
          {t(`${words}.none`)}
        </EmptyState>
      </StudioPage>
    )
  return (
    <StudioPage
      place={place}
      title={title}
      aside={
        <>
          <span className="num max-md:hidden">{t(`${words}.count`, { count: list.rows.total })}</span>
          <Button rank="second" size="sm" to={`/creator/${place}/new`} icon={<Plus className="size-4" />} className="max-md:my-2">
            {t(`${words}.new`)}
          </Button>
        </>
      }
    >
      <Filters>
        <FilterPills
          list={list}
          by="status"
          label={t('studio.state')}
          all={t('studio.all')}
          of={statuses}
          say={(each) => t(`studio.state.${each}`)}
        />
        <FilterSearch address={list.address} label={t(`${words}.search`)} className="md:w-56" />
      </Filters>
      <WorksTable
        label={title}
        {...{ kind, list, columns, deleting, onDeleting }}
        none={{
          icon,
          words: t(`${words}.none`),
          found: t(`${words}.noneFiltered`),
          begin: (
            <Button rank="second" size="sm" to={`/creator/${place}/new`}>
              {t(`${words}.new`)}
            </Button>
          ),
        }}
      />
    </StudioPage>
  )
}

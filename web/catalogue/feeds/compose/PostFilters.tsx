import { useTranslation } from '#web/app/say.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import type { TableAddress } from '#web/app/table-address.ts'
import { FilterPills, Filters, FilterSelect } from '#web/app/Filters.tsx'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'

export const postTypes = ['photo', 'text', 'video', 'audio', 'scheduled-streaming'] as const

type PostFiltersProps = {
  list: { address: TableAddress; asked: { status?: (typeof statuses)[number]; type?: (typeof postTypes)[number] } }
}

/** State, kind and words; all of it stands in the address. */
export function PostFilters({ list }: PostFiltersProps) {
  const { t } = useTranslation()
  return (
    <Filters>
      <FilterPills
        list={list}
        by="status"
        label={t('studio.state')}
        all={t('studio.all')}
        of={statuses}
        say={(each) => t(`studio.state.${each}`)}
      />
      <div className="flex items-center gap-2 max-md:w-full max-md:px-4">
        <FilterSelect
          list={list}
          by="type"
          label={t('studio.type')}
          all={t('studio.type.all')}
          of={postTypes}
          say={(each) => t(`studio.type.${each}`)}
        />
        <FilterSearch address={list.address} label={t('studio.search')} className="max-md:min-w-0 max-md:flex-1 max-md:px-0! md:w-56" />
      </div>
    </Filters>
  )
}

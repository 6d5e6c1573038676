import { useTranslation } from 'react-i18next'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import type { TableAddress } from '#web/app/table-address.ts'
import { Select } from '#web/ui/Select.tsx'
import { FilterPills, Filters } from '#web/app/Filters.tsx'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'

export const postTypes = ['photo', 'text', 'video', 'audio', 'scheduled-streaming'] as const

type PostFiltersProps = {
  list: { address: TableAddress; asked: { status?: (typeof statuses)[number]; type?: (typeof postTypes)[number] } }
}

/** State, kind and words; all of it stands in the address. */
export function PostFilters({ list }: PostFiltersProps) {
  const { t } = useTranslation()
  const { address, asked } = list
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
        <Select
          hideLabel
          label={t('studio.type')}
          className="w-36 flex-none"
          value={asked.type ?? 'all'}
          onChange={(next) => address.setFilters({ type: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t('studio.type.all') },
            ...postTypes.map((each) => ({ value: each, label: t(`studio.type.${each}`) })),
          ]}
        />
        <FilterSearch address={address} label={t('studio.search')} className="max-md:min-w-0 max-md:flex-1 max-md:px-0! md:w-56" />
      </div>
    </Filters>
  )
}

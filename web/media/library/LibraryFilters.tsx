import { useTranslation } from 'react-i18next'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { FilterPills } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import type { TableAddress } from '#web/app/table-address.ts'
import { Select } from '#web/ui/Select.tsx'

export const purposes = ['photo', 'video', 'audio', 'download', 'thumbnail', 'teaser'] as const satisfies readonly LibraryFile['purpose'][]
export const states = ['finished', 'processing', 'error'] as const satisfies readonly LibraryFile['status'][]

type LibraryFiltersProps = {
  list: { address: TableAddress; asked: { purpose?: (typeof purposes)[number]; status?: (typeof states)[number] } }
}

/** Kind, state and name; all of it stands in the address. */
export function LibraryFilters({ list }: LibraryFiltersProps) {
  const { t } = useTranslation()
  const { address, asked } = list
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
      <FilterPills
        list={list}
        by="purpose"
        label={t('library.kind')}
        all={t('library.all')}
        of={purposes}
        say={(each) => t(`library.kind.${each}`)}
      />
      <div className="flex items-center gap-2 max-md:w-full max-md:px-4">
        <Select
          hideLabel
          label={t('library.state')}
          className="w-32 flex-none"
          value={asked.status ?? 'all'}
          onChange={(next) => address.setFilters({ status: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t('library.all') },
            ...states.map((each) => ({ value: each, label: t(`library.state.${each}`) })),
          ]}
        />
        <FilterSearch address={address} label={t('library.search')} className="max-md:min-w-0 max-md:flex-1 max-md:px-0! md:w-56" />
      </div>
    </div>
  )
}

import { useTranslation } from '#web/app/say.ts'
import type { LibraryFile } from '#contract/media/uploads.ts'
import { FilterPills, FilterSelect } from '#web/app/Filters.tsx'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import type { TableAddress } from '#web/app/table-address.ts'

export const purposes = ['photo', 'video', 'audio', 'download', 'thumbnail', 'teaser'] as const satisfies readonly LibraryFile['purpose'][]
export const states = ['finished', 'processing', 'error'] as const satisfies readonly LibraryFile['status'][]

type LibraryFiltersProps = {
  list: { address: TableAddress; asked: { purpose?: (typeof purposes)[number]; status?: (typeof states)[number] } }
}

/** Kind, state and name; all of it stands in the address. */
export function LibraryFilters({ list }: LibraryFiltersProps) {
  const { t } = useTranslation()
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
        <FilterSelect
          list={list}
          by="status"
          label={t('library.state')}
          all={t('library.all')}
          of={states}
          say={(each) => t(`library.state.${each}`)}
        />
        <FilterSearch address={list.address} label={t('library.search')} className="max-md:min-w-0 max-md:flex-1 max-md:px-0! md:w-56" />
      </div>
    </div>
  )
}

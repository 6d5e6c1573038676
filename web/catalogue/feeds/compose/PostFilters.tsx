import { useTranslation } from 'react-i18next'
import type { Feed } from '#contract/catalogue/feeds.ts'
import { FilterSearch } from '#web/app/FilterSearch.tsx'
import type { TableAddress } from '#web/app/table-address.ts'
import { StatusPills } from '#web/catalogue/works/studio/StatusPills.tsx'
import { Select } from '#web/ui/Select.tsx'

export const postTypes = ['photo', 'text', 'video', 'audio', 'scheduled-streaming'] as const

type PostFiltersProps = { address: TableAddress; status: Feed['status'] | undefined; type: Feed['type'] | undefined }

/** State, kind and words; all of it stands in the address. */
export function PostFilters({ address, status, type }: PostFiltersProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 max-md:pt-2">
      <StatusPills address={address} status={status} />
      <div className="flex items-center gap-2 max-md:w-full max-md:px-4">
        <Select
          hideLabel
          label={t('studio.type')}
          className="w-36 flex-none"
          value={type ?? 'all'}
          onChange={(next) => address.setFilters({ type: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t('studio.type.all') },
            ...postTypes.map((each) => ({ value: each, label: t(`studio.type.${each}`) })),
          ]}
        />
        <FilterSearch address={address} label={t('studio.search')} className="max-md:min-w-0 max-md:flex-1 max-md:px-0! md:w-56" />
      </div>
    </div>
  )
}

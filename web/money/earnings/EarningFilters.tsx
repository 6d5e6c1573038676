import { useTranslation } from '#web/app/say.ts'
import type { TableAddress } from '#web/app/table-address.ts'
import { DayFilters } from '#web/money/earnings/DayFilters.tsx'
import { type EarningSpan, earningTypes } from '#web/money/earnings/span.ts'
import { Pills } from '#web/ui/Pills.tsx'

/** Days and source; all of it stands in the address. */
export function EarningFilters({ address, span }: { address: TableAddress; span: EarningSpan }) {
  const { t } = useTranslation()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <DayFilters address={address} span={span} />
      <Pills
        className="max-w-full"
        label={t('earningsPage.typeHead')}
        pills={[
          { label: t('earningsPage.allTypes'), to: address.filterTo({ type: undefined }), current: span.sourceType === undefined },
          ...earningTypes.map((type) => ({
            label: t(`earningsPage.type.${type}`),
            to: address.filterTo({ type }),
            current: span.sourceType === type,
          })),
        ]}
      />
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import type { TableAddress } from '#web/app/table-address.ts'
import { statuses } from '#web/catalogue/works/studio/WorkState.tsx'
import { Pills } from '#web/ui/Pills.tsx'

export function StatusPills({ address, status }: { address: TableAddress; status: (typeof statuses)[number] | undefined }) {
  const { t } = useTranslation()
  return (
    <Pills
      className="max-w-full"
      label={t('studio.state')}
      pills={[
        { label: t('studio.all'), to: address.filterTo({ status: undefined }), current: status === undefined },
        ...statuses.map((each) => ({
          label: t(`studio.state.${each}`),
          to: address.filterTo({ status: each }),
          current: status === each,
        })),
      ]}
    />
  )
}

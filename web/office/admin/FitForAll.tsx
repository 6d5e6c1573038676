import { useTranslation } from '#web/app/say.ts'
import type { ReviewedWork } from '#contract/office/admin.ts'
import { useAct } from '#web/app/act.ts'
import { Switch } from '#web/ui/Switch.tsx'

/** The mark of the review that opens what its creator offers to visitors: as it was looked at, and until it is another. */
export function FitForAll({ work }: { work: ReviewedWork }) {
  const { t } = useTranslation()
  const { act, busy } = useAct(
    (api, _once, isFit: boolean) =>
      isFit ? api.admin.markFitForAll({ id: work._id, updatedAt: work.updatedAt }) : api.admin.unmarkFitForAll({ id: work._id }),
    {
      refreshes: ['admin.works', 'admin.audit'],
      said: ({ isFitForAll }) => t(isFitForAll ? 'office.works.fit.marked' : 'office.works.fit.unmarked', { name: work.performer.name }),
    },
  )
  return (
    <Switch
      label={t('office.works.fit')}
      hint={t('office.works.fit.hint')}
      checked={work.isFitForAll ?? false}
      disabled={busy}
      onChange={(isFit) => void act(isFit)}
    />
  )
}

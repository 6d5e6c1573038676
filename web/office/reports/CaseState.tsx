import { useTranslation } from '#web/app/say.ts'
import type { Case } from '#web/office/reports/queries.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

/** Open, late, or closed. */
export function CaseState({ one: { state, isOverdue } }: { one: Pick<Case, 'state' | 'isOverdue'> }) {
  const { t } = useTranslation()
  if (isOverdue) return <StateDot tone="bad">{t('officeReports.late')}</StateDot>
  return <StateDot tone={state === 'open' ? 'waiting' : 'quiet'}>{t(`officeReports.state.${state}`)}</StateDot>
}

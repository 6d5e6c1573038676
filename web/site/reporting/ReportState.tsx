import { outcomeOf } from '#contract/office/report-names.ts'
import type { Followed } from '#contract/office/reports.ts'
import { useTranslation } from '#web/app/say.ts'
import { StateDot } from '#web/ui/StateDot.tsx'

/** Where a report stands, in a word. */
export function ReportState({ report: { state, target, decision } }: { report: Pick<Followed, 'state' | 'target' | 'decision'> }) {
  const { t } = useTranslation()
  return (
    <StateDot tone={state === 'open' ? 'waiting' : decision?.what === 'kept' ? 'quiet' : 'ok'}>
      {t(state === 'closed' && decision ? `reports.decided.${outcomeOf(target, decision.what)}` : 'reports.state.open')}
    </StateDot>
  )
}

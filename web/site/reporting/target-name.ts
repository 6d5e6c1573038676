import type { ReportTarget } from '#contract/office/report-names.ts'
import { useTranslation } from '#web/app/say.ts'

/** What was reported, as the first word of a line: inside a sentence its name begins small. */
export function useTargetName() {
  const { t } = useTranslation()
  return (target: ReportTarget) => t(`reports.target.${target}`).replace(/^./u, (first) => first.toUpperCase())
}

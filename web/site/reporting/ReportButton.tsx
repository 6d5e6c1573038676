import { Flag } from 'lucide-react'
import { useTranslation } from '#web/app/say.ts'
import type { ReportSheetProps } from '#web/site/reporting/ReportSheet.tsx'
import { useReport } from '#web/site/reporting/use-report.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Where a page has acts and no menu. */
export function ReportButton(about: Pick<ReportSheetProps, 'target' | 'id'>) {
  const { t } = useTranslation()
  const { report, sheet } = useReport(about)
  return (
    <>
      <Button rank="text" size="sm" onClick={report} icon={<Flag className="size-4" />}>
        {t('shell.report')}
      </Button>
      {sheet}
    </>
  )
}

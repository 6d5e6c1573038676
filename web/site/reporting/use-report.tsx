import { Suspense, useState } from 'react'
import { useTranslation } from '#web/app/say.ts'
import type { ReportSheetProps } from '#web/site/reporting/ReportSheet.tsx'
import { bringWords } from '#web/app/words.ts'
import { lazy } from '#web/ui/network.ts'

// Few report anything: the sheet comes with its words when somebody does.
const ReportSheet = lazy(async () => {
  const [file] = await Promise.all([import('#web/site/reporting/ReportSheet.tsx'), bringWords('report')])
  return { default: file.ReportSheet }
})

/** For whatever has a menu: what stands there, and the sheet behind it. */
export function useReport(about: Omit<ReportSheetProps, 'open' | 'onClose'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<boolean>()
  const report = () => setOpen(true)
  return {
    report,
    entry: { label: t('shell.report'), apart: true, onChoose: report },
    sheet: open !== undefined && (
      <Suspense fallback={null}>
        <ReportSheet {...about} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  }
}

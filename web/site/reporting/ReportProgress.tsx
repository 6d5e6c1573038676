import { CircleCheck, Flag } from 'lucide-react'
import type { ReactNode } from 'react'
import { outcomeOf } from '#contract/office/report-names.ts'
import type { Followed } from '#contract/office/reports.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { ReportState } from '#web/site/reporting/ReportState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Steps } from '#web/ui/Steps.tsx'

/** How far one report is and what became of it: to whoever follows it by a link, and to whoever sent it and is signed in. */
export function ReportProgress({ report, children }: { report: Omit<Followed, '_id'>; children?: ReactNode }) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <Card className="grid gap-5 p-4 md:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <p className="num text-20 font-semibold" translate="no">
          {report.caseNumber}
        </p>
        <ReportState report={report} />
      </div>
      {children}
      <Steps
        done={[
          {
            icon: Flag,
            title: t('reports.step.sent', { what: t(`reports.target.${report.target}`), reason: t(`reports.reason.${report.reason}`) }),
            about: <RelativeTime at={report.createdAt} now={now} show="moment" />,
          },
          ...(report.decision
            ? [
                {
                  icon: CircleCheck,
                  title: t(`reports.result.${outcomeOf(report.target, report.decision.what)}`),
                  about: <RelativeTime at={report.decision.at} now={now} show="moment" />,
                  note: report.decision.reason,
                },
              ]
            : []),
        ]}
        ahead={report.decision ? [] : [t('reports.step.decision')]}
      />
      <p className="text-14 text-muted">
        {report.decision ? (
          t('reports.appeal')
        ) : (
          <>
            {t('reports.due')} <RelativeTime at={report.dueAt} now={now} show="moment" />
          </>
        )}
      </p>
      {report.decision && (
        <Button rank="second" size="sm" to="/contact" className="justify-self-start">
          {t('shell.contact')}
        </Button>
      )}
    </Card>
  )
}

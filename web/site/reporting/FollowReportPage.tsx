import { CircleCheck, Flag } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { usePageTitle } from '#web/app/page-title.ts'
import { loadOr, query } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ReportState } from '#web/site/reporting/ReportState.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Steps } from '#web/ui/Steps.tsx'

export const handle = { inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  const token = args.params['token'] ?? ''
  if (!/^[\w-]{20,200}$/.test(token)) return {}
  return loadOr('not_found', args, query('reports.follow', { token }))
}

/** Where the link in a letter leads: what became of one report, for whoever has the link. */
export function Component() {
  const { t } = useTranslation()
  const now = useNow()
  const { answer: report } = useLoaderData<typeof loader>()
  const title = t('reports.one')
  return (
    <MainFrame place="none" top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <meta name="robots" content="noindex" />
      <PageTitle>{title}</PageTitle>
      {report ? (
        <Card className="grid gap-5 p-4 md:p-6">
          <div className="flex flex-wrap items-baseline justify-between gap-3">
            <p className="num text-20 font-semibold" translate="no">
              {report.caseNumber}
            </p>
            <ReportState report={report} />
          </div>
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
                      title: t(`reports.result.${report.decision.what}`),
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
      ) : (
        <Card>
          <EmptyState icon={Flag} look="bare">
            {t('reports.gone')}
          </EmptyState>
        </Card>
      )}
    </MainFrame>
  )
}

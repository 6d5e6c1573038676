import { Flag } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { ReplyTo } from '#contract/client.ts'
import { requireMember } from '#web/app/guard.ts'
import { Pages } from '#web/app/Pages.tsx'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, query } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { useNow } from '#web/app/session.tsx'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ReportState } from '#web/site/reporting/ReportState.tsx'
import { useTargetName } from '#web/site/reporting/target-name.ts'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { RowsSkeleton } from '#web/ui/Skeleton.tsx'

export const handle = { auth: true, inClosedCountry: true }

type Mine = ReplyTo<'reports.mine'>['data']

const mine = (offset = 0) => query('reports.mine', { limit: 20, offset })

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, mine())
}

/** What I reported, the newest first, and what became of it. */
export function Component() {
  const { t } = useTranslation()
  const first = useLoaderData<typeof loader>()
  const title = t('reports.mine')
  return (
    <MainFrame place="none" top={{ title, back: '/settings' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/settings', label: t('reports.settings') }}>{title}</PageTitle>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 md:gap-4">
        <Pages
          query={({ offset }) => mine(offset)}
          loaded={first}
          waiting={<RowsSkeleton />}
          draw={(reports) => <Rows reports={reports} />}
          empty={
            <Card>
              <EmptyState icon={Flag} look="bare">
                {t('reports.none')}
              </EmptyState>
            </Card>
          }
        />
      </div>
    </MainFrame>
  )
}

function Rows({ reports }: { reports: Mine }) {
  const { t } = useTranslation()
  const targetName = useTargetName()
  const now = useNow()
  return (
    <Card>
      <ul>
        {reports.map((report) => (
          <li
            key={report._id}
            className="relative grid gap-1 border-t border-line px-4 py-3 transition-colors first:border-t-0 hover:bg-hover md:px-5"
          >
            <div className="flex flex-wrap items-center justify-between gap-x-4">
              <h2 className="text-15">
                <Link to={`/settings/reports/${report._id}`} className="after:absolute after:inset-0">
                  {targetName(report.target)} · {t(`reports.reason.${report.reason}`)}
                </Link>
              </h2>
              <ReportState report={report} />
            </div>
            <p className="num flex flex-wrap gap-x-2 text-13 text-muted">
              <span translate="no">{report.caseNumber}</span>
              <RelativeTime at={report.createdAt} now={now} />
              {!report.decision && (
                <span>
                  {t('reports.due')} <RelativeTime at={report.dueAt} now={now} show="moment" />
                </span>
              )}
            </p>
            {report.decision && <p className="line-clamp-3 text-14 break-words whitespace-pre-line">{report.decision.reason}</p>}
          </li>
        ))}
      </ul>
    </Card>
  )
}

import type { ReactNode } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import type { OwnReport } from '#contract/office/reports.ts'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, query, useLoaded } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ReportProgress } from '#web/site/reporting/ReportProgress.tsx'
import { useTargetName } from '#web/site/reporting/target-name.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { auth: true, inClosedCountry: true }

const one = (id: string) => query('reports.one', { id })

export async function loader(args: LoaderFunctionArgs) {
  requireMember(args)
  return load(args, one(args.params['reportId'] ?? ''))
}

/** One report of mine: what it is about, what I wrote, how far it is and what became of it. */
export function Component() {
  const { t } = useTranslation()
  const loaded = useLoaderData<typeof loader>()
  const report = useLoaded(one(loaded._id), loaded)
  const title = t('reports.one')
  return (
    <MainFrame place="none" top={{ title, back: '/settings/reports' }}>
      <title>{usePageTitle(title)}</title>
      <PageTitle up={{ to: '/settings/reports', label: t('reports.mine') }}>{title}</PageTitle>
      <ReportProgress report={report}>
        <dl className="grid gap-4 rounded-control bg-well px-4 py-3">
          <About report={report} />
          {report.description !== '' && (
            <Said title={t('reports.own.said')}>
              <p className="break-words whitespace-pre-line">{report.description}</p>
            </Said>
          )}
          {report.evidence.length > 0 && (
            <Said title={t('reports.evidence')}>
              <ul className="grid gap-1">
                {report.evidence.map((link) => (
                  <li key={link} className="min-w-0 truncate">
                    <a href={link} target="_blank" rel="noopener noreferrer nofollow" className="text-link hover:underline">
                      {link}
                    </a>
                  </li>
                ))}
              </ul>
            </Said>
          )}
          {report.signature && <Said title={t('reports.signature')}>{report.signature}</Said>}
        </dl>
      </ReportProgress>
    </MainFrame>
  )
}

function About({ report: { target, subject } }: { report: OwnReport }) {
  const { t } = useTranslation()
  const targetName = useTargetName()
  return (
    <Said title={targetName(target)}>
      {subject ? (
        <>
          {subject.text !== '' && <p className="line-clamp-6 break-words whitespace-pre-line">{subject.text}</p>}
          {subject.path && (
            <Link to={subject.path} className="touch relative text-link hover:underline">
              {t('reports.own.open')}
            </Link>
          )}
        </>
      ) : (
        <p className="text-muted">{t('reports.own.unseen')}</p>
      )}
    </Said>
  )
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <dt className="text-13 text-muted">{title}</dt>
      <dd className="grid gap-1 text-15">{children}</dd>
    </div>
  )
}

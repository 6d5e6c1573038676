import { Flag } from 'lucide-react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { usePageTitle } from '#web/app/page-title.ts'
import { loadOr, query } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { ReportProgress } from '#web/site/reporting/ReportProgress.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  const token = args.params['token'] ?? ''
  if (!/^[\w-]{20,200}$/.test(token)) return {}
  return loadOr('not_found', args, query('reports.follow', { token }))
}

/** Where the link in a letter leads: what became of one report, for whoever has the link. */
export function Component() {
  const { t } = useTranslation()
  const { answer: report } = useLoaderData<typeof loader>()
  const title = t('reports.one')
  return (
    <MainFrame place="none" top={{ title, back: '/home' }}>
      <title>{usePageTitle(title)}</title>
      <meta name="robots" content="noindex" />
      <PageTitle>{title}</PageTitle>
      {report ? (
        <ReportProgress report={report} />
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

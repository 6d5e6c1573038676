import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { CampaignForm } from '#web/talk/campaigns/CampaignForm.tsx'
import { fanLists } from '#web/talk/campaigns/queries.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  return { lists: await load(args, fanLists) }
}

export function Component() {
  const { t } = useTranslation()
  const { lists } = useLoaderData<typeof loader>()
  return (
    <StudioShell hasAct below place="campaigns" title={t('campaigns.new')}>
      <title>{usePageTitle(t('campaigns.new'))}</title>
      <PageTitle>{t('campaigns.new')}</PageTitle>
      <CampaignForm lists={lists} />
    </StudioShell>
  )
}

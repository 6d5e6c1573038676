import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { CampaignForm } from '#web/talk/campaigns/CampaignForm.tsx'
import { campaign, fanLists } from '#web/talk/campaigns/queries.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const [one, lists] = await Promise.all([load(args, campaign(args.params['campaignId'] ?? '')), load(args, fanLists)])
  // What went out is not changed any more.
  if (one.state !== 'scheduled') throw redirect(`/creator/campaigns/${one._id}`)
  return { one, lists }
}

export function Component() {
  const { t } = useTranslation()
  const { one, lists } = useLoaderData<typeof loader>()
  return (
    <StudioShell hasAct below place="campaigns" title={t('campaigns.edit')}>
      <title>{usePageTitle(t('campaigns.edit'))}</title>
      <PageTitle>{t('campaigns.edit')}</PageTitle>
      <CampaignForm key={one._id} campaign={one} lists={lists} />
    </StudioShell>
  )
}

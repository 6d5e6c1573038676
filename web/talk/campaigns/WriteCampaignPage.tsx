import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load, useQuery } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioShell } from '#web/app/shell/StudioShell.tsx'
import { CampaignForm } from '#web/talk/campaigns/CampaignForm.tsx'
import { campaign, fanLists } from '#web/talk/campaigns/queries.ts'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { auth: true }

/** A new one, or one that waits. */
export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const id = args.params['campaignId']
  const [one, lists] = await Promise.all([id === undefined ? undefined : load(args, campaign(id)), load(args, fanLists)])
  // What went out is not changed any more.
  if (one && one.state !== 'scheduled') throw redirect(`/creator/campaigns/${one._id}`)
  return { one, lists }
}

export function Component() {
  const { t } = useTranslation()
  const { one, lists: loaded } = useLoaderData<typeof loader>()
  const { data: lists = loaded } = useQuery(fanLists, loaded)
  const title = t(one ? 'campaigns.edit' : 'campaigns.new')
  return (
    <StudioShell hasAct below place="campaigns" title={title}>
      <title>{usePageTitle(title)}</title>
      <PageTitle>{title}</PageTitle>
      <CampaignForm key={one?._id} {...(one && { campaign: one })} lists={lists} />
    </StudioShell>
  )
}

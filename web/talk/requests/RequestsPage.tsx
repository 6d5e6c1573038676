import { type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router'
import { requireMember } from '#web/app/guard.ts'
import { usePageTitle } from '#web/app/page-title.ts'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { MainFrame } from '#web/app/shell/MainFrame.tsx'
import { listIn, requestsIn } from '#web/talk/requests/queries.ts'
import { RequestList } from '#web/talk/requests/RequestList.tsx'
import { PageTitle } from '#web/ui/layout/PageTitle.tsx'

export const handle = { auth: true, inClosedCountry: true }

export async function loader(args: LoaderFunctionArgs) {
  // A performer's stand in the studio.
  if (requireMember(args).isPerformer) throw redirect('/creator/requests')
  const list = listIn(args.request)
  return { list, first: await load(args, requestsIn(list)({ offset: 0 })) }
}

/** What a fan asked for. */
export function Component() {
  const { t } = useTranslation()
  const { list, first } = useLoaderData<typeof loader>()
  const title = t('requests.title')
  return (
    <MainFrame place="none" top={{ title, back: '/messages' }}>
      <title>{usePageTitle(title)}</title>
      <div className="max-md:sr-only">
        <PageTitle>
          <span className="stage-name">{title}</span>
        </PageTitle>
      </div>
      <RequestList path="/requests" list={list} first={first} />
    </MainFrame>
  )
}

import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { requirePerformer } from '#web/app/guard.ts'
import { load } from '#web/app/query.ts'
import { useTranslation } from '#web/app/say.ts'
import { StudioPage } from '#web/app/shell/StudioPage.tsx'
import { waiting } from '#web/app/shell/waiting.ts'
import { listIn, requestsIn } from '#web/talk/requests/queries.ts'
import { RequestList } from '#web/talk/requests/RequestList.tsx'

export const handle = { auth: true }

export async function loader(args: LoaderFunctionArgs) {
  requirePerformer(args)
  const list = listIn(args.request)
  const [first, waits] = await Promise.all([load(args, requestsIn(list)({ offset: 0 })), load(args, waiting)])
  return { list, first, isTaking: waits.requests.isTaking }
}

/** What fans asked a performer for: what is open, what to deliver soonest first, and what was. */
export function Component() {
  const { t } = useTranslation()
  const { list, first, isTaking } = useLoaderData<typeof loader>()
  return (
    <StudioPage place="requests" title={t('requests.title')}>
      <div>
        <RequestList path="/creator/requests" list={list} first={first} isTaking={isTaking} />
      </div>
    </StudioPage>
  )
}

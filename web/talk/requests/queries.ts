import { type RequestList, requestLists } from '#contract/talk/request-names.ts'
import type { ReplyTo } from '#contract/client.ts'
import type { After } from '#web/app/Pages.tsx'
import { query, type Query } from '#web/app/query.ts'

/** Which of them: as the address says it. */
export function listIn(request: Request): RequestList {
  const asked = new URL(request.url).searchParams.get('show')
  return requestLists.find((each) => each === asked) ?? 'open'
}

export const requestsIn =
  (status: RequestList) =>
  ({ offset }: After): Query<ReplyTo<'requests.list'>> =>
    query('requests.list', { status, limit: 20, offset })

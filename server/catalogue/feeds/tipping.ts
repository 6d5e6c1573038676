// What tips are given for: earnings asks (money/earnings/tipped-posts.ts).
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/feeds/queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { TippedPost } from '#server/money/earnings/earnings.ts'

export const tippedPost: TippedPost = async (db, { feedId, performerId, tipper, country }) => {
  const work = (await works.find(db, [feedId])).get(feedId)
  if (work?.kind !== 'feed' || work.creatorId !== performerId) return undefined
  // Whether they may know of it; whether its media opens for them is another question.
  const viewer = { kind: 'member', sessionId: '', username: '', isAdult: false, ...tipper } as const
  if (!(await access.mayView(db, { viewer, country }, [work])).get(feedId)?.isThere) return undefined
  // The title of a locked text is its first line, which is what is locked; the line of money is read by who did not unlock it.
  if (work.medium !== 'text' || work.audience === 'free') return work.title
  const [post] = await queries.posts(db, [feedId])
  return post?.tagline ?? ''
}

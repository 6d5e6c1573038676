// What a post announces. Streams stand above posts: the stage answers, and posts ask through here; where nothing is announced nothing is asked.
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { Reader } from '#server/catalogue/access/access.ts'
import type { Audience } from '#server/catalogue/works/works.ts'
import * as works from '#server/catalogue/works/works.ts'
import { posts } from '#server/catalogue/feeds/queries.ts'
import type { Db } from '#server/platform/db/db.ts'

/** By post: the stream that it announces, as this reader stands to it. */
export type AnnouncedStreams = (
  db: Db,
  reader: Reader,
  postIds: readonly string[],
) => Promise<ReadonlyMap<string, NonNullable<Feed['stream']>>>

let find: AnnouncedStreams = async () => new Map()

/** Wired once at start. Until then no stream is known. */
export function useAnnouncedStreams(answer: AnnouncedStreams): void {
  find = answer
}

export const streamsIn: AnnouncedStreams = async (db, reader, postIds) => (postIds.length === 0 ? new Map() : find(db, reader, postIds))

/** Of a post that announces a stream and is on show: what it says of it. */
export async function announcementIn(
  db: Db,
  workId: string,
): Promise<{ creatorId: string; title: string; text: string; audience: Audience; at: Date } | undefined> {
  const [[post], work] = [await posts(db, [workId]), (await works.find(db, [workId])).get(workId)]
  if (!post?.streamingAt || !work || work.state !== 'active' || work.deletedAt) return undefined
  return { creatorId: work.creatorId, title: work.title, text: post.text, audience: work.audience, at: post.streamingAt }
}

// An announced stream stands in the feed as a post of type `scheduled-streaming` (calls.md sections 3 and 13), whichever of the two was made first.
// The hour and whether somebody is reminded are the stream's; likes and comments are the post's.
import type { Feed } from '#contract/catalogue/feeds.ts'
import type * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { unlessRefused } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/stage/live/announcing-queries.ts'
import type { Stream } from '#server/stage/live/queries.ts'
import { present } from '#server/stage/live/showing.ts'

const audienceOf = {
  public: 'free',
  ticket: 'free',
  group: 'free',
  private: 'free',
  followers: 'followers',
  subscribers: 'subscription',
} as const

interface Said {
  title: string
  description: string
  scheduledAt: Date
}

/** A stream that was announced just now is told of in the feed. @throws prohibited_term */
export async function post(
  tx: Tx,
  { id, performerId, type }: { id: string; performerId: string; type: Stream['type'] },
  said: Said,
): Promise<void> {
  const postId = await feeds.announce(tx, performerId, { audience: audienceOf[type], ...wordsOf(said) })
  await queries.link(tx, id, postId)
}

const wordsOf = ({ title, description, scheduledAt }: Said) => ({ tagline: title, text: description, streamingAt: scheduledAt })

/** It was said anew: so does its post, while its creator keeps it. */
export async function edit(tx: Tx, { postId, performerId }: Pick<Stream, 'postId' | 'performerId'>, said: Said): Promise<void> {
  if (postId !== null) await unlessRefused(feeds.announceAnew(tx, performerId, postId, wordsOf(said)))
}

/** What is over is announced no more. */
export async function takeBack(tx: Tx, { postId, performerId }: Pick<Stream, 'postId' | 'performerId'>): Promise<void> {
  if (postId !== null) await unlessRefused(feeds.remove(tx, performerId, postId))
}

/** The answer to what posts ask. */
export const announcedIn: Parameters<typeof feeds.useAnnouncedStreams>[0] = async (db: Db, reader: access.Reader, postIds) => {
  const linked = await queries.streamsOf(db, postIds)
  const shown = new Map((await present(db, reader, [...linked.values()])).map((stream) => [stream._id, stream]))
  return new Map(
    [...linked].flatMap(([postId, streamId]): [string, NonNullable<Feed['stream']>][] => {
      const stream = shown.get(streamId)
      if (!stream || stream.status === 'ended') return []
      const { status, scheduledAt, isReminded = false } = stream
      return [[postId, { _id: streamId, status, isReminded, ...(scheduledAt !== undefined && { scheduledAt }) }]]
    }),
  )
}

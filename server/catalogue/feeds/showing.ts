// Posts as a reader sees them: what all works show, and their own half.
import type { Feed, Poll } from '#contract/catalogue/feeds.ts'
import { opensWords, type Reader } from '#server/catalogue/access/access.ts'
import { streamsIn } from '#server/catalogue/feeds/announced.ts'
import { pollsOf } from '#server/catalogue/feeds/polls.ts'
import type { WholePost } from '#server/catalogue/feeds/queries.ts'
import { typeOf } from '#server/catalogue/feeds/types.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import type { Db } from '#server/platform/db/db.ts'

export async function present(db: Db, reader: Reader, list: readonly WholePost[], known?: showing.Known): Promise<Feed[]> {
  const posts = new Map(list.map((post) => [post.id, post]))
  const shown = await showing.present(db, reader, list, known)
  const ballots = shown.flatMap(({ work, isOwner }) => {
    const post = posts.get(work.id)
    return post ? [{ ...post, isOwner }] : []
  })
  const [polls, streams] = await Promise.all([
    pollsOf(db, reader, ballots),
    streamsIn(
      db,
      reader,
      ballots.filter(({ streamingAt }) => streamingAt !== null).map(({ workId }) => workId),
    ),
  ])
  return shown.flatMap(({ work, common }) => {
    const post = posts.get(work.id)
    return post
      ? [feedOf(post, common, { poll: polls.get(work.id), stream: streams.get(work.id), mayRead: opensWords(reader.viewer, common) })]
      : []
  })
}

interface Said {
  poll: Poll | undefined
  stream: Feed['stream'] | undefined
  /** They are through the gate, or it is open before it. */
  mayRead: boolean
}

function feedOf(post: WholePost, common: showing.Common, { poll, stream, mayRead }: Said): Feed {
  // Of a post without media, the text and what it asks are what followers or subscribers get; of any other it is what draws readers in.
  // Words are for signed-in adults, but for those of what is open to all, and its tagline is for everybody (calls.md, decisions: Free).
  const isTextLocked = !mayRead || ((post.medium === 'text' || post.audience === 'free') && !common.canView)
  const { streamingAt } = post
  return {
    ...common,
    files: common.files.map((file) => ({ ...file, type: `feed-${file.type}` })),
    type: typeOf(post.medium),
    title: isTextLocked ? post.tagline : common.title,
    text: isTextLocked ? '' : post.text,
    tagline: post.tagline,
    isPinned: post.pinned,
    totalPhotos: common.files.filter(({ type }) => type === 'photo').length,
    ...(poll && !isTextLocked && { poll }),
    ...(streamingAt && { streamingScheduled: streamingAt.toISOString() }),
    ...(stream && { stream }),
  }
}

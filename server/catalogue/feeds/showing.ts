// Posts as a reader sees them. Everything that a page needs is asked at once, in lists; then each post is put together without waiting.
import type { Feed } from '#contract/catalogue/feeds.ts'
import * as access from '#server/catalogue/access/access.ts'
import { coverOf } from '#server/catalogue/feeds/cover.ts'
import { lockedFile, openFile, previewOf } from '#server/catalogue/feeds/media.ts'
import type { Post } from '#server/catalogue/feeds/queries.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import type { Db } from '#server/platform/db/db.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { idOf } from '#server/platform/http/viewer.ts'

export async function present(db: Db, reader: access.Reader, list: readonly Work[], posts: ReadonlyMap<string, Post>): Promise<Feed[]> {
  const viewerId = idOf(reader.viewer)
  const ids = list.map(({ id }) => id)
  const [rights, stored, counters, creators] = await Promise.all([
    access.mayView(db, reader, list),
    files.find(
      db,
      list.flatMap(({ media, preview }) => (preview ? [...media, preview] : media)),
    ),
    reactions.countersOf(db, viewerId, ids),
    profiles.cards(db, [...new Set(list.map(({ creatorId }) => creatorId))]),
  ])
  return list.flatMap((work) => {
    const [right, post, performer] = [rights.get(work.id), posts.get(work.id), creators.get(work.creatorId)]
    if (!right?.isThere || !post || !performer) return []
    return [feedOf({ work, post, right, performer, counters: counters(work.id), stored, viewerId, now: db.now })]
  })
}

interface Parts {
  work: Work
  post: Post
  right: access.Access
  performer: PerformerCard
  counters: reactions.Counters
  stored: ReadonlyMap<string, files.StoredFile>
  viewerId: string | undefined
  now: Date
}

function feedOf({ work, post, right, performer, counters, stored, viewerId, now }: Parts): Feed {
  const audience = { viewerId, now }
  const media = work.media
    .flatMap((id) => stored.get(id) ?? [])
    .map((file) => (right.canView ? openFile(file, audience) : lockedFile(file)))
  const preview = work.preview ? stored.get(work.preview) : undefined
  const thumbnail = preview && previewOf(preview, audience)
  // Of a post without media, the text is what followers or subscribers get; of any other it is what draws readers in.
  const isTextLocked = post.type === 'text' && work.audience !== 'free' && !right.canView
  const isOwner = viewerId === work.creatorId
  return {
    _id: work.id,
    performerId: work.creatorId,
    performer,
    type: post.type,
    title: isTextLocked ? post.tagline : work.title,
    text: isTextLocked ? '' : post.text,
    tagline: post.tagline,
    status: statusOf(work, media),
    isSale: work.audience,
    price: work.price / 100,
    canView: right.canView,
    isSubscribed: right.isSubscribed,
    isFollowed: right.isFollowed,
    isBought: right.isBought,
    isLiked: counters.isLiked,
    isBookmarked: counters.isBookmarked,
    isPinned: work.pinned,
    totalLike: counters.likes,
    totalComment: 0,
    totalViews: counters.views,
    totalPhotos: media.filter(({ type }) => type === 'feed-photo').length,
    tags: post.tags,
    participantIds: post.participantIds,
    files: media,
    ...((media.length > 0 || thumbnail) && { cover: coverOf({ thumbnail, files: media }) }),
    ...(thumbnail && { thumbnail: { url: thumbnail.url } }),
    ...(isOwner && work.reason && { rejectionReason: work.reason }),
    createdAt: (work.publishedAt && work.publishedAt <= now ? work.publishedAt : work.createdAt).toISOString(),
    updatedAt: work.updatedAt.toISOString(),
    ...(work.scheduledAt && { scheduledAt: work.scheduledAt.toISOString() }),
    ...(work.expiresAt && { expiresAt: work.expiresAt.toISOString() }),
  }
}

/** The statuses of calls.md, conventions: a draft or a deleted post is inactive, a takedown is a rejection to its owner. */
function statusOf({ state, deletedAt }: Work, media: Feed['files']): Feed['status'] {
  if (deletedAt) return 'inactive'
  if (media.some(({ status }) => status === 'error')) return 'file-error'
  if (state === 'removed') return 'rejected'
  return state === 'draft' ? 'inactive' : state
}

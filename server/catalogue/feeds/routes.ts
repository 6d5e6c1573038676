import { feeds as table } from '#contract/catalogue/feeds.ts'
import type { Input } from '#contract/endpoint.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { creatorNamed } from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as files from '#server/media/files/files.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import type { Call, Handlers } from '#server/platform/http/handlers.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'

export const handlers: Handlers<typeof table> = {
  uploadPhoto: (call) => upload(call, 'photo'),
  uploadThumbnail: (call) => upload(call, 'thumbnail'),
  uploadVideo: (call) => upload(call, 'video'),
  uploadAudio: (call) => upload(call, 'audio'),
  uploadTeaser: (call) => upload(call, 'teaser'),
  async pollOption({ db, viewer }, { description, expiredAt }) {
    const expiresAt = expiredAt === undefined ? null : new Date(expiredAt)
    const option = await db.transaction((tx) => feeds.makeOption(tx, viewer.accountId, { description, expiresAt }))
    return { _id: option.id, description: option.description, totalVote: 0 }
  },
  async vote(call, { id }) {
    const workId = await call.db.transaction((tx) => feeds.vote(tx, call.viewer, call.country(), id))
    const { poll } = await feeds.showOne(call.db, access.readerOf(call), workId)
    return poll ?? refuse('not_found')
  },
  async create(call, { type, ...input }) {
    const id = await call.db.transaction((tx) => feeds.publish(tx, call.viewer.accountId, { type, ...draftOf(input) }))
    return feeds.showOne(call.db, access.readerOf(call), id)
  },
  async own(call, { limit, offset, q, type, ...filter }) {
    const medium = type && feeds.mediumOf(type)
    const { ids, ...count } = await works.own(
      call.db,
      call.viewer.accountId,
      { kind: 'feed', medium, ...filter, text: q },
      { limit, offset },
    )
    return { data: await feeds.show(call.db, access.readerOf(call), ids), ...count }
  },
  async ownOne(call, { id }) {
    const feed = await feeds.showOne(call.db, access.readerOf(call), id)
    return feed.performerId === call.viewer.accountId ? feed : refuse('not_found')
  },
  async update(call, { id, ...input }) {
    await call.db.transaction((tx) => feeds.edit(tx, call.viewer.accountId, id, draftOf(input)))
    return feeds.showOne(call.db, access.readerOf(call), id)
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => feeds.remove(tx, call.viewer.accountId, id))
    return { deleted: true }
  },
  charge: { withoutTx: (call, asked) => access.charge(call, 'feed', asked, { one: feeds.showOne, opened: feeds.showOpened }) },
  async ofPerformer(call, { username, limit, offset, type, isSale, q, ...filter }) {
    const creator = (await creatorNamed(call.db, access.readerOf(call), username)) ?? refuse('not_found')
    const wanted = {
      kind: 'feed' as const,
      ...filter,
      creatorId: creator,
      withNamed: true,
      medium: type && feeds.mediumOf(type),
      audience: isSale,
      text: q,
    }
    // Those who name this performer may have blocked the reader: their works are not counted either.
    const { ids, ...count } = await access.listShown(call.db, access.readerOf(call), wanted, { limit, offset })
    return { data: await feeds.show(call.db, access.readerOf(call), ids), ...count }
  },
  async one(call, { id }) {
    const feed = await feeds.showOne(call.db, access.readerOf(call), id)
    await countView(call, feed.performerId, id)
    return feed
  },
  async fileStatus(call, { id, fileId }) {
    const feed = await feeds.showOne(call.db, access.readerOf(call), id)
    const file = feed.files.find(({ _id }) => _id === fileId) ?? refuse('not_found')
    const stored = (await files.find(call.db, [fileId])).get(fileId)
    return { status: file.status, progress: stored?.progress ?? 0, ...(file.url && { url: file.url }) }
  },
}

async function countView({ db, viewer }: Call, creatorId: string, id: string): Promise<void> {
  const viewerId = idOf(viewer)
  if (!viewerId || viewerId === creatorId || (await reactions.hasSeen(db, viewerId, id))) return
  await db.transaction((tx) => reactions.seen(tx, viewerId, id, 'feed'))
}

async function upload(call: Call<Member>, purpose: 'photo' | 'thumbnail' | 'video' | 'audio' | 'teaser') {
  const { file } = call.files
  if (!file) return refuseField('file', 'file_required')
  const stored = await uploads.receive(call.db, file, { purpose, ownerId: call.viewer.accountId })
  return { ...uploads.uploadedForm(stored, call.viewer.accountId, call.db.now), type: `feed-${purpose}` }
}

type Sent = Input<(typeof table)['update']>

/** What all works share, and a post's own: not sent stays not sent, null takes away. */
function draftOf(sent: Omit<Sent, 'id'>): feeds.Draft {
  return {
    ...works.draftOf(sent),
    text: sent.text,
    tagline: sent.tagline,
    pinned: sent.isPinned,
    media: sent.fileIds,
    streamingAt: works.instantOf(sent.streamingScheduled),
    pollOptions: sent.pollIds,
    pollQuestion: sent.pollDescription,
    pollExpiresAt: works.instantOf(sent.pollExpiredAt),
  }
}

import { videos as table } from '#contract/catalogue/videos.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'

/** The large one last: what else is wrong is told before it is worked on. */
const purposes = { thumbnail: 'thumbnail', teaser: 'teaser', video: 'video' } as const

/** What came stands before what is named; what did not come takes nothing away. */
function partsOf({ thumbnail, teaser, video }: { [Field in keyof typeof purposes]?: string }): videos.Draft {
  return { ...(thumbnail && { preview: thumbnail }), ...(teaser && { teaser }), ...(video && { video }) }
}

export const handlers: Handlers<typeof table> = {
  async upload(call, { fileId, ...input }) {
    const id = await uploads.receiving(call, purposes, async (received) => {
      const draft = { video: fileId, ...works.draftOf(input), ...partsOf(received) }
      return call.db.transaction((tx) => videos.publish(tx, call.viewer.accountId, draft))
    })
    return videos.showOne(call.db, access.readerOf(call), id)
  },
  async update(call, { id, fileId, ...input }) {
    await videos.ownOne(call.db, call.viewer.accountId, id)
    await uploads.receiving(call, purposes, async (received) => {
      const draft = { video: fileId, ...works.draftOf(input), ...partsOf(received) }
      await call.db.transaction((tx) => videos.edit(tx, call.viewer.accountId, id, draft))
    })
    return videos.showOne(call.db, access.readerOf(call), id)
  },
  async uploadWelcome(call, { title }) {
    const id = await uploads.receiving(call, { file: 'video' }, ({ file }) => {
      const video = file ?? refuseField('file', 'file_required')
      return call.db.transaction((tx) => videos.greetBy(tx, call.viewer.accountId, { video, title }))
    })
    return videos.showOne(call.db, access.readerOf(call), id)
  },
  async chooseWelcome(call, { videoId }) {
    await call.db.transaction((tx) => videos.chooseWelcome(tx, call.viewer.accountId, videoId))
    const video = await videos.ownWelcome(call.db, call.viewer)
    return { ...(video && { video }) }
  },
  async removeFile(call, { id, type }) {
    await call.db.transaction((tx) => videos.removePart(tx, call.viewer.accountId, id, type))
    return videos.showOne(call.db, access.readerOf(call), id)
  },
  async own(call, { limit, offset, q, ...filter }) {
    const { ids, ...count } = await works.own(call.db, call.viewer.accountId, { kind: 'video', ...filter, text: q }, { limit, offset })
    return { data: await videos.show(call.db, access.readerOf(call), ids), ...count }
  },
  async ownOne(call, { id }) {
    await videos.ownOne(call.db, call.viewer.accountId, id)
    return videos.showOne(call.db, access.readerOf(call), id)
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => videos.remove(tx, call.viewer.accountId, id))
    return { deleted: true }
  },
  async search(call, { limit, offset, performerId, isSale, q, ...filter }) {
    const wanted = { kind: 'video' as const, creatorId: performerId, withNamed: true, audience: isSale, text: q, ...filter }
    const { ids, ...count } = await access.listShown(call.db, access.readerOf(call), wanted, { limit, offset })
    return { data: await videos.show(call.db, access.readerOf(call), ids), ...count }
  },
  one: (call, { id }) => videos.showOne(call.db, access.readerOf(call), id),
  async fileStatus(call, { id, fileId }) {
    const video = await videos.showOne(call.db, access.readerOf(call), id)
    const work = (await works.find(call.db, [video._id])).get(video._id)
    const urls = new Map([
      [work?.media[0], video.files[0]?.url],
      [work?.teaser, video.teaser?.url],
      [work?.preview, video.thumbnail?.url],
    ])
    const stored = urls.has(fileId) ? (await files.find(call.db, [fileId])).get(fileId) : undefined
    if (!stored) return refuse('not_found')
    const url = urls.get(fileId)
    return { status: stored.status, progress: stored.progress, ...(url && stored.status === 'finished' && { url }) }
  },
  view: async (call, { id }) => ({ totalViews: await reactions.countView(call, await videos.showOne(call.db, access.readerOf(call), id)) }),
  charge: { withoutTx: (call, asked) => access.charge(call, 'video', asked, { one: videos.showOne, opened: videos.showOpened }) },
}

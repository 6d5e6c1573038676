import { galleries as table } from '#contract/catalogue/galleries.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as uploads from '#server/media/uploads/uploads.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'

export const handlers: Handlers<typeof table> = {
  async create(call, { fileIds = [], ...input }) {
    const draft = works.draftOf(input)
    const id = await call.db.transaction((tx) => galleries.create(tx, call.viewer.accountId, draft, fileIds))
    return galleries.showOne(call.db, access.readerOf(call), id)
  },
  async update(call, { id, photoIds, fileIds, ...input }) {
    const draft = works.draftOf(input)
    await call.db.transaction((tx) => galleries.edit(tx, call.viewer.accountId, id, draft, { photos: photoIds, files: fileIds }))
    return galleries.showOne(call.db, access.readerOf(call), id)
  },
  async own(call, { limit, offset, q, ...filter }) {
    const { ids, ...count } = await works.own(call.db, call.viewer.accountId, { kind: 'gallery', ...filter, text: q }, { limit, offset })
    return { data: await galleries.show(call.db, access.readerOf(call), ids), ...count }
  },
  async ownOne(call, { id }) {
    await galleries.ownGallery(call.db, call.viewer.accountId, id)
    return galleries.showOne(call.db, access.readerOf(call), id)
  },
  async remove(call, { id }) {
    await call.db.transaction((tx) => galleries.remove(tx, call.viewer.accountId, id))
    return { deleted: true }
  },
  async search(call, { limit, offset, performerId, isSale, q, ...filter }) {
    const wanted = { kind: 'gallery' as const, creatorId: performerId, withNamed: true, audience: isSale, text: q, ...filter }
    const { ids, ...count } = await access.listShown(call.db, access.readerOf(call), wanted, { limit, offset })
    return { data: await galleries.show(call.db, access.readerOf(call), ids), ...count }
  },
  one: (call, { id }) => galleries.showOne(call.db, access.readerOf(call), id),
  view: async (call, { id }) => ({
    totalViews: await reactions.countView(call, await galleries.showOne(call.db, access.readerOf(call), id)),
  }),
  photosOf: (call, { performerId, ...window }) => galleries.photosOf(call.db, access.readerOf(call), performerId, window),
  photos: (call, { galleryId, ...window }) => galleries.photosIn(call.db, access.readerOf(call), galleryId, window),
  ownPhotos: (call, { limit, offset, ...filter }) => galleries.ownPhotos(call.db, call.viewer, filter, { limit, offset }),
  async uploadPhoto(call, { galleryId, fileId, status, ...said }) {
    await galleries.ownGallery(call.db, call.viewer.accountId, galleryId)
    const draft = { ...said, galleryId, isActive: status === undefined ? undefined : status === 'active' }
    const { db, viewer } = call
    const id = await uploads.receiving(call, { file: 'photo' }, async ({ file }) => {
      const photo = { ...draft, fileId: file ?? fileId ?? refuseField('file', 'file_required') }
      return db.transaction((tx) => galleries.addPhoto(tx, viewer.accountId, photo))
    })
    return galleries.showPhoto(db, viewer, id)
  },
  async updatePhoto({ db, viewer }, { id, status, ...said }) {
    const draft = { ...said, isActive: status === undefined ? undefined : status === 'active' }
    await db.transaction((tx) => galleries.editPhoto(tx, viewer.accountId, id, draft))
    return galleries.showPhoto(db, viewer, id)
  },
  async removePhoto({ db, viewer }, { id }) {
    await db.transaction((tx) => galleries.removePhoto(tx, viewer.accountId, id))
    return { deleted: true }
  },
  async setCover(call, { id }) {
    const galleryId = await call.db.transaction((tx) => galleries.setCover(tx, call.viewer.accountId, id))
    return galleries.showOne(call.db, access.readerOf(call), galleryId)
  },
  charge: { withoutTx: (call, asked) => access.charge(call, 'gallery', asked, { one: galleries.showOne, opened: galleries.showOpened }) },
}

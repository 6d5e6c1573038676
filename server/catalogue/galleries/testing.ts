// Photos on their way, and the hands of whoever keeps a gallery, for tests.
import { randomUUID } from 'node:crypto'
import type { Gallery } from '#contract/catalogue/galleries.ts'
import { buying, serving } from '#server/catalogue/feeds/testing.ts'
import * as galleries from '#server/catalogue/galleries/galleries.ts'
import * as files from '#server/media/files/files.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'

/** A file that has arrived and is being worked on. */
export async function unfinished(db: Database, owner: Member, purpose: 'photo' | 'video' | 'teaser'): Promise<string> {
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const mediaType = purpose === 'photo' ? 'image/jpeg' : 'video/mp4'
    await files.add(tx, { id, ownerId: owner.accountId, purpose, mediaType, bytes: 1000, sha256: id.replaceAll('-', '').repeat(2) })
    await files.claim(tx, id)
  })
  return id
}

/** Its work ended well. */
export async function finish(db: Database, id: string, facts: Partial<files.Derived> = {}): Promise<void> {
  const large = { key: `none/${id}`, width: 160, height: 120, bytes: 1000 }
  const derived = { width: 160, height: 120, blur: 'data:image/webp;base64,AA', renditions: { large, thumbnail: large }, ...facts }
  await db.transaction((tx) => files.finish(tx, id, derived))
}

/** What a creator does with galleries and a fan with what they sell, where and by whom the test has it at that moment. */
export function galleryHands(now: () => { db: Database; creator: Member; fan: Member }) {
  const write = <T>(work: (tx: Tx) => Promise<T>) => now().db.transaction(work)
  const me = () => now().creator
  const see = (viewer: Viewer, id: string, country?: string): Promise<Gallery> => galleries.showOne(now().db, { viewer, country }, id)
  return {
    create: (draft: galleries.Draft, photos: readonly string[] = [], by = me()) =>
      write((tx) => galleries.create(tx, by.accountId, { title: 'Lanterns', ...draft }, photos)),
    edit: (id: string, draft: galleries.Draft, photos?: readonly string[], by = me()) =>
      write((tx) => galleries.edit(tx, by.accountId, id, draft, { photos })),
    add: (galleryId: string, fileId: string, draft: galleries.PhotoDraft = {}, by = me()) =>
      write((tx) => galleries.addPhoto(tx, by.accountId, { galleryId, fileId, ...draft })),
    editPhoto: (id: string, draft: galleries.PhotoDraft, by = me()) => write((tx) => galleries.editPhoto(tx, by.accountId, id, draft)),
    removePhoto: (id: string, by = me()) => write((tx) => galleries.removePhoto(tx, by.accountId, id)),
    setCover: (id: string, by = me()) => write((tx) => galleries.setCover(tx, by.accountId, id)),
    see,
    photosOf: async (viewer: Viewer, id: string) => (await see(viewer, id)).photos ?? [],
    buy: (id: string) => buying(now().db, now().fan, id),
    asks: (viewer: Viewer, fileId: string) => serving(now().db, viewer, { id: fileId, ownerId: me().accountId, purpose: 'photo' }),
  }
}

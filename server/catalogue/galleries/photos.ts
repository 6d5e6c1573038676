// The photos of a gallery, as its creator changes them.
import type { Photo } from '#contract/catalogue/galleries.ts'
import { lockOwn, keepInStep, ownOne, type Own } from '#server/catalogue/galleries/invariants.ts'
import { presentPhotos } from '#server/catalogue/galleries/showing.ts'
import * as queries from '#server/catalogue/galleries/queries.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

export const mostPhotos = 500

/** What a creator says of a photo; undefined stays as it was. */
export interface PhotoDraft {
  title?: string | undefined
  description?: string | undefined
  isActive?: boolean | undefined
}

interface NewPhoto extends PhotoDraft {
  galleryId: string
  /** Of the creator's library. */
  fileId: string
}

/** Refuses before anything is received for another's gallery. @throws not_found */
export async function ownGallery(db: Db, creatorId: string, galleryId: string): Promise<void> {
  await ownOne(db, creatorId, galleryId)
}

/**
 * Puts a file of the library into a gallery, behind the others; answers the photo's id.
 * @throws not_found for another's gallery; file_not_yours, file_not_ready, file_blocked, file_in_use, too_many_files, prohibited_term;
 * media_is_sold where review comes before publication
 */
export async function addPhoto(tx: Tx, creatorId: string, { galleryId, fileId, ...draft }: NewPhoto): Promise<string> {
  const own = await lockOwn(tx, creatorId, galleryId)
  const written = await checked(tx, draft)
  await works.refuseForeignFiles(tx, creatorId, [{ field: 'fileId', ids: [fileId], purpose: 'photo', mayWait: true }])
  const there = await queries.photosOf(tx, [galleryId])
  if (there.length >= mostPhotos) refuseField('file', 'too_many_files', { limit: mostPhotos })
  const [id] = await queries.addPhotos(tx, galleryId, [fileId], written)
  await keepInStep(tx, own, { needsReview: written.isActive })
  return id ?? refuseField('fileId', 'file_in_use')
}

/** @throws not_found for another's; media_is_sold, needs_a_photo, file_blocked, prohibited_term */
export async function editPhoto(tx: Tx, creatorId: string, photoId: string, draft: PhotoDraft): Promise<void> {
  const { own, photo } = await lockOwnPhoto(tx, creatorId, photoId)
  const after = { ...photo, ...(await checked(tx, draft, photo)) }
  await queries.updatePhoto(tx, after)
  const isRead = after.isActive && (!photo.isActive || after.title !== photo.title || after.description !== photo.description)
  await keepInStep(tx, own, { needsReview: isRead || wasRefused(own) })
}

/** The cover falls to the next. @throws not_found for another's; media_is_sold, needs_a_photo, file_blocked when it would go out by this */
export async function removePhoto(tx: Tx, creatorId: string, photoId: string): Promise<void> {
  const { own } = await lockOwnPhoto(tx, creatorId, photoId)
  await queries.removePhoto(tx, photoId)
  await keepInStep(tx, own, { needsReview: wasRefused(own) })
}

/** To take out what staff objected to is a reason for them to look again. */
const wasRefused = ({ work }: Own) => work.state === 'rejected'

/** Answers its gallery. One that is not shown stands for the gallery once it is. @throws not_found for another's */
export async function setCover(tx: Tx, creatorId: string, photoId: string): Promise<string> {
  const { photo } = await lockOwnPhoto(tx, creatorId, photoId)
  await queries.setCover(tx, photo.workId, photoId)
  return photo.workId
}

/** One of the creator's own photos. @throws not_found */
export async function showPhoto(db: Db, viewer: Member, photoId: string): Promise<Photo> {
  const row = (await queries.photo(db, photoId)) ?? refuse('not_found')
  const [photo] = await presentPhotos(db, { viewer }, [row])
  return photo ?? refuse('not_found')
}

async function lockOwnPhoto(tx: Tx, creatorId: string, photoId: string) {
  const { workId } = (await queries.photo(tx, photoId)) ?? refuse('not_found')
  const own = await lockOwn(tx, creatorId, workId)
  // Read again: it may have been taken out while we waited for the gallery.
  return { own, photo: (await queries.photo(tx, photoId)) ?? refuse('not_found') }
}

async function checked(db: Db, draft: PhotoDraft, before = { title: '', description: '', isActive: true }) {
  const after = {
    title: draft.title === undefined ? before.title : terms.cleanText(draft.title).replaceAll(/\s+/g, ' '),
    description: draft.description === undefined ? before.description : terms.cleanText(draft.description),
    isActive: draft.isActive ?? before.isActive,
  }
  await terms.refuseProhibited(db, { title: after.title, description: after.description })
  return after
}

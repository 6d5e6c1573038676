// Galleries: containers of photos that open together, free, for followers, for subscribers or for a price (calls.md section 5).
// Promises: a gallery is shown with at least one photo; a right opens its active photos and no other; once it is sold its photos stay and
// it gets no dearer, and where review comes before publication no photo joins it; new and changed photos are reviewed with it again; a
// locked photo is its shape and its blur.
// Leaves to others: review, schedule and states (works), the view rule and buying (access), the pictures themselves (media).
import type { Gallery } from '#contract/catalogue/galleries.ts'
import type { Opened, Reader } from '#server/catalogue/access/access.ts'
import { aGallery, lockOwn, keepInStep, mediaOf, ownOne } from '#server/catalogue/galleries/invariants.ts'
import { mostPhotos } from '#server/catalogue/galleries/photos.ts'
import * as queries from '#server/catalogue/galleries/queries.ts'
import { presentCards, presentWhole } from '#server/catalogue/galleries/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { DescribedDraft, Work } from '#server/catalogue/works/works.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField, unlessRefused } from '#server/platform/refusals/refusal.ts'

export { blank } from '#server/catalogue/galleries/queries.ts'
export {
  addPhoto,
  editPhoto,
  mostPhotos,
  ownGallery,
  removePhoto,
  setCover,
  showPhoto,
  type PhotoDraft,
} from '#server/catalogue/galleries/photos.ts'
export { waitingJob } from '#server/catalogue/galleries/invariants.ts'
export { ownPhotos, photosIn, photosOf } from '#server/catalogue/galleries/lists.ts'
export { textsOf } from '#server/catalogue/galleries/texts.ts'

export interface Draft extends DescribedDraft {
  /** Kept to oneself. */
  isDraft?: boolean | undefined
}

/**
 * Makes a gallery; answers its id. Without a finished photo it is a draft, and goes out with its first one unless it was to be a draft.
 * @param photos files of the creator's library
 * @throws price_required, price_out_of_bounds, file_not_yours, file_blocked, schedule_in_past, prohibited_term, unknown_participant
 */
export async function create(tx: Tx, creatorId: string, { isDraft = false, ...draft }: Draft, photos: readonly string[]): Promise<string> {
  const written = await works.described(tx, creatorId, draft, works.undescribed)
  await works.refuseForeignFiles(tx, creatorId, [{ field: 'fileIds', ids: photos, purpose: 'photo', mayWait: true }])
  const workId = await works.create(tx, {
    ...written,
    ...aGallery,
    kind: 'gallery',
    creatorId,
    words: written.description,
    pinned: false,
    isDraft: true,
    media: [],
  })
  await queries.insert(tx, workId, { description: written.description, publishWhenReady: !isDraft })
  if (photos.length === 0) return workId
  await queries.addPhotos(tx, workId, photos)
  await keepInStep(tx, await ownOne(tx, creatorId, workId), { needsReview: false })
  return workId
}

/** How a gallery's photos are to stand: by their own ids, or by their files, of which those that are not in it yet join. */
export interface Order {
  photos?: readonly string[] | undefined
  files?: readonly string[] | undefined
}

/**
 * Changes one of the creator's own; what is not named stays, and photos that are not named stay behind the others. A changed text and
 * new photos are reviewed again.
 * @throws not_found for another's gallery or photo; media_is_sold, price_is_sold, needs_a_photo, too_many_files, and all of create()
 */
export async function edit(
  tx: Tx,
  creatorId: string,
  workId: string,
  { isDraft, ...draft }: Draft,
  { photos, files }: Order = {},
): Promise<void> {
  const own = await lockOwn(tx, creatorId, workId)
  const before = works.describedOf(own.work, own.gallery.description)
  const written = await works.described(tx, creatorId, draft, before)
  const joined = files ? await join(tx, own.work, files) : 0
  if (photos) await orderPhotos(tx, workId, photos)
  await keepInStep(tx, own, { written, isDraft, needsReview: joined > 0 || works.readsOtherwise(before, written) })
}

async function orderPhotos(tx: Tx, workId: string, order: readonly string[]): Promise<void> {
  const there = new Set((await queries.photosOf(tx, [workId])).map(({ id }) => id))
  if (!order.every((id) => there.has(id))) refuseField('photoIds', 'not_found')
  await queries.order(tx, workId, order)
}

/** Puts the files that are not in it yet into it, and all of them into this order. Tells how many are new. */
async function join(tx: Tx, { id, creatorId }: Work, order: readonly string[]): Promise<number> {
  const before = await queries.photosOf(tx, [id])
  const added = order.filter((fileId) => !before.some((photo) => photo.fileId === fileId))
  await works.refuseForeignFiles(tx, creatorId, [{ field: 'fileIds', ids: added, purpose: 'photo', mayWait: true }])
  if (before.length + added.length > mostPhotos) refuseField('fileIds', 'too_many_files', { limit: mostPhotos })
  await queries.addPhotos(tx, id, added)
  const byFile = new Map((await queries.photosOf(tx, [id])).map((photo) => [photo.fileId, photo.id]))
  await queries.order(
    tx,
    id,
    order.flatMap((fileId) => byFile.get(fileId) ?? []),
  )
  return added.length
}

/** Deletes a gallery for everyone but those who bought it. @throws not_found for another's */
export async function remove(tx: Tx, creatorId: string, workId: string): Promise<void> {
  await ownOne(tx, creatorId, workId)
  await works.remove(tx, workId)
}

/**
 * The work on a file ended: a gallery that waited for its first photo goes out, one that holds a broken file does without it. One that may
 * not go out waits for its creator, who is told why then, and keeps no other from going out.
 */
export async function fileProcessed(tx: Tx, fileId: string): Promise<void> {
  for (const workId of await queries.galleriesOfFile(tx, fileId)) await settle(tx, workId)
}

/** A gallery that waits for its first photo goes out, if that is finished. */
export async function settleWaiting(tx: Tx, workId: string): Promise<void> {
  const [gallery] = await queries.galleries(tx, [workId])
  if (gallery?.publishWhenReady) await settle(tx, workId)
}

async function settle(tx: Tx, workId: string): Promise<void> {
  await works.lockExclusive(tx, workId)
  const work = (await works.find(tx, [workId])).get(workId)
  const [gallery] = await queries.galleries(tx, [workId])
  if (!work || !gallery || work.deletedAt) return
  const { media, isReady } = await mediaOf(tx, work)
  const goesOut = work.state === 'draft' && gallery.publishWhenReady && isReady
  if (goesOut || media.join() !== work.media.join()) await unlessRefused(keepInStep(tx, { work, gallery }, { needsReview: false }))
}

/** These galleries as cards, in the order given; those that the reader may not know of are left out. */
export async function show(db: Db, reader: Reader, ids: readonly string[]): Promise<Gallery[]> {
  const found = await works.find(db, ids)
  return presentCards(
    db,
    reader,
    ids.flatMap((id) => found.get(id) ?? []),
  )
}

/** To who unlocked it just now. */
export async function showOpened(db: Db, reader: Reader, { work, access }: Opened): Promise<Gallery> {
  return (await presentWhole(db, reader, work, access)) ?? refuse('not_found')
}

/** A gallery with its photos. @throws not_found */
export async function showOne(db: Db, reader: Reader, idOrSlug: string): Promise<Gallery> {
  const work = (await works.named(db, 'gallery', idOrSlug)) ?? refuse('not_found')
  return (await presentWhole(db, reader, work)) ?? refuse('not_found')
}

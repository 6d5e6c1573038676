// Lists of photos: of one performer, of one gallery, and a creator's own.
import type { Photo } from '#contract/catalogue/galleries.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/galleries/queries.ts'
import { presentPhotos } from '#server/catalogue/galleries/showing.ts'
import { creatorNamed } from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Window } from '#server/catalogue/works/works.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

interface Page {
  data: Photo[]
  total: number
}

/** Photos of a performer's galleries on show, newest gallery first. @throws not_found for whoever the reader may not know of */
export async function photosOf(db: Db, reader: access.Reader, performerId: string, window: Window): Promise<Page> {
  const creatorId = (await creatorNamed(db, reader, performerId)) ?? refuse('not_found')
  const { rows, total } = await queries.shownOf(db, creatorId, window)
  return { data: await presentPhotos(db, reader, rows), total }
}

/** A gallery's photos in their order; those that are not active are their owner's alone. @throws not_found */
export async function photosIn(db: Db, reader: access.Reader, galleryId: string, window: Window): Promise<Page> {
  const work = (await works.named(db, 'gallery', galleryId)) ?? refuse('not_found')
  if (!(await access.mayView(db, reader, [work])).get(work.id)?.isThere) return refuse('not_found')
  const whose = idOf(reader.viewer) === work.creatorId ? 'owner' : 'reader'
  const { rows, total } = await queries.inGallery(db, work.id, whose, window)
  return { data: await presentPhotos(db, reader, rows), total }
}

/** Whatever a creator has in their galleries, last added first. */
export async function ownPhotos(db: Db, viewer: Member, filter: queries.OwnFilter, window: Window): Promise<Page> {
  const { rows, total } = await queries.ownPhotos(db, viewer.accountId, filter, window)
  return { data: await presentPhotos(db, { viewer }, rows), total }
}

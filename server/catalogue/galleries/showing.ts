// Galleries and photos as a reader sees them. A card asks for its cover's file only; the photos are for those who open it.
import type { Gallery, Photo } from '#contract/catalogue/galleries.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as queries from '#server/catalogue/galleries/queries.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import { gathered, gatheredById } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'

export async function presentCards(db: Db, reader: access.Reader, list: readonly Work[]): Promise<Gallery[]> {
  if (list.length === 0) return []
  const found = await byWork(db, list)
  const covered = list.map((work) => ({ ...work, media: coverFirst(work, found.get(work.id)).slice(0, 1) }))
  const whole = new Map(list.map((work) => [work.id, work]))
  const shown = await showing.present(db, reader, covered)
  return shown.flatMap(({ work, common }) => {
    const gallery = found.get(work.id)
    return gallery ? [{ ...galleryOf(reader, whole.get(work.id) ?? work, common, gallery), files: [] }] : []
  })
}

export async function presentWhole(db: Db, reader: access.Reader, work: Work, known?: access.Access): Promise<Gallery | undefined> {
  const gallery = (await byWork(db, [work])).get(work.id)
  if (!gallery) return undefined
  const [shown] = await showing.present(
    db,
    reader,
    [{ ...work, media: coverFirst(work, gallery) }],
    known && { rights: new Map([[work.id, known]]) },
  )
  if (!shown) return undefined
  const { common, isOwner, stored } = shown
  const rows = (await photosOf(db, work.id)).filter((photo) => isOwner || work.media.includes(photo.fileId))
  // What is not active is no part of what the right opens: only its owner's answer knows it.
  const apart = await files.find(
    db,
    rows.flatMap(({ fileId }) => (stored.has(fileId) ? [] : [fileId])),
  )
  const audience = { viewerId: idOf(reader.viewer), now: db.now }
  const photos = rows.flatMap((row) => {
    const file = stored.get(row.fileId) ?? apart.get(row.fileId)
    return file ? [photoOf(row, work, { file, canView: common.canView, isCover: row.id === gallery.coverId, audience })] : []
  })
  return { ...galleryOf(reader, work, common, gallery), files: photos.map(({ file }) => file), photos }
}

/** Photos of any galleries, in the order given; locked where the reader has no right, left out where they may not know of them. */
export async function presentPhotos(db: Db, reader: access.Reader, rows: readonly queries.Photo[]): Promise<Photo[]> {
  if (rows.length === 0) return []
  const found = await works.find(db, [...new Set(rows.map(({ workId }) => workId))])
  const [rights, galleries, stored] = await Promise.all([
    access.mayView(db, reader, [...found.values()]),
    byWork(db, [...found.values()]),
    files.find(
      db,
      rows.map(({ fileId }) => fileId),
    ),
  ])
  const audience = { viewerId: idOf(reader.viewer), now: db.now }
  return rows.flatMap((row) => {
    const [work, right, file] = [found.get(row.workId), rights.get(row.workId), stored.get(row.fileId)]
    if (!work || !right?.isThere || !file) return []
    return [photoOf(row, work, { file, canView: right.canView, isCover: galleries.get(row.workId)?.coverId === row.id, audience })]
  })
}

function byWork(db: Db, list: readonly Work[]): Promise<Map<string, queries.Gallery>> {
  return halves(
    db,
    list.map(({ id }) => id),
  )
}

const halves = gatheredById(queries.galleries, ({ workId }) => workId)

/** All of a gallery's, in their order. */
const photosOf = gathered(async (db, workIds: string[]) => {
  const byWork = Map.groupBy(await queries.photosOf(db, workIds), ({ workId }) => workId)
  return workIds.map((id) => byWork.get(id) ?? [])
})

/** The cover of a work is its first picture. */
function coverFirst({ media }: Work, gallery: queries.Gallery | undefined): string[] {
  const cover = gallery?.coverFileId
  return cover && media.includes(cover) ? [cover, ...media.filter((id) => id !== cover)] : media
}

function galleryOf({ viewer }: access.Reader, work: Work, common: showing.Common, gallery: queries.Gallery): Omit<Gallery, 'photos'> {
  const description = access.opensWords(viewer, common) ? gallery.description : ''
  return { ...common, slug: work.slug ?? work.id, description, totalPhotos: work.media.length }
}

interface Seen {
  file: files.StoredFile
  canView: boolean
  isCover: boolean
  audience: files.Audience
}

/** What is said of a photo belongs to it: it is for those whom the photo opens for. */
function photoOf(row: queries.Photo, work: Work, { file, canView, isCover, audience }: Seen): Photo {
  return {
    _id: row.id,
    galleryId: row.workId,
    performerId: work.creatorId,
    title: canView ? row.title : '',
    description: canView ? row.description : '',
    status: file.status === 'error' ? 'file-error' : row.isActive ? 'active' : 'inactive',
    isCover,
    file: canView ? files.openForm(file, audience) : files.lockedForm(file),
    createdAt: row.createdAt.toISOString(),
  }
}

// Videos as a reader sees them: what all works show, and their own half.
import type { Video } from '#contract/catalogue/videos.ts'
import { opensWords, type Access, type Reader } from '#server/catalogue/access/access.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as queries from '#server/catalogue/videos/queries.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db } from '#server/platform/db/db.ts'

export async function present(db: Db, reader: Reader, list: readonly Work[], rights?: ReadonlyMap<string, Access>): Promise<Video[]> {
  if (list.length === 0) return []
  const ids = list.map(({ id }) => id)
  const [own, shown] = await Promise.all([halves(db, ids), showing.present(db, reader, list, rights && { rights })])
  return shown.flatMap(({ work, common, isOwner, stored }) => {
    const video = own.get(work.id)
    if (!video) return []
    const footage = stored.get(work.media[0] ?? '')
    const isUnderway = footage?.status === 'created' || footage?.status === 'processing'
    const durationMs = footage?.durationMs
    return [
      {
        ...common,
        slug: work.slug ?? work.id,
        description: opensWords(reader.viewer, common) ? video.description : '',
        ...(durationMs && { duration: durationMs / 1000 }),
        ...(isOwner && isUnderway && { progress: footage.progress }),
      },
    ]
  })
}

const halves = gatheredById(queries.videos, ({ workId }) => workId)

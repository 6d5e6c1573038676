// What is switched on, with the size of its picture: pages of home and of the front door ask at each visit, so it is read once a second at most.
import * as files from '#server/media/files/files.ts'
import { remembered } from '#server/platform/db/remembered.ts'
import * as queries from '#server/windows/promos/queries.ts'

interface Known {
  promo: queries.Promo
  picture?: { width: number; height: number }
}

export const known = remembered(async (db): Promise<Known[]> => {
  const promos = await queries.active(db)
  const fileIds = promos.flatMap(({ fileId }) => fileId ?? [])
  const pictures = fileIds.length > 0 ? await files.find(db, fileIds) : new Map<string, files.StoredFile>()
  ids = new Set(promos.map(({ id }) => shortOf(id)))
  return promos.flatMap((promo) => {
    if (promo.fileId === null) return { promo }
    const { width, height, status } = pictures.get(promo.fileId) ?? {}
    // One whose picture staff took away shows nothing.
    return status === 'finished' && width && height ? { promo, picture: { width, height } } : []
  })
})

let ids: ReadonlySet<string> = new Set()

/** Enough of an id to tell one promotion from another, for a cookie. */
export const shortOf = (id: string): string => id.slice(-12)

/** Of what a browser says that it put away, those that there are, in one order: the same page for whoever put the same away. */
export function closedAmong(said: string): string | undefined {
  const closed = [...new Set(said.slice(0, 400).split('.'))].filter((each) => ids.has(each)).toSorted()
  return closed.length > 0 ? closed.join('.') : undefined
}

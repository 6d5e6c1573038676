// The same pictures in fewer bytes: each beside its JPEG, under the same address. The name has a point, which no address has, so none can be asked
// for by itself: whoever has no right to a picture has none to these, and what ends a file ends them with it.
import { mayBeDone, type Database, type Db } from '#server/platform/db/db.ts'
import { store } from '#server/platform/storage/store.ts'
import * as queries from '#server/media/files/queries.ts'

export const lighterName = (rendition: string) => `${rendition}.webp`

/** Pictures that a browser shows as they are; footage has its poster and what its teaser begins with. */
const shown: ReadonlySet<string> = new Set(['large', 'medium', 'small', 'thumbnail', '256', '96', 'poster', 'teaserposter'])

/** The renditions of a file that may have a lighter one. */
export function lightenable({ renditions }: Pick<queries.StoredFile, 'renditions'>): [name: string, rendition: queries.Rendition][] {
  return Object.entries(renditions).filter(([name, { mediaType, sealed }]) => shown.has(name) && mediaType === undefined && !sealed)
}

/** Finished files of which nobody has made lighter pictures yet, newest first. */
export function withoutLighter(db: Db, limit: number): Promise<string[]> {
  return queries.withoutLighter(db, limit)
}

export interface Lighter {
  /** What it is beside, or a size of its own. */
  name: string
  bytes: Buffer
  width: number
  height: number
  mediaType?: string
}

/** Puts them beside what the file has. False when the file is gone or withdrawn meanwhile: then nothing of them stays. */
export async function keepLighter(db: Database, fileId: string, made: readonly Lighter[]): Promise<boolean> {
  const added: Record<string, queries.Rendition> = {}
  let isKept = false
  try {
    for (const { name, bytes, width, height, mediaType } of made) {
      const key = `renditions/${fileId}/${name}${mediaType ? '' : '.jpg'}`
      await store.put(key, bytes)
      added[name] = { key, width, height, bytes: bytes.length, ...(mediaType && { mediaType }) }
    }
    isKept = await db
      .transaction((tx) => queries.addLighter(tx, fileId, added))
      .catch((error: unknown) => {
        // A second run writes the same names: where it cannot be told whether these are kept, they stay.
        isKept = mayBeDone(error)
        throw error
      })
  } finally {
    if (!isKept) await Promise.all(Object.values(added).map(({ key }) => store.remove(key)))
  }
  return isKept
}

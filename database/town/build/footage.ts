// The town's films come in by the door that uploads take: sniffed, encoded and cut like anybody's.
import { randomUUID } from 'node:crypto'
import * as footage from '#server/media/footage/footage.ts'
import type { Database } from '#server/platform/db/db.ts'
import { drawFilm } from '#database/town/art/film.ts'
import { arrived, mustBeFinished } from '#database/town/build/arriving.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { note } from '#database/town/build/leftovers.ts'
import { films } from '#database/town/films.ts'

export interface Shooting {
  db: Database
  cast: Cast
  /** 1 for people; less where nobody looks (tests). */
  scale: number
  say: (line: string) => void
}

/** Draws and takes in all of them; answers the file of each film by its key. */
export async function shoot({ db, cast, scale, say }: Shooting): Promise<Map<string, string>> {
  const fileOf = new Map<string, string>()
  for (const { key, creator, film } of films) {
    const fileId = randomUUID()
    await note(`originals/${fileId}`, `renditions/${fileId}`, `work/${fileId}`)
    const { accountId: ownerId } = cast.of(creator).member
    const upload = await arrived(await drawFilm(film, scale), { sealed: false, name: `${key}.mp4` })
    await footage.receive(db, upload, { purpose: 'video', ownerId, fileId, name: `${key}.mp4` })
    await footage.worked(db, fileId)
    await mustBeFinished(db, fileId, key)
    fileOf.set(key, fileId)
    say(`  filming ${fileOf.size}/${films.length}`)
  }
  return fileOf
}

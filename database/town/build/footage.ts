// The town's films come in by the door that uploads take: sniffed, encoded and cut like anybody's.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import * as files from '#server/media/files/files.ts'
import * as footage from '#server/media/footage/footage.ts'
import type { Database } from '#server/platform/db/db.ts'
import { drawFilm } from '#database/town/art/film.ts'
import { arrived } from '#database/town/build/arriving.ts'
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
    await finished(db, fileId)
    fileOf.set(key, fileId)
    say(`  filming ${fileOf.size}/${films.length}`)
  }
  return fileOf
}

async function finished(db: Database, fileId: string): Promise<void> {
  for (;;) {
    const file = (await files.find(db, [fileId])).get(fileId)
    if (file?.status === 'finished') return
    if (!file || file.status === 'error') throw new Error(`the film ${fileId} could not be made`)
    await sleep(50)
  }
}

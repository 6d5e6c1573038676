// Where the pieces of unfinished uploads lie, and how they become a received file once the last has come.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as queries from '#server/media/uploads/queries.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

export async function piecesFolder(): Promise<string> {
  const folder = store.localPath('pieces')
  await store.ensureThere()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

export function pathOf(id: string): string {
  return store.localPath(`pieces/${id}`)
}

/** How much has come. Undefined when nothing is there any more. */
export function bytesOf(id: string): Promise<number | undefined> {
  return stat(pathOf(id)).then(
    ({ size }) => size,
    () => undefined,
  )
}

export async function removePieces(id: string): Promise<void> {
  await Promise.all([rm(pathOf(id), { force: true }), rm(`${pathOf(id)}.json`, { force: true })])
}

/** All pieces as one file, as if it had just been received: read once, for its fingerprint and its beginning. */
export async function whole({ id, name }: Pick<queries.Unfinished, 'id' | 'name'>): Promise<ReceivedFile> {
  const path = pathOf(id)
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  for await (const piece of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
    const chunk = piece as Buffer
    if (bytes < 4100) head.push(Buffer.from(chunk.subarray(0, 4100 - bytes)))
    hash.update(chunk)
    bytes += chunk.length
  }
  return {
    field: 'file',
    name,
    bytes,
    head: Buffer.concat(head),
    sha256: hash.digest('hex'),
    sealed: false,
    path,
    open: () => createReadStream(path),
    remove: () => rm(path, { force: true }),
  }
}

const keptHours = 48

/** Takes away what was begun and not gone on with for so long, and whatever nobody knows of. Who is still sending loses nothing. */
export async function forgetAbandoned(db: Database): Promise<void> {
  const before = new Date(db.now.getTime() - keptHours * 3600_000)
  const folder = await piecesFolder()
  const isOld = (id: string) =>
    stat(join(folder, id)).then(
      ({ mtime }) => mtime < before,
      () => true,
    )
  const ids: string[] = []
  for (const id of await queries.begunBefore(db, before)) if (await isOld(id)) ids.push(id)
  await Promise.all(ids.map(removePieces))
  await db.transaction((tx) => queries.forget(tx, ids))
  const there = (await readdir(folder)).map((file) => basename(file, '.json')).filter((name) => /^[0-9a-f-]{36}$/.test(name))
  const known = await queries.known(db, there)
  for (const id of new Set(there)) if (!known.has(id) && (await isOld(id))) await removePieces(id)
}

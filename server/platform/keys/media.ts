// The site's folder of files, known by a mark that lies in it and is noted beside the keys' fingerprints. Without it a volume that was not
// mounted would be an empty folder to write into, and hide what was written once it is back.
// Promises: a folder without the mark, or with another site's, is never taken for the site's where anything would be missed; only an
// operator's deliberate command says otherwise. Leaves to others: what happens while it is away (storage).
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { record } from '#server/platform/audit/audit.ts'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import type { Database, Db } from '#server/platform/db/db.ts'
import * as queries from '#server/platform/keys/queries.ts'

/** Beside what storage keeps, under a name that no key of storage has. */
export const markFile = '.site'

/**
 * Finds the site's folder, and marks it where that has not been done.
 * @param referenced every key of storage that the database refers to; asked only where there is no mark
 * @returns whether it is there at this moment
 * @throws CannotStart where it is not the site's
 */
export async function folderOf(
  db: Database,
  folder: string,
  referenced: (db: Db) => Promise<readonly string[]>,
): Promise<() => Promise<boolean>> {
  const there = await markIn(folder)
  const mark = await db.transaction(async (tx) => {
    await queries.lock(tx)
    const known = (await queries.find(tx, 'media'))?.fingerprint
    if (there) {
      if (known?.toString('hex') !== there)
        throw new CannotStart(`${folder} has the files of another site: mount or move there what belongs to this one. ${ifMeant}`)
      return there
    }
    const wanted = await referenced(tx)
    // A site of before has no mark yet; some of what it refers to shows that the folder is its own.
    const isOwn = wanted.length === 0 || (!known && wanted.some((key) => existsSync(join(folder, key))))
    if (!isOwn)
      throw new CannotStart(
        `${folder} is not this site's folder of files: its mark (${markFile}) is not there, and the database refers to ${wanted.length} files. Mount the volume, or put the folder back from a backup. ${ifMeant}`,
      )
    if (known) return known.toString('hex')
    const made = randomBytes(32)
    await queries.save(tx, 'media', made)
    return made.toString('hex')
  })
  // Noted first: a start that dies here leaves a mark to be made, and none that looks like a stranger's.
  if (!there) await write(folder, mark)
  return async () => (await markIn(folder).catch(() => undefined)) === mark
}

/** From now on this is the site's folder, whatever is missing in it; the one of before is not any more. */
export async function accept(db: Database, folder: string): Promise<void> {
  const mark = randomBytes(32)
  await db.transaction(async (tx) => {
    await queries.lock(tx)
    await queries.save(tx, 'media', mark)
    await record(tx, { action: 'media.accepted', subject: { kind: 'key', id: 'media' } })
  })
  await write(folder, mark.toString('hex'))
}

const ifMeant = 'If this folder is meant, whatever is missing in it: npm run stagedoor -- media accept.'

async function markIn(folder: string): Promise<string | undefined> {
  return readFile(join(folder, markFile), 'utf8').then(
    (text) => text.trim(),
    (cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined
      throw new CannotStart(`${join(folder, markFile)} cannot be read (${cause.message}): it shows which site the files belong to.`, {
        cause,
      })
    },
  )
}

async function write(folder: string, mark: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const aside = join(folder, `${markFile}.${randomUUID()}`)
  await writeFile(aside, `${mark}\n`, { mode: 0o600, flush: true })
  await rename(aside, join(folder, markFile))
}

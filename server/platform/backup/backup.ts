// Everything that a site is made of, in one folder: its database, its files and its keys; and a site made of that folder again.
// Promises: the database is one instant; every file that it refers to at that instant is there; nothing is taken for a whole backup that
// was interrupted or damaged; neither a backup nor a restore writes over anything, and a backup that is told of was read again. It runs
// beside the site and beside other backups, on the embedded database as on one of your own.
// Leaves to others: which files a database refers to (`referenced` asks the slices), and where backups are kept and for how long.
//
// The database is copied table by table (COPY) in one snapshot, and its schema comes from the migrations: PostgreSQL's own tools do not
// come with the embedded one, the files of a cluster fit only their own version and machine, and a copy of rows can be read and moved.
// Files are never changed once written, so they are copied as they lie. Whatever lay there before the snapshot is copied before it, what
// came since is copied while it is held, and then nothing that it refers to may be missing: what was removed in between is gone, and
// another snapshot is taken that does not refer to it.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { copyIn, copyOut, isEmpty, type Tables } from '#server/platform/backup/tables.ts'
import { connect, readsOn, type Database, type Db } from '#server/platform/db/db.ts'
import { migrate, readMigrations } from '#server/platform/db/migrate.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { markFile } from '#server/platform/keys/media.ts'
import { find } from '#server/platform/keys/queries.ts'

interface Manifest {
  form: 1
  madeAt: string
  /** What the schema was made of. */
  migrations: { name: string; sha256: string }[]
  tables: Tables
}

/** What a backup can say of itself. */
export interface Report {
  rows: number
  files: number
  /** What the database refers to and was not there to be copied. */
  missing: readonly string[]
  /** Otherwise they were left out, or are given in the environment. */
  hasKeys: boolean
}

export interface Site {
  db: Pick<Database, 'pool'>
  dataDir: string
  withKeys?: boolean
}

/** A sentence for the operator. */
class BackupFailed extends Error {
  override name = 'BackupFailed'
}

/** On their way in or being worked on: whoever sends begins anew, and work that was begun is begun again. */
const passing = new Set(['incoming', 'pieces', 'work'])
const keys = ['keys/secret', 'keys/documents']
const besides = [...keys, 'demo-password.txt']
const sums = 'sha256sums'
const tries = 10
const dayMs = 24 * 60 * 60 * 1000

/** @param referenced every key of storage that the database refers to */
export async function backUp(site: Site, wanted: string, referenced: (db: Db) => Promise<readonly string[]>): Promise<Report> {
  const folder = existsSync(wanted) ? await realpath(wanted) : wanted
  if (await hasEntries(folder)) throw new BackupFailed(`${folder} is not empty: name a folder that is not there yet.`)
  await mkdir(dirname(folder), { recursive: true })
  if (existsSync(folder) && (await stat(folder)).dev !== (await stat(dirname(folder))).dev)
    throw new BackupFailed(`${folder} is a disk of its own: name a folder in it that is not there yet.`)
  await sweep(dirname(folder))
  // Nobody else's, so that backups which overlap do not take each other's files.
  const making = `${folder}.making-${randomUUID()}`
  try {
    const { report, lines } = await make(site, making, referenced)
    // A folder is renamed onto an absent or an empty one, or not at all: what came into it meanwhile stays.
    await rename(making, folder).catch((cause: Error) => {
      throw new BackupFailed(`${folder} was filled while the backup was made, and stays as it is: name another.`, { cause })
    })
    if ((await readFile(join(folder, sums), 'utf8')) !== lines)
      throw new BackupFailed(`${folder} is not the backup that was made: something else works in that folder. Make another elsewhere.`)
    return report
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

async function make(
  { db, dataDir, withKeys = true }: Site,
  making: string,
  referenced: (db: Db) => Promise<readonly string[]>,
): Promise<{ report: Report; lines: string }> {
  await mkdir(making, { mode: 0o700 })
  await mkdir(join(making, 'database'), { mode: 0o700 })
  const copied = new Map<string, string>()
  const copyNew = () => copyTree(join(dataDir, 'media'), join(making, 'media'), 'media', copied)
  await copyNew()

  const client = await db.pool.connect()
  let missing: string[]
  let manifest: Manifest | undefined
  try {
    for (let time = 1; ; time++) {
      await client.query('begin transaction isolation level repeatable read, read only')
      const reads = readsOn(client)
      const wanted = [...(await referenced(reads)), ...((await find(reads, 'media')) ? [markFile] : [])]
      await copyNew()
      missing = wanted.filter((key) => !copied.has(`media/${key}`))
      if (missing.length === 0 || time === tries) break
      await client.query('rollback')
    }
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, sha256 from platform.migrations order by name',
    )
    const tables = await copyOut(client, async (name, stream) => {
      const path = `database/${name}.copy`
      copied.set(path, await written(stream, join(making, path)))
    })
    await client.query('commit')
    manifest = { form: 1, madeAt: new Date().toISOString(), migrations, tables }
  } finally {
    client.release(manifest === undefined)
  }

  for (const path of besides)
    if (existsSync(join(dataDir, path)) && (withKeys || !keys.includes(path))) await copyWithSum(join(dataDir, path), making, path, copied)
  await writeFile(join(making, 'manifest.json'), JSON.stringify(manifest, null, 2), { mode: 0o600 })
  copied.set('manifest.json', await sumOf(join(making, 'manifest.json')))
  const lines = [...copied].map(([path, sum]) => `${sum}  ${path}\n`).join('')
  await writeFile(join(making, sums), lines, { mode: 0o600, flush: true })
  await intact(making)
  const report = {
    rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
    files: [...copied.keys()].filter((path) => path.startsWith('media/') && path !== `media/${markFile}`).length,
    missing,
    hasKeys: keys.every((path) => copied.has(path)),
  }
  return { report, lines }
}

/** Takes away what killed backups left beside `folder`: whatever is still being made has been written to within a day. */
async function sweep(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => /\.making-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name))
  for (const path of left.map((name) => join(folder, name))) {
    const inside = await readdir(path, { recursive: true }).catch(() => [])
    const times = [path, ...inside.map((name) => join(path, name))].map((each) => stat(each).then(({ mtimeMs }) => mtimeMs, Date.now))
    if (Math.max(...(await Promise.all(times))) < Date.now() - dayMs) await rm(path, { recursive: true, force: true })
  }
}

/** Reads all of a backup and compares it with what was written. @throws BackupFailed for what is none, is damaged, or is not for this version */
export async function checked(folder: string): Promise<{ manifest: Manifest; paths: readonly string[] }> {
  const paths = await intact(folder)
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest
  const ours = new Map(readMigrations().map(({ name, sha256 }) => [name, sha256]))
  const foreign = manifest.migrations.find(({ name, sha256 }) => ours.get(name) !== sha256)
  if (foreign)
    throw new BackupFailed(`The backup was made by another version of Stagedoor: it has ${foreign.name}, which is not this one's.`)
  return { manifest, paths }
}

/** @throws BackupFailed where anything is another than was written */
async function intact(folder: string): Promise<readonly string[]> {
  if (!existsSync(join(folder, sums))) throw new BackupFailed(`${folder} is no backup: it has no ${sums}.`)
  const paths: string[] = []
  for await (const line of createInterface({ input: createReadStream(join(folder, sums)) })) {
    const [, sum, path] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (!sum || !path || path.split('/').includes('..')) throw new BackupFailed(`${sums} is damaged: ${JSON.stringify(line.slice(0, 100))}`)
    const found = await sumOf(join(folder, path)).catch(() => undefined)
    if (found !== sum) throw new BackupFailed(`The backup is damaged: ${path} is ${found ? 'another than was written' : 'missing'}.`)
    paths.push(path)
  }
  if (!paths.includes('manifest.json')) throw new BackupFailed('The backup has no manifest.json.')
  return paths
}

/** @throws BackupFailed where something would be written over */
export async function refuseTaken(dataDir: string): Promise<void> {
  if (await hasEntries(dataDir)) throw new BackupFailed(`DATA_DIR ${dataDir} is not empty: a backup is restored into an empty folder only.`)
}

/** Into a database and a folder that are empty. What was restored is up to date with its backup; the next start migrates it further. */
export async function restore(
  folder: string,
  { url, dataDir }: { url: string; dataDir: string },
  { manifest, paths }: Awaited<ReturnType<typeof checked>>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    if (!(await isEmpty(client))) throw new BackupFailed('The database is not empty: a backup is restored into an empty one only.')
    await migrate(url, undefined, manifest.migrations.at(-1)?.name)
    const db = connect({ connection: { connectionString: url }, maxConnections: 1 })
    await migrateJobs(db)
    await db.close()
    for (const path of paths) {
      if (!path.startsWith('media/') && !besides.includes(path)) continue
      await mkdir(dirname(join(dataDir, path)), { recursive: true, mode: 0o700 })
      await copyFile(join(folder, path), join(dataDir, path))
      await chmod(join(dataDir, path), 0o600)
    }
    // Last, and all at once: a restore that was interrupted leaves a site without anything in its database.
    await copyIn(client, manifest.tables, (name) => createReadStream(join(folder, `database/${name}.copy`)))
  } finally {
    await client.end()
  }
}

async function hasEntries(folder: string): Promise<boolean> {
  return existsSync(folder) && (await readdir(folder)).length > 0
}

/** Copies what is not copied yet. What goes away meanwhile is left out. */
async function copyTree(from: string, to: string, path: string, copied: Map<string, string>): Promise<void> {
  if (!existsSync(from)) return
  for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    const name = join(entry.parentPath, entry.name).slice(from.length + 1)
    const key = `${path}/${name}`
    // Names with a dot and an id behind them are being written.
    if (copied.has(key) || passing.has(name.split('/')[0] ?? '') || /\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) continue
    await copyWithSum(join(from, name), dirname(to), key, copied).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }
}

async function copyWithSum(from: string, to: string, path: string, copied: Map<string, string>): Promise<void> {
  const target = join(to, path)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  copied.set(path, await written(createReadStream(from), target))
}

/** @returns the sum of what was written */
async function written(from: Readable, to: string): Promise<string> {
  const hash = createHash('sha256')
  const summed = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(from, summed, createWriteStream(to, { mode: 0o600 }))
  return hash.digest('hex')
}

async function sumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

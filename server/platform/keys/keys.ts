// The site's two keys, held against its database: `secret` signs addresses and webhooks and seals a few words (bank details, postal
// addresses), `documents` seals files. They come from the environment or lie in DATA_DIR/keys, readable by their owner only, and are made
// at the first start.
// Promises: once a database knows a key by its fingerprint, no other is used with it and none is made in its place; a change is an
// operator's deliberate command. Leaves to others: deriving from the secret (config/keys.ts), sealing (storage).
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { record } from '#server/platform/audit/audit.ts'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import * as queries from '#server/platform/keys/queries.ts'
import { reseal, type Resealed, type SealedColumn } from '#server/platform/keys/resealing.ts'

export const keyNames = ['secret', 'documents'] as const
export type KeyName = (typeof keyNames)[number]
export type Keys = Readonly<Record<KeyName, Buffer>>

export interface Place {
  dataDir: string
  /** 64 hexadecimal digits from the environment, where they are set. */
  given: Readonly<Partial<Record<KeyName, string | undefined>>>
}

const settings: Readonly<Record<KeyName, string>> = { secret: 'SECRET_KEY', documents: 'DOCUMENT_KEY' }

/** The keys that belong to this database; made and noted when it knows none. @throws CannotStart when one is missing, damaged or another's */
export function keysOf(db: Database, place: Place): Promise<Keys> {
  return db.transaction(async (tx) => {
    await queries.lock(tx)
    return { secret: await keyOf(tx, 'secret', place), documents: await keyOf(tx, 'documents', place) }
  })
}

async function keyOf(tx: Tx, name: KeyName, place: Place): Promise<Buffer> {
  const known = await queries.find(tx, name)
  const there = read(name, place)
  if (!there && known)
    throw new CannotStart(
      `The key ${fileOf(name, place)} is missing, and this database has things that only it opens: put it back from a backup (or set ${settings[name]}). ${ifLost(name)}`,
    )
  const key = there ?? make(name, place)
  const fingerprint = fingerprintOf(name, key)
  if (known?.fingerprint && !known.fingerprint.equals(fingerprint))
    throw new CannotStart(
      `The key in ${place.given[name] ? settings[name] : fileOf(name, place)} is not the one that this database belongs to: put that one back from a backup. ${ifLost(name)}`,
    )
  if (!known?.fingerprint) await queries.save(tx, name, fingerprint)
  return key
}

export interface Changed extends Resealed {
  /** Where the old one lies now, if it was there. */
  keptAt: string | undefined
}

/**
 * From now on the site has another key: the one that was put in the old one's place, or a new one. Words that the old secret sealed are
 * sealed anew where it is still there, in its place or kept aside; files stay as they are, and so does what nothing opens.
 */
export async function changeKey(tx: Tx, name: KeyName, place: Place, columns: readonly SealedColumn[] = []): Promise<Changed> {
  await queries.lock(tx)
  const known = await queries.find(tx, name)
  const there = readable(name, place)
  const isAnother = there && !known?.fingerprint?.equals(fingerprintOf(name, there))
  if (place.given[name] && !isAnother)
    throw new CannotStart(`${settings[name]} is the key that this database has already: set it to the new one first.`)
  const key = isAnother ? there : randomBytes(32)
  const old = known?.fingerprint ? oldKey(name, place, known.fingerprint) : there
  const resealed = name === 'secret' ? await reseal(tx, columns, old, key) : { moved: 0, closed: [] }
  let keptAt: string | undefined
  if (!isAnother && existsSync(fileOf(name, place))) {
    keptAt = `${fileOf(name, place)}.until-${tx.now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`
    renameSync(fileOf(name, place), keptAt)
  }
  if (!isAnother) write(name, place, key)
  await queries.save(tx, name, fingerprintOf(name, key))
  const detail = { resealed: resealed.moved, closed: resealed.closed.length }
  await record(tx, { action: 'keys.changed', subject: { kind: 'key', id: name }, detail })
  return { keptAt, ...resealed }
}

function ifLost(name: KeyName): string {
  return `If it is lost for good: npm run stagedoor -- keys change ${name}.`
}

function fileOf(name: KeyName, { dataDir }: Place): string {
  return join(dataDir, 'keys', name)
}

/** Undefined when there is none. @throws CannotStart for what is none */
function read(name: KeyName, place: Place): Buffer | undefined {
  const file = fileOf(name, place)
  if (!place.given[name] && !existsSync(file)) return undefined
  const text = place.given[name] ?? textOf(file, name)
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new CannotStart(
      `The key ${file} is damaged (64 hexadecimal digits belong in it): put it back from a backup (or set ${settings[name]}). ${ifLost(name)}`,
    )
  return Buffer.from(text, 'hex')
}

function textOf(file: string, name: KeyName): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    // Docker makes a folder where a file that it shall mount is missing.
    const why = code === 'EISDIR' ? 'is a folder' : `cannot be read (${message})`
    throw new CannotStart(
      `The key ${file} ${why}: let the key's own file lie there, put back from a backup, for the site's user to read (or set ${settings[name]}). ${ifLost(name)}`,
      { cause: error },
    )
  }
}

/** In its place, or aside as a change left it. */
function oldKey(name: KeyName, place: Place, fingerprint: Buffer): Buffer | undefined {
  const folder = join(place.dataDir, 'keys')
  const there = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []
  const aside = there.filter((entry) => entry.isFile() && entry.name.startsWith(`${name}.`)).map((entry) => entry.name)
  const texts = aside.map((file) => readFileSync(join(folder, file), 'utf8').trim()).filter((text) => /^[0-9a-f]{64}$/i.test(text))
  return [readable(name, place), ...texts.map((text) => Buffer.from(text, 'hex'))].find(
    (key) => key && fingerprintOf(name, key).equals(fingerprint),
  )
}

function readable(name: KeyName, place: Place): Buffer | undefined {
  try {
    return read(name, place)
  } catch (error) {
    if (error instanceof CannotStart) return undefined
    throw error
  }
}

function make(name: KeyName, place: Place): Buffer {
  const key = randomBytes(32)
  write(name, place, key)
  return key
}

function write(name: KeyName, place: Place, key: Buffer): void {
  const file = fileOf(name, place)
  mkdirSync(join(place.dataDir, 'keys'), { recursive: true, mode: 0o700 })
  // Written aside and renamed: a start that dies here leaves no half a key.
  writeFileSync(`${file}.making`, key.toString('hex'), { mode: 0o600, flush: true })
  renameSync(`${file}.making`, file)
}

function fingerprintOf(name: KeyName, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`the key ${name}`).digest()
}

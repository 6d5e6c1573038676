// Where bytes are kept. One small interface; the embedded default is a folder, S3 can follow behind the same.
// Keys are names of our making, never a sender's. A sealed object is AES-256-GCM in chunks with a key that
// lives outside the database; every sealed read is the caller's to audit.
import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { freeBytes } from '#server/platform/storage/disk-space.ts'
import { plainBytes, seal, unseal, unsealPart } from '#server/platform/storage/seal.ts'

export interface Storage {
  /** @throws StorageAway while what keeps the bytes is not there: a volume that is not mounted */
  ensureThere(): Promise<void>
  /** Refuses `no_room` when so many bytes more would take what is kept free. */
  ensureRoom(bytes?: number): Promise<void>
  /** Streams an upload to the incoming place. Refuses `too_large` and `no_room` as soon as it is so, and leaves nothing behind then. */
  receive(from: Readable, options: { field: string; name: string; maxBytes: number; sealed: boolean }): Promise<ReceivedFile>
  /** Keeps a received file for good, as it is (sealed stays sealed). */
  keep(file: Pick<ReceivedFile, 'path'>, key: string): Promise<void>
  put(key: string, bytes: Buffer): Promise<void>
  /** Undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  read(key: string, range?: { start: number; end: number }): Readable
  /** The plain bytes of a sealed object, or a part of them: each is proven before it is handed out. */
  readSealed(key: string, range?: { start: number; end: number }): Readable
  /** How many plain bytes a sealed object has. Undefined when there is none. */
  sizeSealed(key: string): Promise<number | undefined>
  remove(key: string): Promise<void>
  /** A file of the local disk to work on (sharp, ffmpeg). The caller does not change it. */
  localPath(key: string): string
}

/** What keeps the bytes is not there. Nothing is written elsewhere meanwhile, and nothing is taken for gone. */
export class StorageAway extends Error {
  override name = 'StorageAway'
}

/**
 * @param spareBytes of the disk stay free of uploads
 * @param isThere whether the folder is the one that was meant; asked before anything is written or found missing
 */
export function diskStorage(
  folder: string,
  sealKey: Buffer,
  { spareBytes = 0, isThere = () => Promise.resolve(true) }: { spareBytes?: number; isThere?: () => Promise<boolean> } = {},
): Storage {
  const ensureThere = async () => {
    if (!(await isThere())) throw new StorageAway(`the folder of files ${folder} is not there`)
  }
  const at = (key: string) => {
    if (!/^[a-z0-9][a-z0-9./-]*$/.test(key) || key.includes('..')) throw new Error(`not a storage key: ${key}`)
    return join(folder, key)
  }
  const prepare = async (key: string) => {
    const path = at(key)
    await ensureThere()
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
  const ensureRoom = async (bytes = 0) => {
    await ensureThere()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await freeBytes(folder)) - bytes < spareBytes) throw new Refusal('no_room')
  }
  return {
    ensureThere,
    ensureRoom,
    async receive(from, { field, name, maxBytes, sealed }) {
      await ensureRoom()
      const path = await prepare(`incoming/${randomUUID()}`)
      const measured = measure(maxBytes, ensureRoom)
      const writer = createWriteStream(path, { mode: 0o600 })
      try {
        await (sealed ? pipeline(from, measured.stream, seal(sealKey), writer) : pipeline(from, measured.stream, writer))
        // A multipart part that was cut at its limit ends without an error.
        if ((from as Readable & { truncated?: boolean }).truncated) throw new Refusal('too_large', {}, [{ field, code: 'too_large' }])
      } catch (error) {
        await rm(path, { force: true })
        const isTooLarge = error instanceof TooLarge || (from as Readable & { truncated?: boolean }).truncated
        throw isTooLarge && !(error instanceof Refusal) ? new Refusal('too_large', {}, [{ field, code: 'too_large' }]) : error
      }
      return {
        field,
        name,
        ...measured.result(),
        sealed,
        path,
        open: () => (sealed ? unseal(createReadStream(path), sealKey) : createReadStream(path)),
        remove: () => rm(path, { force: true }),
      }
    },
    async keep(file, key) {
      const path = await prepare(key)
      // From another disk it is copied, aside like everything else: a reader never meets half a file, nor does a full disk leave one.
      await rename(file.path, path).catch(() => writtenAside(path, (aside) => copyFile(file.path, aside)))
    },
    async put(key, bytes) {
      const path = await prepare(key)
      await writtenAside(path, (aside) => pipeline([bytes], createWriteStream(aside, { mode: 0o600, flush: true })))
    },
    size: (key) =>
      stat(at(key)).then(
        (found) => found.size,
        () => ensureThere().then(() => undefined),
      ),
    read: (key, range) => createReadStream(at(key), range),
    readSealed: (key, range) =>
      range ? unsealPart((part) => createReadStream(at(key), part), sealKey, range) : unseal(createReadStream(at(key)), sealKey),
    async sizeSealed(key) {
      const size = await this.size(key)
      return size === undefined ? undefined : plainBytes(size)
    },
    async remove(key) {
      const path = at(key)
      await ensureThere()
      await rm(path, { force: true })
    },
    localPath: at,
  }
}

/** Written aside and renamed, so that a reader never meets half a file; what could not be written whole leaves nothing. */
async function writtenAside(path: string, write: (aside: string) => Promise<void>): Promise<void> {
  const aside = `${path}.${randomUUID()}`
  try {
    await write(aside)
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

class TooLarge extends Error {}

/** Whether there is room is asked again after so many bytes. */
const roomEveryBytes = 16 * 1024 * 1024

function measure(maxBytes: number, ensureRoom: () => Promise<void>) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let bytes = 0
  let headBytes = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) return done(new TooLarge())
      hash.update(chunk)
      if (headBytes < 4100) {
        head.push(chunk.subarray(0, 4100 - headBytes))
        headBytes += chunk.length
      }
      const isFar = Math.floor(bytes / roomEveryBytes) > Math.floor((bytes - chunk.length) / roomEveryBytes)
      if (!isFar) return done(null, chunk)
      ensureRoom().then(
        () => done(null, chunk),
        (error: Error) => done(error),
      )
    },
  })
  return { stream, result: () => ({ bytes, head: Buffer.concat(head), sha256: hash.digest('hex') }) }
}

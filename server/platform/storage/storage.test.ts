import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdtemp, readFile, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unseal } from '#server/platform/storage/seal.ts'
import { diskStorage, type Storage } from '#server/platform/storage/storage.ts'
import { smallDisk } from '#server/platform/testing/small-disk.ts'

let folder: string
let storage: Storage
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stagedoor-storage-'))
  storage = diskStorage(folder, randomBytes(32))
})
afterAll(() => rm(folder, { recursive: true }))

const receive = (bytes: Buffer, options: { sealed?: boolean; maxBytes?: number } = {}) =>
  storage.receive(Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]), {
    field: 'file',
    name: '../../etc/passwd',
    maxBytes: 10_000_000,
    sealed: false,
    ...options,
  })

test.each([0, 1, 65_535, 65_536, 65_537, 300_000])(
  'a sealed file of %i bytes comes back as it was and lies on the disk unreadable',
  async (length) => {
    const plain = randomBytes(length)
    const file = await receive(plain, { sealed: true })
    await storage.keep(file, `documents/${length}`)
    expect((await buffer(storage.readSealed(`documents/${length}`))).equals(plain)).toBe(true)
    const stored = await readFile(storage.localPath(`documents/${length}`))
    if (length > 16) expect(stored.includes(plain.subarray(0, 16))).toBe(false)
  },
)

test('a part of a sealed file is what stands there, and is refused where it was changed', async () => {
  const plain = randomBytes(200_000)
  await storage.keep(await receive(plain, { sealed: true }), 'documents/parts')
  expect(await storage.sizeSealed('documents/parts')).toBe(plain.length)
  expect(await storage.sizeSealed('documents/no-parts')).toBeUndefined()
  const part = (start: number, end: number) => buffer(storage.readSealed('documents/parts', { start, end }))
  const ends = [0, 1, 65_535, 65_536, 65_537, 131_071, 131_072, 199_998, 199_999]
  for (const start of ends)
    for (const end of ends.filter((each) => each >= start))
      expect((await part(start, end)).equals(plain.subarray(start, end + 1))).toBe(true)
  const path = storage.localPath('documents/parts')
  const sealed = await readFile(path)
  sealed[70_000]! ^= 1
  await writeFile(path, sealed)
  await expect(part(66_000, 67_000)).rejects.toThrow('does not open')
  expect((await part(10, 20)).equals(plain.subarray(10, 21))).toBe(true)
  // Chunks that changed places are no film either.
  await writeFile(path, Buffer.concat([sealed.subarray(0, 12), sealed.subarray(12 + 65_556)]))
  await expect(part(0, 10)).rejects.toThrow('does not open')
})

test('a sealed file that was changed, cut short or lengthened is refused', async () => {
  const file = await receive(randomBytes(200_000), { sealed: true })
  await storage.keep(file, 'documents/tampered')
  const path = storage.localPath('documents/tampered')
  const whole = await readFile(path)
  const flipped = Buffer.from(whole)
  flipped[100_000]! ^= 1
  for (const wrong of [
    flipped,
    whole.subarray(0, 65_568),
    whole.subarray(0, -1),
    Buffer.concat([whole, randomBytes(40)]),
    Buffer.alloc(0),
  ]) {
    await writeFile(path, wrong)
    await expect(buffer(storage.readSealed('documents/tampered'))).rejects.toThrow()
  }
})

test('whoever stops reading a sealed file half-way leaves no file open, and one that is gone is told to its reader', async () => {
  const kept = await receive(randomBytes(3_000_000), { sealed: true })
  await storage.keep(kept, 'documents/half-read')
  const from = createReadStream(storage.localPath('documents/half-read'))
  const reader = unseal(from, randomBytes(32))
  reader.destroy()
  await vi.waitFor(() => expect(from.closed).toBe(true))

  const impatient = storage.readSealed('documents/half-read')
  await once(impatient, 'readable')
  impatient.destroy()
  await vi.waitFor(async () => expect(await openFiles()).not.toContain(storage.localPath('documents/half-read')))
  await expect(buffer(storage.readSealed('documents/none'))).rejects.toMatchObject({ code: 'ENOENT' })
})

/** Which files this process has open, where the system tells. */
async function openFiles(): Promise<string[]> {
  const open = await readdir('/proc/self/fd').catch(() => [])
  return Promise.all(open.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')))
}

test('a file over its limit is refused and leaves nothing behind', async () => {
  const before = await readdir(join(folder, 'incoming'))
  await expect(receive(randomBytes(100_000), { maxBytes: 99_999 })).rejects.toMatchObject({
    code: 'too_large',
    fields: [{ field: 'file' }],
  })
  expect(await readdir(join(folder, 'incoming'))).toEqual(before)
})

test('a key that would leave the folder is a bug, never a path', () => {
  for (const key of ['../x', 'a/../../x', '/etc/passwd', 'A', '']) expect(() => storage.localPath(key)).toThrow('not a storage key')
})

test('what does not fit on the disk leaves nothing behind, in whichever way it came', async (context) => {
  const disk = smallDisk(2)
  if (!disk) return context.skip()
  try {
    const small = diskStorage(disk.folder, randomBytes(32))
    const film = randomBytes(4_000_000)
    const incoming = (sealed: boolean) =>
      small.receive(Readable.from([film]), { field: 'file', name: 'film', maxBytes: 10_000_000, sealed })
    await expect(incoming(false)).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(incoming(true)).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(small.put('renditions/a', film)).rejects.toMatchObject({ code: 'ENOSPC' })
    // From another disk, where keeping means copying.
    const elsewhere = await receive(film)
    await expect(small.keep(elsewhere, 'renditions/b')).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readdir(join(disk.folder, 'renditions'))).toEqual([])
    expect(await readdir(join(disk.folder, 'incoming'))).toEqual([])
    await small.put('renditions/c', film.subarray(0, 1000))
  } finally {
    disk.remove()
  }
})

test('a file that would take the room that is kept free is turned away while it comes in', async (context) => {
  const disk = smallDisk(80)
  if (!disk) return context.skip()
  try {
    const careful = diskStorage(disk.folder, randomBytes(32), { spareBytes: 50 * 1024 * 1024 })
    const film = Readable.from(Array.from({ length: 60 }, () => Buffer.alloc(1024 * 1024)))
    const coming = careful.receive(film, { field: 'file', name: 'film', maxBytes: 1e9, sealed: false })
    await expect(coming).rejects.toMatchObject({ code: 'no_room' })
    expect(await readdir(join(disk.folder, 'incoming'))).toEqual([])
  } finally {
    disk.remove()
  }
})

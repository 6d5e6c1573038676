import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { chanceOfError, draw, leastToName, read, type Mark } from '#server/platform/marks/marks.ts'
import { likeness, scene } from '#server/platform/marks/testing.ts'
import { threads } from '#server/platform/marks/threads.ts'

const secret = Buffer.alloc(32, 3)
const mostPixels = 20_000_000
const encoding = { quality: 82, mostPixels }
const strangers = Array.from({ length: 300 }, (_, n) => `stranger ${n}`)
const readers = ['mei', 'kai', 'wen', ...strangers]
const markOf = (readerId: string, change: Partial<Mark> = {}): Mark => ({
  secret,
  pictureId: 'a picture',
  readerId,
  names: 1,
  text: `@${readerId}`,
  ...change,
})

let plain: Buffer
beforeAll(async () => {
  plain = await scene(1200, 800, 5)
})
const copyFor = async (readerId: string, change?: Partial<Mark>, picture: Uint8Array = plain) =>
  Buffer.from((await draw(picture, markOf(readerId, change), encoding)) ?? [])
/** Who is named, the surest first. */
async function namedIn(found: Uint8Array, { pictureId = 'a picture' } = {}): Promise<string[]> {
  const { standing } = await read({ ours: plain, found, mostPixels, secret, pictureId, readerIds: readers, isThorough: false })
  return standing.filter(({ z }) => z >= leastToName(readers.length)).map(({ readerId }) => readerId)
}

test('the hidden mark changes less than an eye sees, and both marks little more', async () => {
  expect(await likeness(plain, await copyFor('mei', { names: 0 }))).toBeGreaterThan(48)
  for (const names of [1, 4] as const) expect(await likeness(plain, await copyFor('mei', { names }))).toBeGreaterThan(43)
})

test.each([
  ['as it was sent', (copy: Buffer) => sharp(copy).toBuffer()],
  ['after a messenger', (copy: Buffer) => sharp(copy).resize(600).jpeg({ quality: 50 }).toBuffer()],
  [
    'cut on all sides',
    (copy: Buffer) => sharp(copy).extract({ left: 170, top: 90, width: 860, height: 600 }).jpeg({ quality: 70 }).toBuffer(),
  ],
  ['mirrored and grey', (copy: Buffer) => sharp(copy).flop().greyscale().jpeg({ quality: 70 }).toBuffer()],
  [
    'in the middle of a screen',
    (copy: Buffer) =>
      sharp({ create: { width: 1280, height: 900, channels: 3, background: '#f6f3ed' } })
        .composite([{ input: copy, left: 40, top: 60 }])
        .png()
        .toBuffer(),
  ],
  [
    'under a sticker',
    (copy: Buffer) =>
      sharp(copy)
        .composite([{ input: sticker, left: 360, top: 280 }])
        .jpeg({ quality: 70 })
        .toBuffer(),
  ],
])('Mei’s copy names Mei and nobody else: %s', async (_, treat) => {
  expect(await namedIn(await treat(await copyFor('mei')))).toEqual(['mei'])
})
const sticker = { create: { width: 500, height: 330, channels: 3 as const, background: '#e33' } }

test('three who lay their copies over each other are found out', async () => {
  const copies = await Promise.all(['mei', 'kai', 'wen'].map((who) => copyFor(who).then((copy) => sharp(copy).raw().toBuffer())))
  const mean = Buffer.from(copies[0]!.map((value, at) => Math.round((value + copies[1]![at]! + copies[2]![at]!) / 3)))
  const found = await sharp(mean, { raw: { width: 1200, height: 800, channels: 3 } })
    .resize(720)
    .jpeg({ quality: 65 })
    .toBuffer()
  expect((await namedIn(found)).toSorted()).toEqual(['kai', 'mei', 'wen'])
})

test('nobody is named by a plain picture, by another one, nor by a copy of somebody who is not among the readers', async () => {
  for (const found of [plain, await scene(1200, 800, 6), await copyFor('somebody else')]) expect(await namedIn(found)).toEqual([])
  expect(await namedIn(await copyFor('mei'), { pictureId: 'another picture' })).toEqual([])
  expect(await namedIn(await copyFor('mei', { secret: Buffer.alloc(32, 4) }))).toEqual([])
})

test('somebody is named only where the chance of a false name is below one in a million, of however many readers', () => {
  expect(leastToName(3)).toBeCloseTo(7.18, 2)
  for (const many of [10_000, 1_000_000]) expect(chanceOfError(many, leastToName(many))).toBeLessThanOrEqual(1.000_001e-6)
  expect(chanceOfError(10, 1)).toBe(1)
})

test('the same reader gets the same copy again, and another one another', async () => {
  const [first, again, another] = [await copyFor('mei'), await copyFor('mei'), await copyFor('kai')]
  expect(first.equals(again)).toBe(true)
  expect(first.equals(another)).toBe(false)
})

test('a small rendition is read with the large one, and below 512 pixels nothing is hidden', async () => {
  const small = await sharp(plain).resize(640).png().toBuffer()
  expect(await namedIn(await copyFor('mei', { names: 0 }, small))).toEqual(['mei'])
  const tiny = await sharp(plain).resize(400).png().toBuffer()
  expect(await likeness(tiny, await copyFor('mei', { names: 0 }, tiny))).toBe(Infinity)
})

test('a name stands small in the lower left, again in the upper right of a large picture, and in no picture below 240', async () => {
  const changed = async (width: number, area: [left: number, top: number, width: number, height: number]) => {
    const grey = await sharp({ create: { width, height: Math.round(width * 0.6), channels: 3, background: '#777' } })
      .png()
      .toBuffer()
    const copy = await copyFor('mei', {}, grey)
    const [left, top, w, h] = area.map((part, at) => Math.round(part * width * (at % 2 ? 0.6 : 1))) as [number, number, number, number]
    const { channels } = await sharp(await sharp(copy).extract({ left, top, width: w, height: h }).toBuffer())
      .greyscale()
      .stats()
    return (channels[0]?.max ?? 0) - 119 > 25
  }
  const lowerLeft: [number, number, number, number] = [0, 0.9, 0.2, 0.1]
  const upperRight: [number, number, number, number] = [0.8, 0, 0.2, 0.1]
  expect(await changed(1200, lowerLeft)).toBe(true)
  expect(await changed(1200, upperRight)).toBe(false)
  expect(await changed(1200, [0.25, 0.2, 0.5, 0.5])).toBe(false)
  expect(await changed(1700, lowerLeft)).toBe(true)
  expect(await changed(1700, upperRight)).toBe(true)
  expect(await changed(239, lowerLeft)).toBe(false)
})

test('PNG and WebP stay what they are, with what is transparent in them; what moves is not drawn on, and what is no picture is refused', async () => {
  const clear = await sharp({ create: { width: 700, height: 500, channels: 4, background: { r: 200, g: 80, b: 90, alpha: 0.5 } } })
    .png()
    .toBuffer()
  for (const format of ['png', 'webp'] as const) {
    const copy = await copyFor('mei', {}, await sharp(clear).toFormat(format).toBuffer())
    const { format: kept, hasAlpha } = await sharp(copy).metadata()
    expect([kept, hasAlpha]).toEqual([format, true])
    expect((await sharp(copy).stats()).channels[3]?.mean).toBeCloseTo(127, -1)
  }
  const frames = await sharp([clear, await sharp(clear).negate().toBuffer()], { join: { animated: true } })
    .webp()
    .toBuffer()
  expect((await draw(frames, markOf('mei'), encoding)) === undefined).toBe(true)
  await expect(draw(Buffer.from('no picture'), markOf('mei'), encoding)).rejects.toThrow()
  await expect(draw(plain, markOf('mei'), { quality: 82, mostPixels: 1000 })).rejects.toThrow()
  expect((await copyFor('mei')).length, 'its thread goes on').toBeGreaterThan(1000)
})

test('a thread that dies or takes too long fails its own question only', async () => {
  const source = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (question) => {
      if (question === 'die') process.exit(3)
      if (question === 'break') throw new Error('broken')
      if (question !== 'wait') parentPort.postMessage(question === 'no' ? { failed: 'no' } : { answer: question + '!' })
    })`
  const asking = threads<string, string>(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    most: 1,
    longestMs: 5000,
    memoryMb: 32,
  })
  const ask = (question: string) => asking.ask(question)
  expect(await ask('who')).toBe('who!')
  await expect(ask('no')).rejects.toThrow('no')
  await expect(ask('die')).rejects.toThrow('the thread ended')
  await expect(ask('break')).rejects.toThrow('broken')
  await expect(ask('wait')).rejects.toThrow('the thread took too long')
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['a!', 'b!', 'c!'])
})

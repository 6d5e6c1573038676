// A show that is kept, with a real browser that sends it: whatever dies, what came before and after is one film.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join as inFolder } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import { probed } from '#server/platform/ffmpeg/probing.ts'
import { type One, openBrowser, startOne, statsOf } from '#server/platform/forwarder/testing.ts'
import { readTape, written } from '#server/platform/forwarder/tape.ts'
import { encodes, whipFront } from '#server/platform/forwarder/testing-whip.ts'
import { join, JoiningFailed, startTaping, type Taping } from '#server/platform/recorder/recorder.ts'

let one: One
let browsers: Awaited<ReturnType<typeof openBrowser>>
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(inFolder(tmpdir(), 'stagedoor-recorder-'))
  one = await startOne()
  browsers = await openBrowser(one)
})
afterAll(async () => {
  await browsers?.close()
  await one?.close()
  rmSync(folder, { recursive: true, force: true })
})

const bytesOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
const taped = (channel: string, name: string): Taping & { path: string } => {
  const path = inFolder(folder, name)
  return Object.assign(startTaping({ socketPath: one.socketPath, channel, folder, path }), { path })
}
const grows = async (path: string, by = 30_000) => {
  const before = bytesOf(path)
  await expect.poll(() => bytesOf(path), { timeout: 40_000 }).toBeGreaterThan(before + by)
}
/** Every picture decoded, and how loud the sound is. */
function looked(film: string) {
  const args = ['-v', 'info', '-i', film, '-af', 'volumedetect', '-f', 'null', '-']
  const said = execFileSync('/bin/sh', ['-c', '"$@" 2>&1', 'sh', binaries().ffmpeg, ...args]).toString()
  return {
    frames: Number([...said.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]),
    loudest: Number(/max_volume: (-?[\d.]+)/.exec(said)?.[1]),
    // Two pictures within one thirtieth of a second are none of the film's faults.
    complaints: said.split('\n').filter((line) => /error|invalid data|corrupt|concealing/i.test(line)),
  }
}

test('a browser’s show becomes a film with its picture and its sound, though its recorder was killed and its sender came back', async () => {
  const host = await browsers.someone()
  const fan = await browsers.someone()
  await host.evaluate(() => window.publish('reel', 'host'))
  await fan.evaluate(() => window.view('reel', 'fan'))
  const first = taped('reel', '1.tape')
  await grows(first.path, 100_000)
  process.kill(first.pid!, 'SIGKILL')
  await first.ended
  const seen = (await statsOf(fan))['framesDecoded'] ?? 0
  await expect.poll(async () => (await statsOf(fan))['framesDecoded'], { timeout: 10_000 }).toBeGreaterThan(seen + 10)
  const second = taped('reel', '2.tape')
  await grows(second.path, 100_000)
  // The sender's page is loaded again: another connection, other numbers, the same tape.
  await host.evaluate(() => window.publish('reel', 'host'))
  await grows(second.path, 100_000)
  await one.engine.endChannel('reel')
  await second.ended
  const film = inFolder(folder, 'film.mkv')
  const said = await join({ tapes: [first.path, second.path], film, folder, mostSeconds: 3600 })
  const { durationMs, picture, sound } = await probed({ path: film, container: 'matroska' })
  expect(sound).toBeDefined()
  expect(picture?.width).toBeGreaterThan(100)
  expect(picture?.frameRate).toBeLessThanOrEqual(60)
  expect(Math.abs(durationMs / 1000 - said.seconds)).toBeLessThan(1)
  const { frames, loudest, complaints } = looked(film)
  expect(complaints).toEqual([])
  expect(frames).toBeGreaterThan(said.pictures * 0.9)
  expect(loudest).toBeGreaterThan(-60)
})

test('a show that nothing came of makes no film, and a tape that is none does not either', async () => {
  const nothing = taped('nobody', 'nothing.tape')
  await expect.poll(() => statSync(nothing.path, { throwIfNoEntry: false }) !== undefined, { timeout: 10_000 }).toBe(true)
  await nothing.stop()
  expect(await join({ tapes: [nothing.path], film: inFolder(folder, 'none.mkv'), folder, mostSeconds: 60 })).toMatchObject({
    packets: 0,
    pictures: 0,
    seconds: 0,
  })
})

test('an encoder’s H264 is kept as it is, and a film that grows too long ends where it may', async () => {
  const film = inFolder(folder, 'reel.mkv')
  const front = await whipFront(one)
  const encoder = encodes(front.address('encoder'))
  const tape = taped('encoder', 'encoder.tape')
  try {
    await grows(tape.path, 400_000)
  } finally {
    await encoder.stop()
    await one.engine.endChannel('encoder').catch(() => {})
    await tape.stop()
    front.close()
  }
  const whole = await join({ tapes: [tape.path], film, folder, mostSeconds: 60 })
  expect(whole.seconds).toBeGreaterThan(2)
  const { picture, sound } = await probed({ path: film, container: 'matroska' })
  expect(picture).toMatchObject({ width: 640, height: 360 })
  expect(sound).toBeDefined()
  expect(looked(film)).toMatchObject({ complaints: [] })
  const short = await join({ tapes: [tape.path], film: inFolder(folder, 'short.mkv'), folder, mostSeconds: 1 })
  expect(short.seconds).toBeGreaterThanOrEqual(1)
  expect(short.seconds).toBeLessThan(1.5)
})

test('a tape that was torn anywhere is read as far as it goes, and nonsense makes nothing', async () => {
  const bytes = readFileSync(inFolder(folder, 'encoder.tape'))
  const torn = inFolder(folder, 'torn.tape')
  writeFileSync(torn, bytes.subarray(0, Math.floor(bytes.length / 2) - 3))
  const half = await join({ tapes: [torn], film: inFolder(folder, 'torn.mkv'), folder, mostSeconds: 60 })
  expect(half.pictures).toBeGreaterThan(10)
  const nonsense = inFolder(folder, 'nonsense.tape')
  writeFileSync(nonsense, Buffer.alloc(100_000, 0xff))
  expect(await join({ tapes: [nonsense], film: inFolder(folder, 'nonsense.mkv'), folder, mostSeconds: 60 })).toMatchObject({
    packets: 0,
    pictures: 0,
    seconds: 0,
  })
})

test('an encoder’s picture whose beginning is missing makes no film, and beside a whole tape one of what is whole', async () => {
  const bytes = readFileSync(inFolder(folder, 'encoder.tape'))
  const kept: Buffer[] = []
  // Neither parameters (7, 8) nor a picture by itself (5), nor a packet that may hold some: what is left builds on what nobody has.
  for await (const one of readTape(Readable.from([bytes])))
    if (one.kind !== 'H264' || ((one.payload[0] ?? 0) & 31) === 1) kept.push(written(one))
  const headless = inFolder(folder, 'headless.tape')
  writeFileSync(headless, Buffer.concat(kept))
  const film = inFolder(folder, 'headless.mkv')
  const nothing = await join({ tapes: [headless], film, folder, mostSeconds: 60 })
  expect(nothing.pictures).toBe(0)
  const both = await join({ tapes: [headless, inFolder(folder, 'encoder.tape')], film, folder, mostSeconds: 60 })
  expect(both.pictures).toBeGreaterThan(10)
  expect(looked(film)).toMatchObject({ complaints: [] })
})

test('who is ended from without says so, and not that the tapes are no good', async () => {
  const joining = join({
    tapes: Array.from({ length: 200 }, () => inFolder(folder, 'encoder.tape')),
    film: inFolder(folder, 'ended.mkv'),
    folder,
    mostSeconds: 3600,
  })
  const pids = () =>
    execFileSync('ps', ['-eo', 'pid,args'])
      .toString()
      .split('\n')
      .filter((line) => line.includes('joining.ts') && line.includes('ended.mkv'))
      .map((line) => Number(line.trim().split(' ')[0]))
  await expect.poll(() => pids().length, { timeout: 10_000 }).toBeGreaterThan(0)
  for (const pid of pids()) process.kill(pid, 'SIGTERM')
  const wrong: unknown = await joining.catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(Error)
  expect(wrong).not.toBeInstanceOf(JoiningFailed)
})

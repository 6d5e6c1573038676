// What a channel sends as HLS and as a picture, sent by a real browser and by an encoder.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import { type One, openBrowser, startOne } from '#server/platform/forwarder/testing.ts'
import { encodes, whipFront } from '#server/platform/forwarder/testing-whip.ts'
import { hlsArgs, startHls, takeSnapshot } from '#server/platform/recorder/hls.ts'

let one: One
let browsers: Awaited<ReturnType<typeof openBrowser>>
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stagedoor-hls-'))
  one = await startOne()
  browsers = await openBrowser(one)
})
afterAll(async () => {
  await browsers?.close()
  await one?.close()
  rmSync(folder, { recursive: true, force: true })
})

const segments = (name: string) => readdirSync(folder).filter((file) => new RegExp(`^${name}-\\d+\\.ts$`).test(file))
const has = (name: string, many: number) => expect.poll(() => segments(name).length, { timeout: 40_000 }).toBeGreaterThanOrEqual(many)
const begins = (channel: string, name: string) => startHls({ socketPath: one.socketPath, channel, folder, name })

/** What is in a segment: how many pictures, of which size, and when picture and sound begin. The ffprobe that comes along reads no MPEG-TS. */
function looked(file: string) {
  const args = ['-v', 'info', '-i', join(folder, file), '-vf', 'showinfo', '-af', 'ashowinfo', '-f', 'null', '-']
  const said = execFileSync('/bin/sh', ['-c', '"$@" 2>&1', 'sh', binaries().ffmpeg, ...args]).toString()
  const beginnings = (filter: string) => Number(new RegExp(`\\[Parsed_${filter}_0[^\\n]* pts_time:([\\d.]+)`).exec(said)?.[1])
  return {
    codecs: [...said.matchAll(/Stream #0:\d[^\n]*: (?:Video: (h264)|Audio: (aac))/g)]
      .map(([, picture, sound]) => picture ?? sound)
      .toSorted((a = '', b = '') => a.localeCompare(b)),
    size: /Video: h264[^\n]* (\d+x\d+)/.exec(said)?.[1],
    pictures: Number([...said.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1]),
    apartSeconds: Math.abs(beginnings('showinfo') - beginnings('ashowinfo')),
    complaints: said.split('\n').filter((line) => /error|invalid data|corrupt|concealing/i.test(line)),
  }
}

test('a browser’s show is cut into segments with picture and sound that lie together, goes on when its page is loaded again, and ends with it', async () => {
  const host = await browsers.someone()
  await host.evaluate(() => window.publish('evening', 'host'))
  const running = begins('evening', 'evening')
  await has('evening', 3)
  const playlist = readFileSync(join(folder, 'evening.m3u8'), 'utf8')
  expect(playlist).toContain('#EXT-X-TARGETDURATION:2')
  expect(playlist).not.toContain('#EXT-X-ENDLIST')
  expect(playlist.split('\n').filter((line) => line !== '' && !line.startsWith('#'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^evening-\d+\.ts$/)]),
  )
  const segment = looked('evening-1.ts')
  expect(segment).toMatchObject({ codecs: ['aac', 'h264'], pictures: 60, complaints: [] })
  expect(segment.apartSeconds).toBeLessThan(0.2)

  // Another connection, other numbers: the same segments go on.
  await host.evaluate(() => window.publish('evening', 'host'))
  await has('evening', segments('evening').length + 2)

  await one.engine.endChannel('evening')
  await running.ended
})

test('an encoder’s show keeps its size where it is small, and its picture is a JPEG of the show', async () => {
  const front = await whipFront(one)
  const encoder = encodes(front.address('encoder'))
  const running = begins('encoder', 'encoder')
  try {
    await has('encoder', 2)
    expect(looked('encoder-0.ts')).toMatchObject({ size: '640x360', complaints: [] })
    const picture = await takeSnapshot({ socketPath: one.socketPath, channel: 'encoder' })
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  } finally {
    running.stop()
    await encoder.stop()
    await one.engine.endChannel('encoder').catch(() => {})
    front.close()
  }
  await running.ended
})

test('where nobody sends there is no picture and no segment, and an engine that went away ends it', async () => {
  const waiting = begins('nobody', 'nobody')
  expect(await takeSnapshot({ socketPath: one.socketPath, channel: 'nobody' })).toBeUndefined()
  expect(segments('nobody')).toEqual([])
  waiting.stop()
  await waiting.ended
  const away = startHls({ socketPath: join(folder, 'no-engine'), channel: 'evening', folder, name: 'away' })
  await away.ended
  expect(await takeSnapshot({ socketPath: join(folder, 'no-engine'), channel: 'evening' })).toBeUndefined()
})

test('a picture is brought down to 720 lines, upright for who holds it upright, and never up', () => {
  const frame = (width: number, height: number) => /scale=(\d+:\d+):/.exec(hlsArgs('x', { width, height }).join(' '))?.[1]
  expect(frame(1920, 1080)).toBe('1280:720')
  expect(frame(1080, 1920)).toBe('720:1280')
  expect(frame(640, 361)).toBe('640:362')
  expect(frame(16_383, 1)).toBe('1280:2')
})

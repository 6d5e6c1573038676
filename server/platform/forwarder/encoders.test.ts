// Encoders that are no browser: FFmpeg's own WHIP muxer, over HTTP as the site speaks it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type One, openBrowser, startOne, statsOf } from '#server/platform/forwarder/testing.ts'
import { encodes, whipFront } from '#server/platform/forwarder/testing-whip.ts'

let one: One
let browsers: Awaited<ReturnType<typeof openBrowser>>
let front: Awaited<ReturnType<typeof whipFront>>

beforeAll(async () => {
  one = await startOne()
  browsers = await openBrowser(one)
  front = await whipFront(one)
})
afterAll(async () => {
  front?.close()
  await browsers?.close()
  await one?.close()
})

const publisherOf = (channel: string) =>
  one.engine.channel(channel).then(
    ({ publisher }) => publisher,
    () => undefined,
  )

test('FFmpeg publishes over WHIP: its size and codec are known, a browser decodes picture and sound, and its goodbye ends it', async () => {
  const encoder = encodes(front.address('reel'))
  try {
    await expect.poll(() => publisherOf('reel'), { timeout: 20_000, message: encoder.said() }).toMatchObject({ connected: true })
    await expect.poll(async () => (await publisherOf('reel'))?.layers, { timeout: 10_000 }).toMatchObject([{ width: 640, height: 360 }])
    const guest = await browsers.someone()
    const { firstFrameMs } = await guest.evaluate(() => window.view('reel', 'guest'))
    expect(firstFrameMs).toBeGreaterThan(0)
    await expect.poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 20_000 }).toBeGreaterThan(40)
    await expect.poll(async () => (await statsOf(guest))['totalAudioEnergy'], { timeout: 10_000 }).toBeGreaterThan(0)
    expect(await statsOf(guest)).toMatchObject({ frameWidth: 640, frameHeight: 360 })
    expect(await publisherOf('reel')).toMatchObject({ codec: 'H264', bframes: false, silent: false })
    expect(front.asked[0]).toBe('POST /reel application/sdp Bearer live_key')
    await guest.context().close()
  } finally {
    expect(await encoder.stop(), encoder.said()).toBe(0)
  }
  expect(front.asked.at(-1)).toMatch(/^DELETE \/reel\/[\w-]{36}/)
  await expect.poll(() => publisherOf('reel'), { timeout: 5000 }).toBeUndefined()
})

// Encoders that are no browser: FFmpeg's own WHIP muxer, over HTTP as the site speaks it.
import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type One, openBrowser, startOne, statsOf } from '#server/platform/forwarder/testing.ts'

let one: One
let browsers: Awaited<ReturnType<typeof openBrowser>>
let front: Server
const asked: string[] = []

beforeAll(async () => {
  one = await startOne()
  browsers = await openBrowser(one)
  front = createServer((request, response) => {
    const { method, url = '', headers } = request
    asked.push(`${method} ${url} ${headers['content-type'] ?? ''} ${headers.authorization ?? ''}`.trim())
    const answer = async () => {
      if (method === 'DELETE') {
        await one.engine.endSession(url.split('/').at(-1) ?? '')
        return response.writeHead(200).end()
      }
      const { session, sdp } = await one.engine.publish(url.slice(1), { sdp: await text(request), label: 'host' })
      return response.writeHead(201, { location: `${url}/${session}`, 'content-type': 'application/sdp' }).end(sdp)
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => front.once('listening', listening))
})
afterAll(async () => {
  front?.close()
  await browsers?.close()
  await one?.close()
})

function encode(channel: string) {
  const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}/${channel}`
  const program = fileURLToPath(new URL('./testing-encoder.ts', import.meta.url))
  const child = spawn(process.execPath, [program, address, 'live_key'], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const stop = () => {
    child.stdin.end()
    return ended
  }
  return { stop, said: () => said, ended }
}
const publisherOf = (channel: string) =>
  one.engine.channel(channel).then(
    ({ publisher }) => publisher,
    () => undefined,
  )

test('FFmpeg publishes over WHIP: its size and codec are known, a browser decodes picture and sound, and its goodbye ends it', async () => {
  const encoder = encode('reel')
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
    expect(asked[0]).toBe('POST /reel application/sdp Bearer live_key')
    await guest.context().close()
  } finally {
    expect(await encoder.stop(), encoder.said()).toBe(0)
  }
  expect(asked.at(-1)).toMatch(/^DELETE \/reel\/[\w-]{36}/)
  await expect.poll(() => publisherOf('reel'), { timeout: 5000 }).toBeUndefined()
})

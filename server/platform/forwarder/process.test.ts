import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium as playwright, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chromium } from '../../../browser/chromium.ts'
import { forwarder, type RunningForwarder, startForwarder } from '#server/platform/forwarder/client.ts'

const home = mkdtempSync(join(tmpdir(), 'stagedoor-forwarder-'))
const socketPath = join(home, 'socket')
const log: string[] = []
const engine = forwarder(socketPath)
let running: RunningForwarder
let browser: Browser
let pages: Server

beforeAll(async () => {
  running = await startForwarder({
    socketPath,
    bind: '127.0.0.1',
    port: 5300,
    allowInner: true,
    log: (line) => log.push(line),
    sessionsPerLabel: 20,
  })
  const launch = await chromium()
  browser = await playwright.launch({
    ...launch,
    args: [
      ...launch.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      '--autoplay-policy=no-user-gesture-required',
    ],
  })
  // Cameras are given to pages of a real origin only.
  pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page)).listen(0, '127.0.0.1')
  await new Promise((listening) => pages.once('listening', listening))
})
afterAll(async () => {
  await browser?.close()
  pages?.close()
  await running?.close()
  rmSync(home, { recursive: true, force: true })
})

const page = readFileSync(join(import.meta.dirname, 'testing.html'))

async function someone(): Promise<Page> {
  const context = await browser.newContext()
  const tab = await context.newPage()
  await tab.exposeFunction('publishAt', (channel: string, label: string, sdp: string) => engine.publish(channel, { sdp, label }))
  await tab.exposeFunction('viewAt', (channel: string, label: string, sdp: string) => engine.view(channel, { sdp, label }))
  await tab.goto(`http://127.0.0.1:${(pages.address() as AddressInfo).port}/`)
  return tab
}

/** What the page (testing.html) can do. */
declare global {
  interface Window {
    publish(channel: string, label: string, layers?: number): Promise<string>
    view(channel: string, label: string): Promise<{ session: string; firstFrameMs: number }>
    stats(): Promise<Record<string, number>>
  }
}
const statsOf = (tab: Page) => tab.evaluate(() => window.stats())

test('a camera is published and played by another: pictures move, and there is sound', async () => {
  const [host, guest] = [await someone(), await someone()]
  await host.evaluate(() => window.publish('garden', 'host'))
  const { session, firstFrameMs } = await guest.evaluate(() => window.view('garden', 'guest'))
  console.info(`the first picture after ${Math.round(firstFrameMs)} ms`)
  expect(firstFrameMs).toBeGreaterThan(0)
  const before = await statsOf(guest)
  await expect
    .poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 10_000 })
    .toBeGreaterThan((before['framesDecoded'] ?? 0) + 20)
  await expect.poll(async () => (await statsOf(guest))['totalAudioEnergy'], { timeout: 10_000 }).toBeGreaterThan(0)
  const state = await engine.channel('garden')
  expect(state.publisher).toMatchObject({ label: 'host', connected: true, silent: false, bframes: false })
  expect(state.viewers).toMatchObject([{ label: 'guest', connected: true }])
  expect(state.mediaMs['guest']).toBeGreaterThan(0)

  await engine.endSession(session)
  await expect.poll(async () => (await engine.channel('garden')).viewers.length, { timeout: 1000 }).toBe(0)
  await guest.waitForTimeout(1000)
  const stopped = (await statsOf(guest))['packetsReceived']
  await guest.waitForTimeout(500)
  expect((await statsOf(guest))['packetsReceived']).toBe(stopped)
  await Promise.all([host.context().close(), guest.context().close()])
  await engine.endChannel('garden')
})

test('of three layers a viewer gets one, and a better one when his way carries it', async () => {
  const [host, guest] = [await someone(), await someone()]
  await host.evaluate(() => window.publish('stairs', 'host', 3))
  const layersOf = async () => (await engine.channel('stairs')).publisher?.layers ?? []
  await expect.poll(async () => (await layersOf()).map(({ rid }) => rid), { timeout: 20_000 }).toEqual(['q', 'h', 'f'])
  await guest.evaluate(() => window.view('stairs', 'guest'))
  const first = (await statsOf(guest))['frameWidth'] ?? 0
  expect(first).toBeGreaterThan(0)
  await expect.poll(async () => (await statsOf(guest))['frameWidth'], { timeout: 40_000 }).toBe(1280)
  expect(first).toBeLessThan(1280)
  expect((await engine.channel('stairs')).viewers).toMatchObject([{ layer: 2 }])
  await Promise.all([host.context().close(), guest.context().close()])
  await engine.endChannel('stairs')
})

test('who asks for nonsense is told so, and everybody else is served', async () => {
  await expect(engine.view('nowhere', { sdp: 'v=0', label: 'guest' })).rejects.toMatchObject({ code: 'no_publisher', status: 404 })
  await expect(engine.publish('hall', { sdp: 'garbage', label: 'vandal' })).rejects.toMatchObject({ code: 'bad_offer', status: 400 })
  await expect(engine.publish('hall', { sdp: 'v=0\r\n'.repeat(400_000), label: 'vandal' })).rejects.toMatchObject({ status: 413 })
  await expect(engine.endSession('nobody')).rejects.toMatchObject({ code: 'not_found' })
  const codes = await Promise.all(
    Array.from({ length: 1000 }, () =>
      engine.publish('hall', { sdp: 'v=0', label: 'flood' }).catch((error: { code: string }) => error.code),
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['bad_offer', 'too_often']))
  expect(await engine.channels()).toEqual({ channels: [] })
})

test('a forwarder that is killed is started again', async () => {
  const before = running.pid ?? 0
  const restarted = new Promise<void>((done) => running.news.once('restarted', done))
  process.kill(before, 'SIGKILL')
  await restarted
  expect(running.pid).not.toBe(before)
  expect(await engine.channels()).toEqual({ channels: [] })
})

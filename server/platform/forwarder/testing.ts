// What the forwarder's tests have in common: its process at a free port, and real browsers that publish and play.
import { createSocket, type Socket } from 'node:dgram'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as playwright, type Page } from '@playwright/test'
import { chromium } from '../../../browser/chromium.ts'
import { forwarder, type ForwarderOptions, startForwarder } from '#server/platform/forwarder/client.ts'

export async function bound(socket: Socket, port = 0): Promise<number> {
  await new Promise<void>((done, failed) => socket.once('error', failed).bind(port, '127.0.0.1', done))
  return socket.address().port
}

export async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  const port = await bound(socket)
  await new Promise<void>((closed) => socket.close(closed))
  return port
}

/** A forwarder of its own in a folder of its own. */
export async function startOne(options: Partial<ForwarderOptions> = {}) {
  const home = mkdtempSync(join(tmpdir(), 'stagedoor-forwarder-'))
  const socketPath = join(home, 'socket')
  const log: string[] = []
  const port = options.port ?? (await freePort())
  const running = await startForwarder({
    socketPath,
    bind: '127.0.0.1',
    allowInner: true,
    log: (line) => log.push(line),
    sessionsPerLabel: 20,
    ...options,
    port,
  })
  const close = async () => {
    await running.close()
    rmSync(home, { recursive: true, force: true })
  }
  return { port, log, running, socketPath, engine: forwarder(socketPath), close }
}
export type One = Awaited<ReturnType<typeof startOne>>

/** Browsers with a camera and a microphone, on a page (testing.html) that can publish and play. */
/** @param inside where the browser lives and what it can reach: a program that starts it there, and the address of this machine as it is seen from there */
export async function openBrowser({ engine, port }: One, inside?: { program: string; address: string }) {
  const address = inside?.address ?? '127.0.0.1'
  const launch = await chromium()
  const browser = await playwright.launch({
    ...launch,
    ...(inside && { executablePath: inside.program }),
    // A relay of the tests' own has a certificate that nobody vouches for.
    args: [...launch.args, '--autoplay-policy=no-user-gesture-required', '--ignore-certificate-errors'],
  })
  const page = readFileSync(join(import.meta.dirname, 'testing.html'))
  // Cameras are given to pages of a real origin only.
  const pages = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page)).listen(0, address)
  await new Promise((listening) => pages.once('listening', listening))

  /** @param way the port of a relay to the forwarder, by which everything of this person goes */
  async function someone(way?: number): Promise<Page> {
    const context = await browser.newContext()
    const tab = await context.newPage()
    const offered = (sdp: string) => (way ? sdp.replaceAll(/a=candidate.*\r\n/g, '') : sdp)
    const by = <Answer extends { sdp: string }>(one: Answer) => ({
      ...one,
      sdp: way ? one.sdp.replaceAll(` ${port} typ`, ` ${way} typ`) : one.sdp,
    })
    await tab.exposeFunction('publishAt', async (channel: string, label: string, sdp: string) =>
      by(await engine.publish(channel, { sdp: offered(sdp), label })),
    )
    await tab.exposeFunction('viewAt', async (channel: string, label: string, sdp: string) =>
      by(await engine.view(channel, { sdp: offered(sdp), label })),
    )
    await tab.goto(`http://${address}:${(pages.address() as AddressInfo).port}/`)
    return tab
  }
  /** Closes all pages. */
  const leave = () => Promise.all(browser.contexts().map((context) => context.close()))
  const close = async () => {
    await browser.close()
    pages.close()
  }
  return { someone, leave, close }
}

/** What the page (testing.html) can do. */
declare global {
  interface Window {
    publish(channel: string, label: string, layers?: number): Promise<string>
    view(channel: string, label: string, configuration?: RTCConfiguration): Promise<{ session: string; firstFrameMs: number }>
    /** By what the media come: the kind of our own address, and for a relay how it is spoken to. */
    way(): Promise<(string | undefined)[]>
    stats(): Promise<Record<string, number>>
    /** From now on every picture that is shown is noticed. */
    noticePictures(): void
    /** How many there were, and the longest time between two of them, in seconds of the stream. */
    noticedPictures(): { pictures: number; longestGap: number }
  }
}
export const statsOf = (tab: Page) => tab.evaluate(() => window.stats())

// The JavaScript of a first load, counted in one way: as a browser fetches it, Brotli, with its words, what comes alive by itself and the heads of
// all answers, until nothing but the page's idle time would fetch more. A visitor with a phone; nothing is kept from before.
import { chromium as playwright } from '@playwright/test'
import { chromium } from '../../browser/chromium.ts'
import { openTown, phone } from './town.ts'

const goals = [
  ['landing', '/', 130],
  ['home', '/home', 130],
  ['sign-in', '/auth/login', 130],
  ['profile', '/papertheatre', 150],
] as const
const mostFiles = 12

const house = await openTown()
const browser = await playwright.launch(await chromium())
try {
  for (const [page, path, goal] of goals) {
    const { scripts, bytes } = await firstLoadOf(path)
    const isOver = bytes > goal * 1000 || scripts > mostFiles
    if (isOver) process.exitCode = 1
    console.log(
      `first load of ${page.padEnd(8)} ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${scripts} files (goal ≤ ${goal} kB in ≤ ${mostFiles})${isOver ? '   OVER' : ''}`,
    )
  }
} finally {
  await browser.close()
  await house.close()
}

async function firstLoadOf(path: string): Promise<{ scripts: number; bytes: number }> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, response }) => {
    if (new URL(response.url).pathname.endsWith('.js')) scripts.add(requestId)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  // What comes when the page is idle is no part of its first load: here it never is.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  await page.goto(house.site + path)
  await page.locator('html[data-alive]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  await context.close()
  return { scripts: scripts.size, bytes }
}

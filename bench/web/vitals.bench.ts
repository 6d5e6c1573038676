// How a page comes and answers on a phone of the middle: a processor at a quarter of this one's speed, and slow 4G. The largest picture or text
// (LCP), what moves while it comes (CLS), and from a press to the next picture of the page (INP); and how long a sheet takes to stand open.
import { type Browser, type BrowserContext, chromium as playwright, type Page } from '@playwright/test'
import { chromium } from '../../browser/chromium.ts'
import { demoPassword, openTown, phone } from './town.ts'

/** As Lighthouse has slow 4G: 150 ms there and back, 1.6 Mbit/s down, 0.75 up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1638.4 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }
const slowdown = 4
const rounds = 3

interface Vitals {
  lcp: number
  cls: number
  presses: number[]
}

const house = await openTown()
const browser = await playwright.launch(await chromium())
try {
  const visitor = await comes(browser)
  const fan = await comes(browser)
  await signIn(fan)
  for (const [name, context, path] of [
    ['home, visitor', visitor, '/home'],
    ['home, fan', fan, '/home'],
    ['profile, visitor', visitor, '/papertheatre'],
  ] as const) {
    const seen: Vitals[] = []
    for (let round = 0; round < rounds; round++) seen.push(await load(context, path))
    tell(`LCP ${name}`, median(seen.map(({ lcp }) => lcp)), 2500, 'ms')
    tell(`CLS ${name}`, median(seen.map(({ cls }) => cls)), 0.02, '')
  }
  const like = await press(fan, '/home', (page) => page.getByRole('button', { name: /^喜歡/ }).first())
  tell('INP like', like.inp, 200, 'ms')
  const tab = await press(fan, '/papertheatre', (page) => page.getByRole('link', { name: /^照片/ }).first())
  tell('INP tab', tab.inp, 200, 'ms')
  const unlock = await press(fan, '/home?scope=discover', (page) => page.getByRole('button', { name: /解鎖/ }).first(), '[role=dialog]')
  tell('INP unlock', unlock.inp, 200, 'ms')
  tell('unlock sheet open after', unlock.shown, 200, 'ms')
} finally {
  await browser.close()
  await house.close()
}

function tell(what: string, value: number, goal: number, unit: string): void {
  const isOver = !(value <= goal)
  if (isOver) process.exitCode = 1
  const written = unit ? `${Math.round(value)} ${unit}` : value.toFixed(4)
  console.log(`${what.padEnd(24)} ${written.padStart(8)}   (goal ≤ ${goal}${unit && ` ${unit}`})${isOver ? '   OVER' : ''}`)
}

async function comes(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext(phone)
  await context.addCookies([{ name: 'eighteen_day', value: '1990-01-01', url: house.site }])
  await context.addInitScript(() => {
    const vitals: Vitals = { lcp: 0, cls: 0, presses: [] }
    Object.assign(window, { vitals })
    new PerformanceObserver((list) => {
      vitals.lcp = list.getEntries().at(-1)?.startTime ?? vitals.lcp
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!shift.hadRecentInput) vitals.cls += shift.value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const event of list.getEntries() as (PerformanceEntry & { interactionId: number })[])
        if (event.interactionId) vitals.presses.push(event.duration)
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  })
  return context
}

async function signIn(context: BrowserContext): Promise<void> {
  const answer = await context.request.post(`${house.site}/api/auth/login`, {
    data: { username: 'fan@stagedoor.example', password: demoPassword, remember: true },
  })
  if (!answer.ok()) throw new Error(`the fan could not sign in: ${answer.status()} ${await answer.text()}`)
}

/** A new page on the slow phone, with nothing kept. */
async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  await session.send('Network.emulateNetworkConditions', slow4g)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return page
}

async function load(context: BrowserContext, path: string): Promise<Vitals> {
  const page = await slowPage(context)
  await page.goto(house.site + path)
  await page.locator('html[data-alive]').waitFor({ state: 'attached' })
  await page.waitForTimeout(4000)
  const vitals = await vitalsOf(page)
  await page.close()
  return vitals
}

/** One press on a page that has come to rest, as somebody presses who has looked at it first. */
async function press(context: BrowserContext, path: string, target: (page: Page) => ReturnType<Page['locator']>, opens?: string) {
  const page = await slowPage(context)
  await page.goto(house.site + path)
  await page.locator('html[data-alive]').waitFor({ state: 'attached' })
  const button = target(page)
  await button.scrollIntoViewIfNeeded()
  await page.waitForTimeout(8000)
  const shown = opens ? page.evaluate(timeUntil, opens) : Promise.resolve(0)
  await button.tap()
  const ms = await shown
  await page.waitForTimeout(1500)
  const { presses } = await vitalsOf(page)
  await page.close()
  return { inp: presses.length > 0 ? Math.max(...presses) : 16, shown: ms }
}

/** In the page: from the press to what it opens being drawn. */
function timeUntil(selector: string): Promise<number> {
  return new Promise((done) => {
    let pressed = 0
    addEventListener('pointerup', () => (pressed = performance.now()), { capture: true, once: true })
    const look = () => {
      if (pressed && document.querySelector(selector)) requestAnimationFrame(() => done(performance.now() - pressed))
      else requestAnimationFrame(look)
    }
    look()
  })
}

function vitalsOf(page: Page): Promise<Vitals> {
  return page.evaluate(() => (window as unknown as { vitals: Vitals }).vitals)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

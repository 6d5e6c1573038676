// People in front of real browsers: each has a window, cookies and a socket of their own. All are invented adults.
import { type APIRequestContext, type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'

export const site = `http://127.0.0.1:${process.env['BROWSER_SITE_PORT'] ?? 4780}`
export const demoPassword = 'stagedoor-demo-2026'

export interface Person {
  page: Page
  context: BrowserContext
  /** What the page complained of: a story ends with none. */
  complaints: string[]
}

/** Windows that stay open go on asking and drawing beside every later story; each story's are closed when the next one's people come. */
const open = { story: '', contexts: new Set<BrowserContext>() }

async function earlierOnesLeave(): Promise<void> {
  const story = `${test.info().testId} ${test.info().retry}`
  if (story === open.story) return
  open.story = story
  const earlier = [...open.contexts]
  open.contexts.clear()
  await Promise.all(earlier.map((context) => context.close()))
}

/** @param phone 390 px wide with touch; otherwise 1280 */
export async function comes(
  browser: Browser,
  { phone = false, theme = 'light' }: { phone?: boolean; theme?: 'light' | 'dark' } = {},
): Promise<Person> {
  await earlierOnesLeave()
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 900 },
    hasTouch: phone,
    locale: 'zh-TW',
    timezoneId: 'Asia/Taipei',
    baseURL: site,
  })
  open.contexts.add(context)
  await context.addCookies([{ name: 'theme', value: theme, url: site }])
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // A refusal is an answer; the browser reports its status all the same.
    if (message.type() === 'error' && !/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text()))
      complaints.push(message.text())
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`policy: ${event.effectiveDirective} ${event.blockedURI}`),
    )
  })
  return { page, context, complaints }
}

/** Goes to a page and waits until it is alive: before that a press is lost. */
export async function goes(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await isAlive(page)
}

export async function isAlive(page: Page): Promise<void> {
  await expect(page.locator('html[data-alive]')).toBeAttached()
}

/** It was looked for letters that this machine has none for (web/app/letters): what was found is kept for the visit. */
export async function hasLookedForLetters(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('letters'))).not.toBeNull()
}

/** Has signed in; no page is open by it. */
export async function signsIn({ page }: Person, name: string): Promise<void> {
  const data = { username: name, password: demoPassword }
  const reply = await page.request.post('/api/auth/login', { data, headers: { origin: site } })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** Signs in by the form, and is wherever that leads. */
export async function signsInByForm({ page }: Person, name: string): Promise<void> {
  await goes(page, '/auth/login')
  await page.getByLabel('電子信箱或使用者名稱').fill(name)
  await page.getByLabel('密碼', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await isAlive(page)
}

/**
 * A phone's own Back. A headless browser has none: what the pages ask to hear of it (CloseWatcher) is called as a phone does, the newest first; where nobody
 * asked, it leaves the page. To be said before the first page.
 */
export async function backOf(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const open: { onclose: (() => void) | null; destroy: () => void }[] = []
    const watcher = class {
      onclose: (() => void) | null = null
      destroy = () => void (open.includes(this) && open.splice(open.indexOf(this), 1))
      constructor() {
        open.push(this)
      }
    }
    const back = () => {
      const newest = open.pop()
      if (newest) newest.onclose?.()
      else history.back()
    }
    Object.assign(window, { CloseWatcher: watcher, back })
    const matches = window.matchMedia.bind(window)
    window.matchMedia = (query) => matches(query.replace('(pointer: coarse)', '(min-width: 0)'))
  })
  return () => page.evaluate(() => (window as unknown as { back: () => void }).back())
}

/** Confirms their age where the birth date is on file. */
export async function entersTheDoor({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: '我已年滿18歲，進場' }).click()
  await expect(page.getByRole('button', { name: '我已年滿18歲，進場' })).toBeHidden()
}

/** Has been through the age gate on this device before. */
export async function passedTheDoor({ context }: Person): Promise<void> {
  await context.addCookies([{ name: 'eighteen_day', value: '1990-01-01', url: site }])
}

/** The office gives back what somebody paid for this. */
export async function givesBack(office: Person, buyer: string, title: string): Promise<void> {
  const { request } = office.page
  const list = await request.get(`/api/admin/transfers?q=${buyer}&limit=20`)
  const { data } = (await list.json()) as { data: { data: { _id: string; title: string }[] } }
  const transfer = data.data.find((each) => each.title === title)
  const reply = await request.post(`/api/admin/transfers/${transfer?._id}/refund`, {
    data: { reason: '買錯了' },
    headers: { origin: site },
  })
  expect(reply.status()).toBe(200)
}

/** A picture of two colours, as a file to pick. */
export async function photo(hue: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900"><rect width="100%" height="100%" fill="hsl(${hue} 45% 30%)"/><circle cx="55%" cy="45%" r="24%" fill="hsl(${hue + 40} 70% 70%)"/><path d="M0 700Q300 600 600 700T1200 690V900H0Z" fill="hsl(${hue} 50% 20%)"/></svg>`
  return { name: `photo-${hue}.jpg`, mimeType: 'image/jpeg', buffer: await sharp(Buffer.from(svg)).jpeg().toBuffer() }
}

/**
 * A fan of today, through both doors, by the calls that the pages would make.
 * @param tokens paid for with a test card, which they keep
 */
export async function joins(person: Person, nickname: string, { tokens = 0 } = {}): Promise<string> {
  const { request } = person.page
  const send = async (path: string, data: object) => {
    const reply = await request.post(`/api${path}`, { data, headers: { origin: site, 'content-language': 'zh-TW' } })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return ((await reply.json()) as { data: Record<string, unknown> }).data
  }
  const ask = async (path: string) =>
    ((await (await request.get(`/api${path}`)).json()) as { data: { termsVersion: string; balance: number } }).data
  const username = `fan${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`
  await send('/auth/users/register', {
    name: nickname,
    username,
    email: `${username}@stagedoor.example`,
    password: demoPassword,
    dateOfBirth: '1993-04-05',
    acceptedTermsVersion: (await ask('/settings/public')).termsVersion,
  })
  await passedTheDoor(person)
  if (tokens === 0) return username
  const { testTokens } = (await send('/payment-cards/setup', {})) as { testTokens: { token: string; last4: string }[] }
  const card = await send('/sandbox/cards', { sourceToken: testTokens.find(({ last4 }) => last4 === '4242')!.token })
  await send('/payment/wallet/top-up', { amount: tokens / 10, cardId: card['_id'] })
  await expect.poll(async () => (await ask('/users/me')).balance).toBe(tokens)
  return username
}

/** The office says where payments go, or how something else of the site is. @param office signs in by this */
export async function choosesGateway(office: APIRequestContext, values: Record<string, string | boolean>): Promise<void> {
  const headers = { origin: site }
  const who = { username: 'admin@stagedoor.example', password: demoPassword }
  expect((await office.post(`${site}/api/auth/login`, { headers, data: who })).status()).toBe(200)
  const reply = await office.put(`${site}/api/admin/settings`, { headers, data: { values } })
  expect(reply.status(), await reply.text()).toBe(200)
}

/** A page's faults are told together, and the next page's too. */
export const softly = expect.configure({ soft: true })

/** Nothing makes the page wider than its window, and no button's words are cut off; what does is named. */
export async function expectToFit(page: Page, path: string): Promise<void> {
  await softly.poll(() => misfits(page), { message: `${path} does not fit its window`, timeout: 5_000 }).toEqual([])
}

/** What sticks out of the window where that makes the page wider, and controls whose words are wider than they are. */
export function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const named = (what: string, element: Element) =>
      `${what}: <${element.localName} class="${(element.getAttribute('class') ?? '').slice(0, 80)}"> ${(element.textContent ?? '').trim().slice(0, 60)}`
    const outside =
      scrollWidth > clientWidth
        ? [...document.querySelectorAll('body *')]
            .filter((each) => {
              const { left, right } = each.getBoundingClientRect()
              // Where one reads from the right, what sticks out there at the left makes the page wider.
              const isOut = document.documentElement.dir === 'rtl' ? left < -0.5 : right > clientWidth + 0.5
              return isOut && getComputedStyle(each).position !== 'fixed'
            })
            .slice(-3)
            .map((each) => named(`${scrollWidth} of ${clientWidth} px`, each))
        : []
    const cut = [...document.querySelectorAll('button, a[href], [role=button], [role=tab], [role=radio], [role=switch]')].filter(
      (control) => {
        // A dot has no words; beside a tablet the rail is its icons.
        if (!control.textContent?.trim() || (innerWidth < 1280 && control.closest('header:has(> nav)'))) return false
        // What is cut on purpose ends in an ellipsis, or is written for who listens.
        if (control.closest('[class*=sr-only]') || control.querySelector('[class*=truncate], [class*=line-clamp], [class*=sr-only]'))
          return false
        const { overflowX, textOverflow } = getComputedStyle(control)
        if (textOverflow === 'ellipsis') return false
        const own = control.getBoundingClientRect()
        if (own.width === 0) return false
        const words = document.createRange()
        words.selectNodeContents(control)
        const { left, right } = words.getBoundingClientRect()
        return overflowX === 'visible' ? right > own.right + 1 || left < own.left - 1 : control.scrollWidth > control.clientWidth + 1
      },
    )
    return [...outside, ...cut.slice(0, 3).map((each) => named('cut', each))]
  })
}

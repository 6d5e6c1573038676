// Every kind of page, in all sizes, themes and languages by turns: it renders whole, complains of nothing, fits its window, and
// a machine that checks accessibility (axe, WCAG 2.2 AA) finds nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { inEachLocale, type Locale, locales } from '../contract/locales.ts'
import { violationsOn, wcag } from './axe.ts'
import { comes, expectToFit, goes, passedTheDoor, type Person, signsIn, site, softly } from './people.ts'
import { detailsOf, screens, type Who } from './screens.ts'

interface Look {
  width: number
  theme: 'dark' | 'light'
  locale: Locale
}

/** Sizes, themes and languages in turn, so that over the pages each meets each: the whole of it is drawn by `npm run shots`. */
const looks = (widths: readonly number[]): Look[] =>
  widths.flatMap((width) => (['dark', 'light'] as const).flatMap((theme) => locales.map((locale) => ({ width, theme, locale }))))
/** It shares no divisor with 36 or 24, so that every look has its turn. */
const stride = 7

/** What the way up is called on a phone. */
const back = inEachLocale(
  (locale) => (JSON.parse(readFileSync(join(import.meta.dirname, `../contract/words/${locale}/ui.json`), 'utf8')) as { back: string }).back,
)

for (const [place, who] of (Object.keys(screens) as Who[]).entries()) {
  for (const phone of [true, false]) {
    test(`what ${who} sees, ${phone ? 'on phones and tablets' : 'at a desk'}`, async ({ browser }) => {
      test.setTimeout(300_000)
      const person = await comes(browser, { phone })
      if (who !== 'visitor') {
        await signsIn(person, who)
        await passedTheDoor(person)
      }
      const turns = looks(phone ? [360, 390, 768] : [1280, 1920])
      for (const [index, path] of [...screens[who], ...(await detailsOf(person, who))].entries()) {
        const look = turns[(place * 11 + index * stride) % turns.length]!
        await test.step(`${path} ${look.locale} ${look.theme} ${look.width}`, () => isFine(person, path, look))
      }
      expect(person.complaints).toEqual([])
    })
  }
}

test('towards morning, when tonight’s programme is over, what comes next fits a phone', async ({ browser }) => {
  // A zone in which it is four at night now; those of this name count the other way round.
  const ahead = 4 - new Date().getUTCHours()
  const east = ahead < -12 ? ahead + 24 : ahead
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'zh-TW',
    timezoneId: east === 0 ? 'UTC' : `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`,
    baseURL: site,
  })
  const page = await context.newPage()
  await goes(page, '/')
  // The server knows the zone from the second page on.
  await goes(page, '/')
  await expect(page.getByRole('heading', { name: '接下來的節目' })).toBeVisible()
  await expectToFit(page, '/')
  await context.close()
})

async function isFine({ page, context }: Person, path: string, look: Look): Promise<void> {
  await context.addCookies([{ name: 'theme', value: look.theme, url: site }])
  await page.setViewportSize({ width: look.width, height: look.width < 768 ? 844 : 900 })
  await goes(page, `/${look.locale}${path}`)
  await expect(page.locator('h1').first()).toBeAttached()
  await expectToFit(page, path)
  const reach = await page.evaluate(() =>
    Math.max(0, ...[...document.querySelectorAll('header:has(> nav)')].map((rail) => rail.getBoundingClientRect().bottom)),
  )
  softly(reach, `${path}: what stands beside the page reaches below its window`).toBeLessThanOrEqual(
    await page.evaluate(() => window.innerHeight),
  )
  await looksFinished(page, path, look)
  const covered = await page.evaluate(() =>
    [...document.querySelectorAll('a[href], button')].flatMap((wanted) => {
      const { left, top, width, height } = wanted.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const met = document.elementFromPoint(x, y)?.closest('a[href], button, summary, label')
      if (!met || wanted.contains(met) || met.contains(wanted)) return []
      const own = met.getBoundingClientRect()
      // A pixel is met as a whole, wherever in it the point lies.
      const isAside = x < own.left - 1 || x > own.right + 1 || y < own.top - 1 || y > own.bottom + 1
      return isAside ? [`${wanted.textContent} is under ${met.textContent}`] : []
    }),
  )
  softly(covered, `${path}: what reaches beyond itself takes the presses of others`).toEqual([])
  const violations = await violationsOn(page, wcag)
  softly(
    violations.map(({ id, nodes }) => `${path}: ${id} ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
    path,
  ).toEqual([])
}

/** Pages that stand below another: one work, one order, one person, what belongs to the wallet or to oneself. */
const below =
  /^\/(posts|galleries|videos|products|orders|wallet)\/|^\/(settings|subscriptions|following|orders)$|^\/creator\/(publish|\w+\/)|^\/admin\/\w+\//

/** What the eye of a stranger falls on first: a figure that says nothing, a page without a way up, a second blue button, a row like a form. */
async function looksFinished(page: Page, path: string, { width, locale }: Look): Promise<void> {
  if (below.test(path.split('?')[0] ?? '')) {
    const up = width < 768 ? page.getByRole('link', { name: back[locale], exact: true }) : page.locator('[data-way-up]')
    await softly(up.first(), `${path} leads nowhere up`).toBeVisible()
  }
  const found = await page.evaluate(() => {
    const zeros = document.querySelector('main')?.innerText.match(/(?<![\d.,])0(次|件|人|則|張)|^0$/gm) ?? []
    const blue = getComputedStyle(document.documentElement).getPropertyValue('--primary').trim()
    const probe = document.body.appendChild(Object.assign(document.createElement('i'), { style: `background:${blue}` }))
    const colour = getComputedStyle(probe).backgroundColor
    probe.remove()
    const blues = (within: string) =>
      [...document.querySelectorAll(`${within} a, ${within} button`)].filter((each) => {
        const { width, top, bottom } = each.getBoundingClientRect()
        return width > 0 && bottom > 0 && top < innerHeight && getComputedStyle(each).backgroundColor === colour
      }).length
    const labels = [...document.querySelectorAll('main tbody tr')].map(
      (row) =>
        [...row.querySelectorAll('td')].filter(
          (cell) => getComputedStyle(cell, '::before').content === `"${cell.dataset['label'] || 'none'}"`,
        ).length,
    )
    return { zeros, beside: blues('header:has(> nav)') > 0 && blues('main') > 0, labels: Math.max(0, ...labels) }
  })
  softly(found.zeros, `${path}: a counter of zero is not written`).toEqual([])
  softly(found.beside, `${path}: the rail is blue beside a page that has a blue button`).toBe(false)
  softly(found.labels, `${path}: a row on a phone is a sentence, not a form of labels and values`).toBeLessThanOrEqual(1)
}

test('what is not there, and what is not theirs, says so with its status and a way on', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  const missing = await page.goto('/nobody.at.all')
  expect(missing?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const fan = await comes(browser)
  await signsIn(fan, 'fan@stagedoor.example')
  // Performer-only pages send a non-performer away (specification section 5); the office's door is shut and says so.
  await fan.page.goto('/creator/earnings')
  await expect(fan.page).toHaveURL(/\/home$/)
  const closed = await fan.page.goto('/admin')
  expect(closed?.status()).toBe(403)
  const shut = await page.goto('/wallet')
  expect(new URL(shut?.url() ?? '').pathname + new URL(shut?.url() ?? '').search).toBe('/auth/login?redirect=%2Fwallet')
  expect(complaints).toEqual([])
  const broken = await page.goto('/error.html')
  expect(broken?.status()).toBe(500)
  await expect(page.getByRole('heading', { name: '系統發生錯誤' })).toBeVisible()
})

test('the language is in the address, is remembered, and comes back (specification section 4)', async ({ browser }) => {
  const { page, context } = await comes(browser)
  await goes(page, '/auth/login')
  await page.getByRole('link', { name: 'English' }).click()
  await page.waitForURL(/\/en-US\/auth\/login/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US')
  await goes(page, '/home')
  await expect(page).toHaveURL(/\/en-US\/home/)
  // The cookie is lost; local storage still knows, and the route switches to it.
  await context.clearCookies({ name: 'i18nextLng' })
  await page.goto('/explore')
  await page.waitForURL(/\/en-US\/explore/)
})

test('whoever goes by keys is past the menu with the first press', async ({ browser }) => {
  for (const path of ['/home', '/explore']) {
    const { page } = await comes(browser)
    await goes(page, path)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '跳到主要內容' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
})

test('every page ends with the site’s papers, for visitors, fans and creators, on a phone and at a desk', async ({ browser }) => {
  const people = [
    { who: undefined, paths: ['/home', '/explore', '/papertheatre'] },
    { who: 'fan@stagedoor.example', paths: ['/home', '/explore', '/wallet', '/me', '/unlocked', '/settings'] },
    { who: 'creator@stagedoor.example', paths: ['/creator', '/creator/posts', '/creator/earnings', '/creator/subscribers'] },
  ]
  for (const phone of [true, false])
    for (const { who, paths } of people) {
      const person = await comes(browser, { phone })
      const { page, context } = person
      await passedTheDoor(person)
      if (who) await signsIn(person, who)
      for (const path of paths)
        await test.step(`${path}, ${who ?? 'a visitor'}, ${phone ? 'on a phone' : 'at a desk'}`, async () => {
          await goes(page, path)
          const terms = page.getByRole('link', { name: '服務條款' })
          await expect(terms).toHaveCount(1)
          // Lists grow as one comes to their end, so that the end is looked for until it stays.
          await expect(async () => {
            await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
            await page.waitForTimeout(200)
            await terms.click({ trial: true, timeout: 500 })
          }).toPass()
        })
      await context.close()
    }
})

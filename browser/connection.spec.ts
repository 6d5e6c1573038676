// The network goes away and comes back while somebody reads; and who comes Back finds the list where they left it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { comes, goes, isAlive, joins, passedTheDoor, signsIn } from './people.ts'

test('the network goes in the middle: the page stays, says so, and goes on by itself', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  await goes(fan.page, '/explore')
  const { page, context } = fan
  await context.setOffline(true)
  const lost = page.getByRole('status').filter({ hasText: '線斷了' })
  await expect(lost).toBeVisible()
  await page.evaluate(() => window.scrollTo(0, 400))

  await test.step('a press waits, and what is there stays in place', async () => {
    await page.getByRole('link', { name: '首頁' }).first().click()
    await page.waitForTimeout(1500)
    await expect(page).toHaveURL(/\/explore$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
    await expect(lost).toBeVisible()
  })

  await test.step('back again, the press is done without another', async () => {
    await context.setOffline(false)
    await page.waitForURL('**/home')
    await expect(lost).toBeHidden()
  })
  await context.close()
})

test('what somebody typed is there after the network was not', async ({ browser }) => {
  const visitor = await comes(browser)
  await goes(visitor.page, '/contact')
  const { page, context } = visitor
  const message = page.getByRole('textbox').last()
  await message.fill('慢半秒的光，什麼時候再演？')
  await context.setOffline(true)
  await page.getByRole('link', { name: /探索/ }).first().click()
  await expect(page.getByRole('status').filter({ hasText: '線斷了' })).toBeVisible()
  await expect(message).toHaveValue('慢半秒的光，什麼時候再演？')
  await context.setOffline(false)
  await page.waitForURL('**/explore')
  await context.close()
})

test('a sheet that was asked for without a network comes when it is back, on the page where one was', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const { page, context } = fan
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await goes(page, '/papertheatre')
  // The server is away before anybody notices, and then the browser says so, too.
  for (const leave of [() => page.route('**/*', (route) => route.abort('internetdisconnected')), () => context.setOffline(true)]) {
    await leave()
    await page.getByRole('button', { name: /^打賞/ }).first().click()
    await expect(page.getByRole('status').filter({ hasText: '線斷了' })).toBeVisible()
    await page.unroute('**/*')
    await context.setOffline(false)
    await expect(page.getByRole('status').filter({ hasText: '線斷了' })).toBeHidden()
    const sheet = page.getByRole('dialog')
    // Where the browser remembers that the part did not come, the page began anew, and the press is made again.
    await expect(async () => {
      if (!(await sheet.isVisible())) await page.getByRole('button', { name: /^打賞/ }).first().click({ timeout: 2000 })
      await expect(sheet).toBeVisible({ timeout: 4000 })
    }).toPass()
    await expect(page).toHaveURL(/papertheatre$/)
    await goes(page, '/papertheatre')
  }
  await context.close()
})

for (const { at, link, lost, there } of [
  { at: '/contact', link: /探索/, lost: '線斷了', there: '**/explore' },
  { at: '/en-US/contact', link: /Explore/, lost: 'Connection lost', there: '**/en-US/explore' },
])
  test(`a press at ${at} whose page did not come before the loss was noticed is done once the network is back`, async ({ browser }) => {
    const visitor = await comes(browser)
    const { page, context } = visitor
    await passedTheDoor(visitor)
    await goes(page, at)
    await page.waitForLoadState('networkidle')
    await page.route('**/*', (route) => route.abort('internetdisconnected'))
    await page.getByRole('link', { name: link }).first().click()
    await expect(page.getByRole('status').filter({ hasText: lost })).toBeVisible()
    await page.unroute('**/*')
    // The browser remembers that the part did not come, so the page begins anew: there, and not where the press was made.
    await page.waitForURL(there)
    await isAlive(page)
    await context.close()
  })

test('Back finds a long list where it was left: within the site, and after another page was loaded', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  const { page, context } = fan
  await goes(page, '/home?scope=discover')
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const place = () => page.evaluate(() => Math.round(window.scrollY))
  const first = await height()
  for (let n = 0; n < 12 && (await height()) < first * 2.5; n++) {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
    await page.waitForTimeout(300)
  }
  const deep = Math.round((await height()) * 0.7)
  await page.evaluate((y) => window.scrollTo(0, y), deep)
  await expect.poll(place).toBe(deep)
  expect(deep).toBeGreaterThan(first)

  await test.step('within the site', async () => {
    await page
      .getByRole('link', { name: /留言|回應/ })
      .first()
      .or(page.locator('article a[href*="/posts/"]').first())
      .first()
      .dispatchEvent('click')
    await page.waitForURL('**/posts/**')
    await page.goBack()
    await page.waitForURL('**/home?scope=discover')
    await expect.poll(place).toBeGreaterThan(deep - 200)
    expect(await place()).toBeLessThan(deep + 200)
  })

  await test.step('after a page that was loaded anew', async () => {
    const before = await place()
    await page.goto('/error.html')
    await page.goBack()
    await isAlive(page)
    await expect.poll(place).toBeGreaterThan(before - 200)
    expect(await place()).toBeLessThan(before + 200)
  })
  await context.close()
})

/** The network is there. What is not are the scripts that this page knew of: those of the next page, and those of its error page. */
const scripts = /\/assets\/.*\.js$/
const gone = { status: 404, contentType: 'text/plain', body: 'Not found' }

test('when a new release took a page’s files away, the press is done all the same, once: the page begins anew where it leads', async ({
  browser,
}) => {
  const visitor = await comes(browser)
  const { page, context } = visitor
  await passedTheDoor(visitor)
  await goes(page, '/terms')
  await page.waitForLoadState('networkidle')
  let isNew = false
  await page.route(scripts, (route) => (isNew ? route.continue() : route.fulfill(gone)))
  // What is loaded anew is of the new release.
  page.on('request', (request) => (isNew ||= request.isNavigationRequest()))
  await page.getByRole('link', { name: '探索' }).first().click()
  await page.waitForURL('**/explore')
  await isAlive(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('探索')

  await test.step('where it does not come then either, words say so instead of another try', async () => {
    await page.waitForLoadState('networkidle')
    isNew = false
    page.removeAllListeners('request')
    await page.unroute(scripts)
    await page.route(scripts, (route) => route.fulfill(gone))
    let loads = 0
    page.on('request', (request) => (loads += request.isNavigationRequest() ? 1 : 0))
    await page.getByRole('link', { name: '相簿' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('系統發生錯誤')
    expect(loads).toBe(0)
    await page.unroute(scripts)
    await page.getByRole('button', { name: '重新整理' }).click()
    await isAlive(page)
  })
  await context.close()
})

test('what somebody is typing is not taken from them by a new release: a line says that there is one', async ({ browser }) => {
  const visitor = await comes(browser)
  const { page, context } = visitor
  await passedTheDoor(visitor)
  await goes(page, '/contact')
  const message = page.getByRole('textbox').last()
  await message.fill('慢半秒的光，什麼時候再演？')
  await page.route(scripts, (route) => route.fulfill(gone))
  await page.getByRole('link', { name: '探索' }).first().click()
  await expect(page.getByRole('status').filter({ hasText: '網站更新了' })).toBeVisible()
  await expect(message).toHaveValue('慢半秒的光，什麼時候再演？')
  await expect(page).toHaveURL(/contact$/)
  await page.unroute(scripts)
  await page.getByRole('status').getByRole('button', { name: '重新整理' }).click()
  await page.waitForURL('**/explore')
  await isAlive(page)
  await context.close()
})

test('a file that is gone is not found, and never a page', async ({ request }) => {
  const answer = await request.get('/assets/gone-long-ago.js')
  expect(answer.status()).toBe(404)
  expect(answer.headers()['content-type']).not.toContain('html')
  expect(answer.headers()['cache-control'] ?? '').not.toContain('immutable')
})

test('where a new release took only a picture away, the page stands in words', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await joins(fan, '小荷')
  await goes(page, '/home')
  await page.route(/\/assets\/EmptyHouse[^/]*\.js$/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  )
  await goes(page, '/bookmarks')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('收藏')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
  await expect(page.getByText('系統發生錯誤')).toBeHidden()
})

test('a page names its own parts in its head, so that they come with it and not after it', async ({ request }) => {
  const built = join(import.meta.dirname, '../dist/client/.vite/manifest.json')
  const manifest = JSON.parse(await readFile(built, 'utf8')) as Record<string, { file: string }>
  for (const [address, part] of [
    ['/home', 'web/windows/timeline/HomePage.tsx'],
    ['/papertheatre', 'web/windows/directory/ProfilePage.tsx'],
    ['/auth/login', 'web/people/accounts/LoginPage.tsx'],
    ['/terms', 'web/site/pages/TermsPage.tsx'],
  ] as const) {
    expect(manifest).toHaveProperty([part])
    const page = await (await request.get(address)).text()
    expect(page.includes(`<link rel="modulepreload" href="/${manifest[part]?.file}"`), `${address} names ${part}`).toBe(true)
  }
})

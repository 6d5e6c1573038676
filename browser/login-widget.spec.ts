// The login widget: the built-in one's window and cards, and one of somebody else's, whose script this story serves itself, over a real OpenID provider.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { encode } from 'uqr'
import { openIdKeys, openProvider, type OpenIdProvider } from '../server/people/federation/testing-openid.ts'
import { comes, demoPassword, goes, isAlive, passedTheDoor, signsIn, site } from './people.ts'

/** The dark cells of a code, as they are drawn and as an address makes them. */
const darkCellsOf = async (code: Locator) => ((await code.locator('path').getAttribute('d')) ?? '').match(/M\d+ \d+/g)
const cellsFor = (address: string) =>
  encode(address, { ecc: 'M', border: 0 }).data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}`] : [])))

const widgetRed = 'rgb(170, 13, 49)'

test('a visitor at the front opens the login window: its button is #AA0D31, contact opens beside; closed, the focus is back; signed in, they are where they belong', async ({
  browser,
}) => {
  const visitor = await comes(browser, { theme: 'dark' })
  const { page } = visitor
  await goes(page, '/')
  const way = page.getByRole('link', { name: '登入', exact: true }).first()
  await way.click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('電子信箱或使用者名稱')).toBeFocused()
  const button = sheet.getByRole('button', { name: '登入，繼續' })
  await expect(button).toHaveCSS('background-color', widgetRed)
  const contact = sheet.getByRole('link', { name: '聯絡我們' })
  expect([await contact.getAttribute('href'), await contact.getAttribute('target')]).toEqual(['/contact', '_blank'])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(way).toBeFocused()
  expect(new URL(page.url()).pathname).toBe('/')
  await page.getByRole('link', { name: '建立帳號' }).first().click()
  await expect(sheet.getByRole('button', { name: '建立帳號，繼續' })).toHaveCSS('background-color', widgetRed)
  await sheet.getByRole('button', { name: '登入', exact: true }).click()
  await sheet.getByLabel('電子信箱或使用者名稱').fill('fan@stagedoor.example')
  await sheet.getByLabel('密碼', { exact: true }).fill(demoPassword)
  await button.click()
  await sheet.getByRole('button', { name: '我滿18歲，繼續' }).click()
  await page.waitForURL('**/home')
  await isAlive(page)
  expect(visitor.complaints).toEqual([])
})

test('a fan on a phone has their card with a code for cameras and their balance, and quick ways to the main parts', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  await passedTheDoor(fan)
  await signsIn(fan, 'fan@stagedoor.example')
  await goes(page, '/me')
  const name = await page.locator('h1').innerText()
  await page.getByRole('button', { name: '我的名片' }).click()
  const card = page.getByRole('dialog')
  await expect(card.getByRole('heading', { name })).toBeVisible()
  const code = card.getByRole('img', { name: `${name}的QR碼` })
  await expect(code).toBeVisible()
  expect(await darkCellsOf(code), 'what a camera reads of it').toEqual(cellsFor(`${site}/me`))
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await expect(card.getByRole('link', { name: /代幣餘額/ })).toBeInViewport()
  }
  await card.getByRole('button', { name: '關閉' }).click()
  await expect(card).toBeHidden()
  await expect(page.getByRole('button', { name: '我的名片' })).toBeFocused()
  await page.getByRole('button', { name: '快速前往' }).click()
  await card.getByRole('link', { name: '商店' }).click()
  await page.waitForURL('**/shop')
  await expect(card).toBeHidden()
  expect(fan.complaints).toEqual([])
})

/** As a script of somebody else's would: it keeps its token by itself, tells of it on each page, and shows what it was asked for. */
const script = `
  const heard = { token: [], failed: [], out: [] }
  const hears = (list) => (hear) => (list.push(hear), () => list.splice(list.indexOf(hear), 1))
  const shows = (text) => () => {
    const place = document.createElement('output')
    place.textContent = text
    document.body.append(place)
  }
  window.theirs = {
    tells(token) {
      localStorage.setItem('night_pass', token)
      heard.token.forEach((hear) => hear(token))
    },
    fails: () => heard.failed.forEach((hear) => hear()),
    leaves() {
      localStorage.removeItem('night_pass')
      heard.out.forEach((hear) => hear())
    },
  }
  window.loginWidget = {
    init(options) {
      window.theirs.options = options
      const kept = localStorage.getItem('night_pass')
      if (kept) setTimeout(() => window.theirs.tells(kept))
      return {
        openLogin: shows('their login'),
        openRegister: shows('their register'),
        openProfile: shows('their card'),
        openProducts: shows('their products'),
        close() {},
        logout: () => localStorage.removeItem('night_pass'),
        onAccessToken: hears(heard.token),
        onAccessTokenFailed: hears(heard.failed),
        onProductLogout: hears(heard.out),
      }
    },
  }`

interface Theirs {
  tells(token: string): void
  fails(): void
  leaves(): void
  options: object
}
const theirs = (page: Page, does: 'fails' | 'leaves') =>
  page.evaluate((act) => (window as unknown as { theirs: Theirs }).theirs[act](), does)
const tells = (page: Page, token: string) => page.evaluate((told) => (window as unknown as { theirs: Theirs }).theirs.tells(told), token)
const optionsOf = (page: Page) => page.evaluate(() => (window as unknown as { theirs?: Theirs }).theirs?.options)

async function office(browser: Browser) {
  const { page } = await comes(browser)
  await signsIn({ page } as Parameters<typeof signsIn>[0], 'admin@stagedoor.example')
  return async (values: object) => {
    const reply = await page.request.put('/api/admin/settings', { data: { values }, headers: { origin: site } })
    expect(reply.status(), await reply.text()).toBe(200)
  }
}

test.describe('of somebody else’s', () => {
  let provider: OpenIdProvider
  let server: Server
  let isMissing = false
  let fetched = 0
  test.beforeAll(async ({ browser }) => {
    provider = await openProvider([`${site}/auth/callback/openid`])
    server = createServer((_request, response) => {
      fetched++
      response.writeHead(isMissing ? 404 : 200, { 'content-type': 'text/javascript' }).end(isMissing ? '' : script)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const set = await office(browser)
    await set({ openidIssuer: provider.issuer, openidClientId: openIdKeys.clientId, openidLabel: '夜行通', openidEnable: true })
    await set({
      loginWidgetUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/login.js`,
      loginWidgetApplicationId: 'stage',
      loginWidgetCookieName: 'night_pass',
      loginWidgetMode: 'beta',
    })
  })
  test.afterAll(async ({ browser }) => {
    const set = await office(browser)
    await set({ loginWidgetUrl: '', loginWidgetApplicationId: '', loginWidgetCookieName: '', loginWidgetMode: 'production' })
    await set({ openidEnable: false, openidIssuer: '', openidClientId: '', openidLabel: '' })
    await new Promise((closed) => server.close(closed))
    await provider.close()
  })

  test('a new token lets its owner in and the same one is skipped; a sign-out in another product ends it; the door opens its window', async ({
    browser,
  }) => {
    const login = `mo${Date.now().toString(36)}`
    provider.people.set(login, { email: `${login}@nightpass.example`, email_verified: true, name: '小墨' })
    const visitor = await comes(browser, { phone: true })
    const { page } = visitor
    await passedTheDoor(visitor)
    const sent: unknown[] = []
    page.on('request', (request) => request.url().endsWith('/api/auth/pan/token') && sent.push(request.postDataJSON()))
    const token = await provider.tokenFor(login)
    await test.step('it is begun with our colour and options', async () => {
      await goes(page, '/home')
      await expect
        .poll(() => optionsOf(page))
        .toEqual({
          applicationId: 'stage',
          cookieName: 'night_pass',
          mode: 'beta',
          buttonColour: '#AA0D31',
          contactUrl: `${site}/contact`,
          messaging: true,
          payment: true,
          points: true,
          loginLoading: true,
        })
    })
    await test.step('a newcomer is asked the rest, and is in', async () => {
      await tells(page, token)
      const sheet = page.getByRole('dialog')
      await expect(sheet.getByRole('heading', { name: '差一步就好' })).toBeVisible()
      await expect(sheet.getByLabel('暱稱')).toHaveValue('小墨')
      await sheet.getByLabel('使用者名稱').fill(login)
      for (const [part, value] of [
        ['bday-year', '1992'],
        ['bday-month', '3'],
        ['bday-day', '8'],
      ] as const)
        await sheet.locator(`input[autocomplete="${part}"]`).fill(value)
      await sheet.getByRole('checkbox').check()
      await Promise.all([page.waitForEvent('load'), sheet.getByRole('button', { name: '完成註冊' }).click()])
      await isAlive(page)
      expect(sent).toEqual([{ accessToken: token, role: 'user' }])
    })
    await test.step('the same token, told again by the page that follows and by hand, is sent no more', async () => {
      await goes(page, '/me')
      await expect(page.locator('h1')).toHaveText('小墨')
      await expect.poll(() => optionsOf(page)).toBeTruthy()
      await tells(page, token)
      await page.getByRole('button', { name: '我的名片' }).click()
      await expect(page.getByText('their card')).toBeAttached()
      expect(sent).toHaveLength(1)
    })
    await test.step('a sign-out elsewhere ends the session here', async () => {
      await theirs(page, 'leaves')
      await page.waitForURL('**/auth/login')
      await isAlive(page)
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('token')
    })
    await test.step('the door’s button opens its window; from the door they come home', async () => {
      await expect.poll(() => optionsOf(page)).toBeTruthy()
      await page.getByRole('button', { name: '用夜行通登入' }).click()
      await expect(page.getByText('their login')).toBeAttached()
      await tells(page, await provider.tokenFor(login))
      await page.waitForURL('**/home')
      await isAlive(page)
      expect(sent).toHaveLength(2)
    })
    await test.step('a token that nobody answers for is said to be over, and whoever is in stays in', async () => {
      await expect.poll(() => optionsOf(page)).toBeTruthy()
      await tells(page, 'x'.repeat(43))
      await expect(page.getByRole('alert').filter({ hasText: '登入授權已過期' })).toBeVisible()
      expect((await page.context().cookies()).map(({ name }) => name)).toContain('token')
    })
    await test.step('a token that failed ends it too', async () => {
      await theirs(page, 'fails')
      await page.waitForURL('**/auth/login')
    })
    expect(visitor.complaints).toEqual([])
  })

  test('one that is missing is logged, and the built-in one stands in; pages of staff fetch none', async ({ browser }) => {
    isMissing = true
    try {
      const fan = await comes(browser)
      await passedTheDoor(fan)
      await signsIn(fan, 'fan@stagedoor.example')
      await goes(fan.page, '/home')
      await expect.poll(() => fan.complaints.some((each) => each.includes('the login widget is missing'))).toBe(true)
      await fan.page.getByRole('button', { name: '我', exact: true }).click()
      await fan.page.getByRole('menuitem', { name: '我的名片' }).click()
      await expect(fan.page.getByRole('dialog').getByRole('img', { name: /的QR碼$/ })).toBeVisible()
      const before = fetched
      const staff = await comes(browser)
      await passedTheDoor(staff)
      await signsIn(staff, 'admin@stagedoor.example')
      await goes(staff.page, '/home')
      await staff.page.getByRole('button', { name: '我', exact: true }).click()
      await expect(staff.page.getByRole('menuitem', { name: '我的名片' })).toBeVisible()
      expect(fetched).toBe(before)
      expect(staff.complaints).toEqual([])
    } finally {
      isMissing = false
    }
  })
})

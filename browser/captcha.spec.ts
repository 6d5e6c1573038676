// A captcha on the forms: the site's own, which works by itself, and one from outside, whose script stands in for Cloudflare's here. Afterwards there is none.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { startSiteverify } from '#server/platform/captchas/testing-siteverify.ts'
import { comes, demoPassword, goes, isAlive, site } from './people.ts'

async function office(browser: Browser) {
  const { page } = await comes(browser)
  const headers = { origin: site }
  const signedIn = await page.request.post('/api/auth/login', {
    data: { username: 'admin@stagedoor.example', password: demoPassword },
    headers,
  })
  expect(signedIn.status()).toBe(200)
  return async (values: object) => {
    const reply = await page.request.put('/api/admin/settings', { data: { values }, headers })
    expect(reply.status(), await reply.text()).toBe(200)
  }
}

const newcomer = () => `story-${Math.random().toString(36).slice(2, 10)}`

async function fillsIn(page: Page, username: string): Promise<void> {
  await page.getByLabel('暱稱').fill('小雨')
  await page.getByLabel('使用者名稱').fill(username)
  await page.getByLabel('電子信箱').fill(`${username}@stagedoor.example`)
  await page.getByLabel(/^密碼/).fill('a long one of the story')
  await page.getByLabel(/^年/).fill('1990')
  await page.getByLabel(/^月/).fill('5')
  await page.getByLabel(/^日/).fill('17')
  await page.getByRole('checkbox').check()
}

const registers = (page: Page) => page.getByRole('button', { name: '建立帳號' }).click()

test('the operator switches the site’s own captcha on; a visitor registers with it, and its token again is refused', async ({
  browser,
}) => {
  const set = await office(browser)
  await set({ captchaProvider: 'altcha' })
  try {
    const visitor = await comes(browser, { phone: true })
    const { page } = visitor
    const sent: { captchaToken?: string }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/auth/users/register')) sent.push(request.postDataJSON() as { captchaToken?: string })
    })
    const username = newcomer().replace('-', '')
    await goes(page, '/auth/register')
    await expect(page.getByText('已確認你是真人')).toBeVisible()
    await fillsIn(page, 'admin')
    await registers(page)
    await expect(page.getByText('已確認你是真人')).toBeVisible()
    await fillsIn(page, username)
    await registers(page)
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
    expect(sent).toHaveLength(2)
    expect(sent[0]!.captchaToken).not.toBe(sent[1]!.captchaToken)
    const again = await (await comes(browser)).page.request.post('/api/auth/users/register', {
      data: { ...sent[1], username: `${username}2`, email: `${username}2@stagedoor.example` },
      headers: { origin: site, 'content-language': 'zh-TW' },
    })
    expect([again.status(), ((await again.json()) as { code: string }).code]).toEqual([422, 'captcha_failed'])
    expect(visitor.complaints).toEqual([])
  } finally {
    await set({ captchaProvider: 'none' })
  }
})

/** As Cloudflare's own script does: it asks for a press, and then gives what its server gave. */
const script = (token: string) => `
  window.turnstile = {
    render(place, options) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'widget ' + options.sitekey + ' ' + options.action + ' ' + options.language + ' ' + options.theme
      button.onclick = () => options.callback(${JSON.stringify(token)})
      place.append(button)
      options['before-interactive-callback']()
      this.options = options
      return 'one'
    },
    reset() { this.options['before-interactive-callback']() },
    remove() {},
  }
  window.captchaIsReady()`

test('a captcha from outside comes to the pages with its forms alone, in their language and theme; blocked, it says so', async ({
  browser,
}) => {
  const set = await office(browser)
  const cloudflare = await startSiteverify(Number(new URL(site).port) + 4)
  await set({ captchaProvider: 'turnstile', captchaSiteKey: 'open-key' })
  try {
    const visitor = await comes(browser, { theme: 'dark' })
    const { page } = visitor
    let fetched = 0
    let isBlocked = true
    await page.route('https://challenges.cloudflare.com/**', (route) => {
      fetched++
      const token = cloudflare.give({ hostname: '127.0.0.1', action: 'accounts_login' })
      return isBlocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: script(token) })
    })
    await test.step('the front of the house fetches nothing of it, and the way to the door loads the door anew', async () => {
      await goes(page, '/home')
      expect(fetched).toBe(0)
      const before = await page.evaluate(() => performance.timeOrigin)
      await page.getByRole('link', { name: '登入' }).first().click()
      await expect(page.getByText('真人驗證載入不了')).toBeVisible()
      expect(await page.evaluate(() => performance.timeOrigin)).not.toBe(before)
    })
    await test.step('tried again without the blocker it is there, and a form that is sent too early waits for it', async () => {
      isBlocked = false
      await page.getByRole('button', { name: '再試一次' }).click()
      const widget = page.getByRole('button', { name: 'widget open-key accounts_login zh-tw dark' })
      await expect(widget).toBeVisible()
      await page.getByLabel('電子信箱或使用者名稱').fill('fan@stagedoor.example')
      await page.getByLabel('密碼', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: '登入', exact: true }).click()
      await expect(page.getByText('請先完成上面的驗證。')).toBeVisible()
      await widget.press('Enter')
      await page.getByRole('button', { name: '登入', exact: true }).click()
      await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
      await isAlive(page)
    })
    expect(visitor.complaints.filter((each) => !each.includes('ERR_FAILED'))).toEqual([])
  } finally {
    await set({ captchaProvider: 'none', captchaSiteKey: '' })
    await cloudflare.close()
  }
})

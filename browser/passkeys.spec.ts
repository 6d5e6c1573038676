// A fan signs in with a passkey, by a press and by what the browser offers; a key of the second step is none; one that was removed is refused.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { comes, isAlive, site } from './people.ts'

/** Browsers give no keys to numbers. */
const local = site.replace('127.0.0.1', 'localhost')
const password = 'a long one of the story'

async function visits(page: Page, path: string): Promise<void> {
  await page.goto(`${local}${path}`)
  await isAlive(page)
}

/** Chromium's own, with a finger on it at once. So what is offered where the name is typed is taken at once too, and is offered where a story wants that. */
async function withAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.addInitScript(() => {
    if (typeof PublicKeyCredential !== 'undefined' && !document.cookie.includes('offers=1'))
      PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

/** Out, and elsewhere: what is open would hear of it, and go to the sign-in page by itself. */
async function goesOut(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'token' })
}

async function comesBack(page: Page): Promise<void> {
  await goesOut(page)
  await visits(page, '/auth/login')
}

const isIn = async (page: Page) => {
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await isAlive(page)
  const me = await page.request.get(`${local}/api/users/me`)
  expect(me.status()).toBe(200)
}

const bySecurityKey = /改用安全金鑰/
const byPasskey = (page: Page) => page.getByRole('button', { name: '用密碼金鑰登入' })

test('a passkey signs in, a key of the second step only after the password, and one that was removed no more', async ({ browser }) => {
  const { page, context, complaints } = await comes(browser, { phone: true })
  await context.addCookies([
    { name: 'eighteen_day', value: '1990-01-01', url: local },
    { name: 'theme', value: 'light', url: local },
  ])
  const name = `keys${Math.random().toString(36).slice(2, 8)}`
  const post = async <T>(path: string, data: object): Promise<T> => {
    const reply = await page.request.post(`${local}/api${path}`, { data, headers: { origin: local } })
    expect(reply.status(), await reply.text()).toBe(200)
    return ((await reply.json()) as { data: T }).data
  }
  const { termsVersion } = ((await (await page.request.get(`${local}/api/settings/public`)).json()) as { data: { termsVersion: string } })
    .data
  await post('/auth/users/register', {
    username: name,
    name: '小梅',
    email: `${name}@stagedoor.example`,
    password,
    dateOfBirth: '1990-05-17',
    acceptedTermsVersion: termsVersion,
  })

  await withAuthenticator(page)
  const section = page.locator('#passkeys')
  const adds = async (called: string, fill: (sheet: Locator) => Promise<void>) => {
    await visits(page, '/settings')
    await section.getByRole('button', { name: '新增密碼金鑰' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByLabel('名稱').fill(called)
    await fill(sheet)
    await sheet.getByLabel('目前的密碼').fill(password)
    await sheet.getByRole('button', { name: '繼續' }).click()
    await expect(section.getByText(called, { exact: true })).toBeVisible()
  }
  await adds('我的筆電', async () => {})
  await expect(section.getByText('還沒用過')).toBeVisible()

  // By a press.
  await comesBack(page)
  await byPasskey(page).click()
  await isIn(page)

  // By what the browser offers where the name is typed.
  await context.addCookies([{ name: 'offers', value: '1', url: local }])
  await comesBack(page)
  await isIn(page)
  await context.clearCookies({ name: 'offers' })
  await visits(page, '/settings')
  await expect(section.getByText('上次使用：')).toBeVisible()

  // Over a page, which stays where it is.
  await goesOut(page)
  await visits(page, '/papertheatre?view=list')
  const heart = page.getByRole('button', { name: /喜歡/ }).first()
  await heart.click()
  await page.getByRole('dialog').getByRole('button', { name: '登入', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: '用密碼金鑰登入' }).click()
  await expect(heart).toHaveAttribute('aria-pressed', 'true')
  await isIn(page)

  // A second factor, and a key for it.
  const { secret } = await post<{ secret: string }>('/auth/two-factor', { currentPassword: password })
  const { recoveryCodes } = await post<{ recoveryCodes: string[] }>('/auth/two-factor/confirm', {
    code: new TOTP({ secret: Secret.fromBase32(secret) }).generate(),
  })
  await adds('保險箱裡的', async (sheet) => {
    await sheet.getByText('兩步驟登入的第二步').click()
    await sheet.getByLabel('驗證碼').fill(recoveryCodes[0]!)
  })
  await comesBack(page)
  await page.getByLabel('電子信箱或使用者名稱').fill(name)
  await page.getByLabel('密碼', { exact: true }).fill(password)
  // It stands in the place of the code, and its credential is named there.
  const asked = page.waitForResponse((reply) => reply.request().postData()?.includes('"ticket"') === true)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('button', { name: bySecurityKey })).toBeVisible()
  const { data } = (await (await asked).json()) as { data: { options: { allowCredentials: unknown[] } } }
  await page.getByRole('button', { name: bySecurityKey }).click()
  await isIn(page)

  // Whoever bends the page until that key signs without a password is told no.
  await page.route('**/api/auth/login/passkey/options', async (route) => {
    const reply = await route.fetch()
    const answer = (await reply.json()) as { data: { options: object } }
    Object.assign(answer.data.options, { allowCredentials: data.options.allowCredentials })
    await route.fulfill({ response: reply, json: answer })
  })
  await comesBack(page)
  await byPasskey(page).click()
  await expect(page.getByText('這把是兩步驟登入用的安全金鑰')).toBeVisible()
  await page.unroute('**/api/auth/login/passkey/options')

  // One that was removed here is still on the device.
  await comesBack(page)
  await byPasskey(page).click()
  await isIn(page)
  await visits(page, '/settings')
  await section.getByRole('button', { name: '移除「我的筆電」' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click()
  await expect(section.getByText('我的筆電')).toBeHidden()
  // Whoever uses a keyboard stands where it stood.
  await expect(section.locator('ul button').first()).toBeFocused()
  await comesBack(page)
  await byPasskey(page).click()
  await expect(page.getByText('這裡不認得這把金鑰')).toBeVisible()
  expect(complaints).toEqual([])
})

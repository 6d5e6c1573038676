// A fan turns the second step of signing in on, comes in by a code, then by a recovery code, which then is spent.
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { comes, entersTheDoor, goes, isAlive, site } from './people.ts'

const password = 'a long one of the story'

/** A code that passes after the ones before it: of the next half minute, which counts already. */
const codeOf = (key: string, ahead = 0) => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 })

async function comesToSecondStep(page: Page, name: string): Promise<void> {
  // Not from a page that is open: hearing that nobody is signed in, it goes to the sign-in page by itself, in the middle of our going there.
  await page.goto('about:blank')
  await page.context().clearCookies({ name: 'token' })
  await goes(page, '/auth/login')
  await page.getByLabel('電子信箱或使用者名稱').fill(name)
  await page.getByLabel('密碼', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('heading', { name: '還差一步' })).toBeVisible()
}

async function entersCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('驗證碼').fill(code)
  await page.getByRole('button', { name: '繼續' }).click()
}

test('a fan turns it on, signs in with a code, then with a recovery code that is spent by it', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const { page, complaints } = fan
  const name = `second${Math.random().toString(36).slice(2, 8)}`
  const { termsVersion } = ((await (await page.request.get('/api/settings/public')).json()) as { data: { termsVersion: string } }).data
  const made = await page.request.post('/api/auth/users/register', {
    data: {
      username: name,
      name: '小梅',
      email: `${name}@stagedoor.example`,
      password,
      dateOfBirth: '1990-05-17',
      acceptedTermsVersion: termsVersion,
    },
    headers: { origin: site },
  })
  expect(made.status()).toBe(200)

  await goes(page, '/home')
  await entersTheDoor(fan)
  await goes(page, '/settings/two-factor')
  await page.getByLabel('目前的密碼').fill(password)
  await page.getByRole('button', { name: '開始設定' }).click()
  await expect(page.getByRole('img', { name: '給驗證器App掃描的QR碼' })).toBeVisible()
  const key = (await page.locator('code').innerText()).replaceAll(' ', '')
  await page.getByLabel('驗證碼').fill(codeOf(key))
  await page.getByRole('button', { name: '開啟', exact: true }).click()
  await expect(page.getByText('你的備用碼')).toBeVisible()
  const recovery = await page.locator('li code').allInnerTexts()
  expect(recovery).toHaveLength(10)
  await page.getByRole('button', { name: '我收好了' }).click()
  await expect(page.getByText('還有10組備用碼')).toBeVisible()

  await comesToSecondStep(page, name)
  await entersCode(page, codeOf(key, 1))
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await isAlive(page)

  await comesToSecondStep(page, name)
  await entersCode(page, recovery[0]!)
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await isAlive(page)
  await comesToSecondStep(page, name)
  await entersCode(page, recovery[0]!)
  await expect(page.getByText('這組驗證碼不對，或是已經用過了')).toBeVisible()
  expect(complaints).toEqual([])
})

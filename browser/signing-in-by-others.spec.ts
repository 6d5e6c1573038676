// Somebody comes in by another site's word, through a real provider of OpenID Connect: registers, leaves, comes back; and whose address has an account
// already is sent to their password, and links it in the settings.
import { expect, type Page, test } from '@playwright/test'
import { openIdKeys, openProvider, type OpenIdProvider } from '../server/people/federation/testing-openid.ts'
import { comes, demoPassword, entersTheDoor, goes, isAlive, site } from './people.ts'

let provider: OpenIdProvider
const set = async (page: Page, values: object) => {
  const signedIn = await page.request.post('/api/auth/login', {
    data: { username: 'admin@stagedoor.example', password: demoPassword },
    headers: { origin: site },
  })
  expect(signedIn.status()).toBe(200)
  const reply = await page.request.put('/api/admin/settings', { data: { values }, headers: { origin: site } })
  expect(reply.status(), await reply.text()).toBe(200)
}

test.beforeAll(async ({ browser }) => {
  provider = await openProvider([`${site}/auth/callback/openid`])
  const { page } = await comes(browser)
  await set(page, { openidIssuer: provider.issuer, openidClientId: openIdKeys.clientId, openidLabel: '夜行通', openidEnable: true })
})
test.afterAll(async ({ browser }) => {
  const { page } = await comes(browser)
  await set(page, { openidEnable: false, openidIssuer: '', openidClientId: '', openidLabel: '' })
  await provider.close()
})

/** Its pages ask for a face from elsewhere, which no test reaches. */
const withoutFaces = (page: Page) =>
  page.route(/^https:\/\/fonts\./, (route) =>
    route.fulfill({ contentType: 'text/css', headers: { 'access-control-allow-origin': '*' }, body: '' }),
  )

/** The provider's own pages: who one is, and that one agrees. */
async function agrees(page: Page, login: string) {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}

test('a visitor comes in by the provider, finishes registering, signs out and comes back in', async ({ browser }) => {
  const login = `yun${Date.now().toString(36)}`
  provider.people.set(login, { email: `${login}@nightpass.example`, email_verified: true, name: '小雲' })
  const visitor = await comes(browser, { phone: true, theme: 'dark' })
  const { page, complaints } = visitor
  await withoutFaces(page)
  // By a creator’s link, in a browser that remembers nothing of it: the code goes along with the way there.
  const arrived = page.waitForResponse((answer) => answer.url().endsWith('/api/referrals/arrivals'))
  await goes(page, '/auth/login?ref=papertheatre')
  await arrived
  await visitor.context.clearCookies({ name: 'ref' })
  await page.getByRole('button', { name: '用夜行通登入' }).click()
  await agrees(page, login)
  await expect(page.getByRole('heading', { name: '差一步就好' })).toBeVisible()
  expect(new URL(page.url()).search, 'nothing of it stays in the address').toBe('')
  await expect(page.getByLabel('暱稱')).toHaveValue('小雲')
  await page.getByRole('button', { name: '完成註冊' }).click()
  await expect(page.getByText('需要你同意服務條款')).toBeVisible()
  await page.getByLabel('使用者名稱').fill(login)
  for (const [part, value] of [
    ['bday-year', '1992'],
    ['bday-month', '3'],
    ['bday-day', '8'],
  ] as const)
    await page.locator(`input[autocomplete="${part}"]`).fill(value)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '完成註冊' }).click()
  await page.waitForURL('**/home')
  await isAlive(page)
  // A page that stays hears of it, and goes to the door by itself.
  await page.goto('about:blank')
  await page.request.post('/api/auth/logout', { data: {}, headers: { origin: site } })
  await goes(page, '/auth/login?redirect=%2Fsettings')
  await page.getByRole('button', { name: '用夜行通登入' }).click()
  await page.waitForURL('**/settings')
  await isAlive(page)
  await entersTheDoor(visitor)
  const card = page.locator('#identities')
  await expect(card.getByText(`${login}@nightpass.example`)).toBeVisible()
  await expect(card.getByText('這是你唯一的登入方式')).toBeVisible()
  await expect(card.getByRole('button', { name: '取消連結' })).toBeDisabled()
  const { request } = (await comes(browser)).page
  await request.post('/api/auth/login', {
    data: { username: 'admin@stagedoor.example', password: demoPassword },
    headers: { origin: site },
  })
  const read = async (path: string) => ((await (await request.get(path)).json()) as { data: Record<string, unknown> }).data
  const found = (await read(`/api/admin/people?q=${login}`)) as { data: { _id: string }[] }
  expect(await read(`/api/admin/people/${found.data[0]?._id}`)).toMatchObject({ referrer: { code: 'papertheatre' } })
  expect(complaints).toEqual([])
})

test('who wants something and comes in by the provider, from the sheet over the page, has it before them again where they were', async ({
  browser,
}) => {
  const login = `an${Date.now().toString(36)}`
  provider.people.set(login, { email: `${login}@nightpass.example`, email_verified: true, name: '小安' })
  const { page, complaints } = await comes(browser, { phone: true })
  await withoutFaces(page)
  await goes(page, '/papertheatre?tab=about')
  await page.getByRole('button', { name: '紙上劇場的選單' }).first().click()
  await page.getByRole('menuitem', { name: '打賞' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('金額', { exact: true }).fill('70')
  await sheet.getByLabel('想說的話').fill('晚安')
  await page.getByRole('button', { name: '打賞70代幣' }).click()
  // For those who were here before, and for those who were not.
  await expect(sheet.getByRole('button', { name: '用夜行通登入' })).toBeVisible()
  await sheet.getByRole('button', { name: '登入', exact: true }).click()
  await sheet.getByRole('button', { name: '用夜行通登入' }).click()
  await agrees(page, login)
  await page.getByLabel('使用者名稱').fill(login)
  for (const [part, value] of [
    ['bday-year', '1992'],
    ['bday-month', '3'],
    ['bday-day', '8'],
  ] as const)
    await page.locator(`input[autocomplete="${part}"]`).fill(value)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: '完成註冊' }).click()
  await page.waitForURL('**/papertheatre?tab=about')
  await isAlive(page)
  await expect(sheet.getByLabel('金額', { exact: true })).toHaveValue('70')
  await expect(sheet.getByLabel('想說的話')).toHaveValue('晚安')
  expect(complaints).toEqual([])
})

test('whose address has an account with a password is refused, and links it from the settings', async ({ browser }) => {
  const login = `qi${Date.now().toString(36)}`
  const email = `${login}@nightpass.example`
  provider.people.set(login, { email, email_verified: true, name: '阿奇' })
  const person = await comes(browser)
  const { page, complaints } = person
  await withoutFaces(page)
  const { termsVersion } = ((await (await page.request.get('/api/settings/public')).json()) as { data: { termsVersion: string } }).data
  const own = { username: login, name: '阿奇', email, password: 'a long password of one’s own', dateOfBirth: '1990-05-17' }
  await page.request.post('/api/auth/users/register', { data: { ...own, acceptedTermsVersion: termsVersion }, headers: { origin: site } })
  await page.context().clearCookies({ name: 'token' })
  await goes(page, '/auth/login')
  await page.getByRole('button', { name: '用夜行通登入' }).click()
  await agrees(page, login)
  await expect(page.getByRole('alert')).toContainText('請先用密碼登入')
  await page.getByRole('link', { name: '回到登入' }).click()
  await page.getByLabel('電子信箱或使用者名稱').fill(login)
  await page.getByLabel('密碼', { exact: true }).fill(own.password)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
  await goes(page, '/settings')
  await entersTheDoor(person)
  const card = page.locator('#identities').getByRole('listitem').filter({ hasText: '夜行通' })
  await card.getByRole('button', { name: '連結', exact: true }).click()
  await card.getByLabel('目前的密碼').fill('not it, is it')
  await card.getByRole('button', { name: '前往夜行通' }).click()
  await expect(card.getByText('目前的密碼不正確')).toBeVisible()
  await card.getByLabel('目前的密碼').fill(own.password)
  await card.getByRole('button', { name: '前往夜行通' }).click()
  await page.waitForURL('**/settings#identities')
  await expect(card.getByText(email)).toBeVisible()
  await card.getByRole('button', { name: '取消連結' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '取消連結' }).click()
  await expect(card.getByText('尚未連結')).toBeVisible()
  expect(complaints).toEqual([])
})

test('whoever cancels at the provider, or opens an old address, is told so, and nothing changes', async ({ browser }) => {
  const { page } = await comes(browser)
  await goes(page, '/auth/callback/openid?error=access_denied&state=whatever')
  await expect(page.getByRole('heading', { name: '沒有登入' })).toBeVisible()
  await goes(page, '/auth/callback/openid?code=old&state=aaaaaaaaaaaaaaaaaaaaaaaaaaaa')
  await expect(page.getByRole('alert')).toContainText('已經失效或用過了')
  await page.getByRole('link', { name: '回到登入' }).click()
  await expect(page.getByRole('button', { name: '用夜行通登入' })).toBeVisible()
})

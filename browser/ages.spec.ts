// A country where a provider says how old somebody is: a visitor is checked and reads on where they were; without a provider it is shut. Nothing explicit is in the
// page, its source or its requests before.
import { expect, type Page, type Request, test } from '@playwright/test'
import { openIdKeys, openProvider, type OpenIdProvider } from '../server/people/federation/testing-openid.ts'
import { comes, goes, isAlive, type Person, signsIn, site } from './people.ts'

let provider: OpenIdProvider
test.beforeAll(async () => {
  provider = await openProvider([`${site}/age/return`])
  provider.people.set('grown', { age_over_18: true })
  provider.people.set('young', { age_over_18: false })
})
test.afterAll(() => provider.close())

/** Ours is the proxy here, and believed: this one calls from the United States. */
async function comesFromThere(...how: Parameters<typeof comes>): Promise<Person> {
  const person = await comes(...how)
  await person.context.setExtraHTTPHeaders({ 'x-forwarded-for': '8.8.8.8' })
  // The provider's pages ask for a face from elsewhere, which no test reaches.
  await person.page.route(/^https:\/\/fonts\./, (route) =>
    route.fulfill({ contentType: 'text/css', headers: { 'access-control-allow-origin': '*' }, body: '' }),
  )
  return person
}

async function set({ page }: Person, values: object) {
  const reply = await page.request.put('/api/admin/settings', { data: { values }, headers: { origin: site } })
  expect(reply.status(), await reply.text()).toBe(200)
}
const checked = () => ({
  ageAssuranceMode: 'provider',
  ageAssuranceRegions: ['US'],
  ageAssuranceIssuer: provider.issuer,
  ageAssuranceClientId: openIdKeys.clientId,
  ageAssuranceScope: 'age',
})
const asBefore = {
  ageAssuranceMode: 'self_declared',
  ageAssuranceRegions: [],
  ageAssuranceIssuer: '',
  ageAssuranceClientId: '',
  ageAssuranceScope: '',
}

/** What this page asks for from now on: files of works and faces, and rows that answer of them. */
function explicitAsked(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const { pathname } = new URL(request.url())
    if (/^\/(?:media|api)\//.test(pathname) && !pathname.startsWith('/api/age-assurance/')) asked.push(pathname)
  })
  return asked
}

/** The provider's own pages: who one is, and that one agrees. */
async function agrees(page: Page, login: string) {
  await page.locator('input[name="login"]').fill(login)
  await page.locator('input[name="password"]').fill('any')
  await page.locator('button[type="submit"]').click()
  await page.locator('button[type="submit"]').click()
}

test('a visitor from there is checked by a provider and reads on where they were; who is too young, or turns back, does not', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const [visitor, office] = [await comesFromThere(browser, { phone: true, theme: 'dark' }), await comes(browser)]
  const { page } = visitor
  await signsIn(office, 'admin@stagedoor.example')
  await set(office, checked())
  try {
    const asked = explicitAsked(page)
    const answer = await page.goto('/papertheatre?tab=posts')
    expect(answer?.status()).toBe(403)
    await isAlive(page)
    await expect(page.getByRole('heading', { name: '這裡需要由驗證服務確認年齡' })).toBeVisible()
    const source = (await answer?.text()) ?? ''
    for (const shown of ['/media/', 'og:image" content="/media', '紙劇場']) expect(source, shown).not.toContain(shown)
    await expect(page.locator('main article, main video')).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    expect(asked, 'nothing of a work is asked for before').toEqual([])

    await test.step('by the keyboard; who is too young stays outside', async () => {
      const begin = page.getByRole('button', { name: '確認我的年齡' })
      await begin.focus()
      await page.keyboard.press('Enter')
      await agrees(page, 'young')
      await expect(page.getByRole('heading', { name: '無法確認你已年滿18歲' })).toBeVisible()
      await expect(page.getByRole('alert')).toContainText('我們沒有保留任何資料')
      expect(new URL(page.url()).search, 'nothing of it stays in the address').toBe('')
      expect(asked).toEqual([])
    })

    await test.step('who turns back there reads why, and may go again; what is over says so', async () => {
      await goes(page, '/age/return?error=access_denied&state=aaaaaaaaaaaaaaaaaaaaaaaaaaaa')
      await expect(page.getByRole('heading', { name: '這次確認已經失效' })).toBeVisible()
      await goes(page, '/papertheatre?tab=posts')
      await page.getByRole('button', { name: '確認我的年齡' }).click()
      await page.waitForURL(`${provider.issuer}/**`)
      await page.getByRole('link', { name: /cancel/i }).click()
      await expect(page.getByRole('heading', { name: '年齡確認中途取消了' })).toBeVisible()
      await page.getByRole('button', { name: '再確認一次' }).click()
      await agrees(page, 'grown')
    })

    await page.waitForURL('**/papertheatre?tab=posts')
    await isAlive(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: '這裡需要由驗證服務確認年齡' })).toHaveCount(0)
    await goes(page, '/explore')
    await expect(page.getByRole('main')).toBeVisible()
    expect(visitor.complaints).toEqual([])
  } finally {
    await set(office, asBefore)
  }
  expect(office.complaints).toEqual([])
})

test('without a provider it is shut there, and says so; a member keeps their account, staff read why', async ({ browser }) => {
  test.setTimeout(90_000)
  const [visitor, fan, office] = [
    await comesFromThere(browser, { phone: true }),
    await comesFromThere(browser, { theme: 'dark' }),
    await comesFromThere(browser),
  ]
  await signsIn(office, 'admin@stagedoor.example')
  await set(office, { ...checked(), ageAssuranceIssuer: '' })
  try {
    for (const path of ['/', '/explore', '/papertheatre']) {
      expect((await visitor.page.goto(path))?.status(), path).toBe(403)
      await expect(visitor.page.getByRole('heading', { name: '你所在的地區目前還無法進場' })).toBeVisible()
      await expect(visitor.page.getByRole('button', { name: '確認我的年齡' })).toHaveCount(0)
    }
    await visitor.page.getByRole('link', { name: '登入' }).click()
    await expect(visitor.page).toHaveURL(`${site}/auth/login`)

    await signsIn(fan, 'fan@stagedoor.example')
    await fan.context.addCookies([{ name: 'eighteen_day', value: '1990-01-01', url: site }])
    expect((await fan.page.goto('/home'))?.status()).toBe(403)
    await isAlive(fan.page)
    await fan.page.getByRole('link', { name: '已解鎖' }).click()
    await expect(fan.page.getByRole('heading', { level: 1, name: '已解鎖' })).toBeVisible()
    for (const path of ['/wallet', '/subscriptions', '/settings']) {
      await goes(fan.page, path)
      await expect(fan.page.getByRole('heading', { name: '你所在的地區目前還無法進場' })).toHaveCount(0)
    }

    await goes(office.page, '/admin')
    await expect(office.page.getByText('還沒有設好任何服務')).toBeVisible()
  } finally {
    await set(office, asBefore)
  }
  await goes(office.page, '/admin')
  await expect(office.page.getByText('還沒有設好任何服務')).toHaveCount(0)
  for (const person of [visitor, fan, office]) expect(person.complaints).toEqual([])
})

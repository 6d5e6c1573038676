// What the office sets about the site is what people see, at a desk and on a phone; afterwards all of it is as before.
import { expect, test } from '@playwright/test'
import { comes, demoPassword, goes, signsIn, site } from './people.ts'

const square = (colour: string) =>
  `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='120' height='32'><rect width='120' height='32' fill='${colour}'/></svg>`
const before = {
  logoUrl: '',
  darkmodeLogoUrl: '',
  menus: [],
  footerContent: '',
  gaCode: '',
  maintenanceMode: false,
  maintenanceImage: '',
  siteName: 'Stagedoor',
  supportedLocales: ['zh-TW', 'en-US'],
}

test('the office gives the site its logo, its links, its foot and its picture while it is closed; a visitor sees each', async ({
  browser,
}) => {
  const office = await comes(browser)
  const set = async (values: object) => {
    const reply = await office.page.request.put('/api/admin/settings', { data: { values }, headers: { origin: site } })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  const signedIn = await office.page.request.post('/api/auth/login', {
    data: { username: 'admin@stagedoor.example', password: demoPassword },
    headers: { origin: site },
  })
  expect(signedIn.status()).toBe(200)
  const visitor = await comes(browser, { theme: 'dark' })
  const { page } = visitor
  for (const [path, colour] of [
    ['light', 'teal'],
    ['dark', 'gold'],
  ] as const)
    await page.route(`**/pictures/${path}.svg`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: decodeURIComponent(square(colour).slice('data:image/svg+xml,'.length)) }),
    )
  try {
    await test.step('the logo stands for mark and name, each theme with its own', async () => {
      await set({ siteName: '夜幕劇場', logoUrl: '/pictures/light.svg', darkmodeLogoUrl: '/pictures/dark.svg' })
      await goes(page, '/home')
      const shown = page.getByRole('banner').first().getByRole('link', { name: '夜幕劇場' }).locator('img:visible')
      await expect(shown).toHaveAttribute('src', '/pictures/dark.svg')
      await expect(page).toHaveTitle(/夜幕劇場/)
    })
    await test.step('its links and its text stand at the foot of the page', async () => {
      await set({
        menus: [
          { title: '演出日程', path: '/explore' },
          { title: '劇場之友', path: 'https://friends.example/', isNewTab: true },
        ],
        footerContent: '<p>夜幕劇場有限公司 <a href="mailto:hi@night.example">來信</a></p>',
      })
      await goes(page, '/home')
      const foot = page.locator('footer').last()
      await expect(foot.getByRole('link', { name: '演出日程' })).toHaveAttribute('href', '/explore')
      await expect(foot.getByRole('link', { name: '劇場之友' })).toHaveAttribute('target', '_blank')
      await expect(foot).toContainText('夜幕劇場有限公司')
      await expect(foot.getByRole('link', { name: '來信' })).toHaveAttribute('href', 'mailto:hi@night.example')
    })
    await test.step('with one language there is no other to choose', async () => {
      await expect(page.getByRole('link', { name: 'English' })).toBeVisible()
      await set({ supportedLocales: ['zh-TW'] })
      await goes(page, '/home')
      await expect(page.getByRole('link', { name: '演出日程' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'English' })).toHaveCount(0)
      await set({ supportedLocales: before.supportedLocales })
    })
    await test.step('nobody is counted unasked; no stays no, yes counts, and the privacy page takes it back', async () => {
      const asked: string[] = []
      await page.route('https://www.googletagmanager.com/**', (route) => {
        asked.push(route.request().url())
        return route.fulfill({ contentType: 'text/javascript', body: '' })
      })
      await set({ gaCode: 'G-STAGE00D' })
      await goes(page, '/home')
      const question = page.getByRole('region', { name: '造訪統計' })
      await expect(question).toBeVisible()
      await page.screenshot({ path: 'test-results/counting-dark-1280.png' })
      await question.getByRole('button', { name: '不同意' }).click()
      await expect(question).toBeHidden()
      await goes(page, '/explore')
      await expect(question).toBeHidden()
      expect(asked).toEqual([])
      await goes(page, '/privacy')
      await page.getByRole('article').getByRole('button', { name: '造訪統計' }).click()
      await question.getByRole('button', { name: '同意', exact: true }).click()
      await expect.poll(() => asked).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-STAGE00D'])
      await page.context().addCookies([{ name: '_ga', value: 'GA1.1.1.1', url: site }])
      await goes(page, '/privacy')
      await page.getByRole('article').getByRole('button', { name: '造訪統計' }).click()
      await question.getByRole('button', { name: '不同意' }).click()
      await expect(question).toBeHidden()
      await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).not.toContain('_ga')
      await set({ gaCode: '' })
    })
    await test.step('while it is closed its picture hangs there', async () => {
      await set({ maintenanceMode: true, maintenanceImage: '/pictures/light.svg' })
      const reply = await page.goto('/home')
      expect(reply?.status()).toBe(503)
      await expect(page.locator('main img')).toHaveAttribute('src', '/pictures/light.svg')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  } finally {
    await set(before)
  }
  expect(visitor.complaints.filter((each) => !each.includes('503'))).toEqual([])
})

test('what the office must say again with another currency is not hidden behind the bar that saves, and nothing changes before it is confirmed', async ({
  browser,
}) => {
  for (const phone of [false, true]) {
    const office = await comes(browser, { phone })
    const { page } = office
    await signsIn(office, 'admin@stagedoor.example')
    await goes(page, '/admin/settings?in=money')
    await page.getByRole('combobox', { name: '貨幣' }).click()
    await page.getByRole('option', { name: 'EUR' }).click()
    // The field stands right above the bar, so that nothing would scroll to it by itself.
    await page
      .getByLabel('訂閱最低價')
      .evaluate((field) => window.scrollBy(0, field.getBoundingClientRect().bottom - window.innerHeight + 72))
    await page.getByRole('button', { name: '儲存變更' }).click()
    const why = page.getByText('換成EUR後這個金額正確嗎？請確認後再儲存一次。').first()
    await expect(why).toBeVisible()
    const foot = async () => {
      const [said, bar] = [await why.boundingBox(), await page.getByRole('button', { name: '儲存變更' }).boundingBox()]
      return (said?.y ?? Infinity) + (said?.height ?? 0) < (bar?.y ?? 0)
    }
    await expect.poll(foot).toBe(true)
    await page.getByRole('button', { name: '儲存變更' }).click()
    const asked = page.getByRole('alertdialog')
    await expect(asked.getByText('創作者的訂閱價格：11位')).toBeVisible()
    await asked.getByRole('button', { name: '維持原樣' }).click()
    await expect(asked).toBeHidden()
    await page.getByRole('button', { name: '放棄變更' }).click()
    expect(office.complaints).toEqual([])
    await office.context.close()
  }
})

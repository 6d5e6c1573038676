// A wallet as its owner reads it: what happened, before what one can buy. And staff freeze one and let it go, with its owner looking on.
import { expect, test } from '@playwright/test'
import { comes, goes, passedTheDoor, signsIn } from './people.ts'

test('a wallet is frozen and let go: the office sees who and why, its owner what it means and whom to write to', async ({ browser }) => {
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const office = await comes(browser)
  await passedTheDoor(fan)
  await signsIn(fan, 'bai.lu@stagedoor.example')
  await signsIn(office, 'admin@stagedoor.example')
  const { page } = office
  const sheet = page.getByRole('dialog', { name: /？$/ })

  await test.step('nothing stands in the way of her wallet', async () => {
    await goes(fan.page, '/wallet')
    await expect(fan.page.getByRole('heading', { name: '你的錢包已凍結' })).toBeHidden()
  })

  await test.step('the office finds her and freezes it, with a reason', async () => {
    await goes(page, '/admin/people')
    await page.getByRole('searchbox').fill('bai.lu')
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('link', { name: /白露/ }).click()
    await expect(page.getByText('可以付款', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: '凍結錢包' }).click()
    await sheet.getByRole('button', { name: '凍結錢包' }).click()
    await expect(sheet.getByText('請寫下原因。')).toBeVisible()
    await sheet.getByRole('button', { name: '我們正在確認這筆付款是不是你本人。' }).click()
    await sheet.getByRole('button', { name: '凍結錢包' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('由網站人員凍結')).toBeVisible()
    // As the reason itself; what the log says of it stands below.
    await expect(page.getByRole('paragraph').filter({ hasText: '我們正在確認這筆付款是不是你本人。' })).toBeVisible()
    await expect(page.getByRole('button', { name: '凍結錢包' })).toBeHidden()
  })

  await test.step('she reads it in her wallet, and finds whom to write to', async () => {
    await goes(fan.page, '/wallet')
    await expect(fan.page.getByRole('heading', { name: '你的錢包已凍結' })).toBeVisible()
    await expect(fan.page.getByText('我們正在確認這筆付款是不是你本人。')).toBeVisible()
    await fan.page.getByRole('link', { name: '聯絡我們' }).first().click()
    await fan.page.waitForURL('**/contact')
  })

  await test.step('among the frozen ones she is found, let go, and her wallet says nothing of it any more', async () => {
    await goes(page, '/admin/people?frozen=true')
    await page.getByRole('link', { name: /白露/ }).click()
    await page.getByRole('button', { name: '解除凍結' }).click()
    await sheet.getByRole('button', { name: '已經和你確認清楚，謝謝你的配合。' }).click()
    await sheet.getByRole('button', { name: '解除凍結' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('可以付款', { exact: true })).toBeVisible()
    await goes(fan.page, '/wallet')
    await expect(fan.page.getByRole('heading', { name: '你的錢包已凍結' })).toBeHidden()
    await goes(page, '/admin/letters')
    await expect(page.getByText('你的錢包已凍結').first()).toBeVisible()
    await expect(page.getByText('你的錢包已解除凍結').first()).toBeVisible()
  })
  expect([...fan.complaints, ...office.complaints]).toEqual([])
})

test('on a phone what happened begins at or above 560 px: picture, sentence, a signed amount and what was left', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await goes(page, '/wallet')
  const rows = page.getByRole('main').locator('section > ul > li')
  const first = await rows.first().boundingBox()
  expect(first!.y).toBeLessThanOrEqual(560)
  // Money stands beside the balance, and only there.
  await expect(page.getByText(/約US\$[\d,]+\.\d\d/)).toHaveCount(1)
  const lines = (await (await page.request.get('/api/wallet/charges/search?limit=50')).json()) as {
    data: { data: { amount: number; balanceAfter: number; work?: { picture?: { url: string } } }[] }
  }
  const bought = lines.data.data.find(({ amount, work }) => amount < 0 && work?.picture)
  const place = lines.data.data.indexOf(bought!)
  await expect(rows.nth(place).locator('img')).toHaveAttribute('src', /^(\/media\/|data:)/)
  await expect(rows.nth(place)).toContainText(`\u2212${Math.abs(bought!.amount).toLocaleString('en-US')}`)
  await expect(rows.nth(place)).toContainText(bought!.balanceAfter.toLocaleString('en-US'))
  await rows.nth(place).getByRole('link').click()
  await page.waitForURL(/\/(posts|videos|galleries|products)\//)
  // Only what came in has a plus.
  await goes(page, '/wallet')
  for (const [at, { amount }] of lines.data.data.slice(0, 10).entries())
    expect((await rows.nth(at).textContent())?.includes('+'), `line ${at}`).toBe(amount > 0)
  expect(fan.complaints).toEqual([])
})

test('on a phone topping up is one press away, and whoever was sent here to pay finds it open', async ({ browser }) => {
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const { page } = fan
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await goes(page, '/wallet')
  const pay = page.getByRole('button', { name: /^儲值US\$/ })
  await expect(pay).toBeHidden()
  const opener = page.getByRole('button', { name: '儲值', exact: true })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')
  await opener.click()
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  await expect(pay).toBeVisible()
  await goes(page, '/wallet?amount=12.5')
  await expect(page.getByRole('button', { name: '儲值US$12.50' })).toBeVisible()
  expect(fan.complaints).toEqual([])
})

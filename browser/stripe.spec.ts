// Stripe in real browsers: its form on our pages, the bank's question, its no, a card kept and one added; and a creator who is paid by it.
// It needs a server that was started with the Stripe of playwright.config.ts.
import { expect, type Page, request, test } from '@playwright/test'
import { choosesGateway, comes, goes, isAlive, joins, passedTheDoor, signsIn } from './people.ts'
import { type Stripe, stripeHere, testCards } from './stripe.ts'

let stripe: Stripe
test.beforeAll(async () => {
  stripe = await stripeHere()
  await choosesGateway(await request.newContext(), { paymentGateway: 'stripe', stripePublishableKey: 'pk_test_stagedoor' })
})
test.afterAll(async () => {
  await choosesGateway(await request.newContext(), { paymentGateway: 'sandbox' })
  await stripe.close()
})

const fieldsIn = (page: Page) => page.frameLocator('iframe[title="Secure payment input frame"]')
async function types(page: Page, number: string): Promise<void> {
  const fields = fieldsIn(page)
  await fields.getByLabel('卡號').fill(number)
  await fields.getByLabel('到期日').fill('08 / 39')
  await fields.getByLabel('安全碼').fill('123')
}

test('a fan pays with Stripe’s form: told what is missing, what the bank says, asked by it, and the card is kept', async ({ browser }) => {
  test.setTimeout(90_000)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const { page } = fan
  await stripe.comesWith(fan.context)
  await joins(fan, '小梅')
  const pay = page.getByRole('button', { name: '付US$30.00' })

  await test.step('the form stands on our page, in a frame of Stripe’s', async () => {
    await goes(page, '/wallet')
    await page.getByRole('button', { name: '儲值US$30.00' }).click()
    await page.waitForURL(/\/checkout\/stripe\//)
    await page.getByText('儲存這張卡').click()
    await types(page, '4242')
    await pay.click()
    await expect(fieldsIn(page).getByText('您的卡號不完整。')).toBeVisible()
    await expect(page.getByText('這次沒有扣款')).toBeHidden()
  })

  await test.step('the bank says no: why is said, and another card can be tried in the same place', async () => {
    await types(page, testCards.poor)
    await pay.click()
    await expect(page.getByText('這次沒有扣款')).toBeVisible()
    await expect(page.getByText('您的卡片餘額不足。請嘗試其他卡片。')).toBeVisible()
  })

  await test.step('the bank asks: not me, then me', async () => {
    const question = page.frameLocator('iframe[title="3D Secure"]')
    await types(page, testCards.asks)
    await pay.click()
    await question.getByRole('button', { name: 'Fail' }).click()
    await expect(page.getByText('我們無法驗證您的付款方式。請選擇其他付款方式並重試。')).toBeVisible()
    await pay.click()
    await question.getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByRole('heading', { name: '付款完成' })).toBeVisible({ timeout: 20_000 })
  })

  await test.step('once paid: the tokens are there, and so is the card, which pays by itself the next time', async () => {
    await goes(page, '/wallet')
    await expect(page.getByRole('main').locator('[aria-live]').first()).toHaveText('315')
    await page.getByRole('button', { name: '儲值', exact: true }).click()
    await expect(page.getByLabel('付款卡片')).toContainText('3184')
    await page.getByRole('button', { name: '儲值US$30.00' }).click()
    await expect(page.getByRole('heading', { name: '付款完成' })).toBeVisible({ timeout: 20_000 })
    await goes(page, '/wallet')
    await expect(page.getByRole('main').locator('[aria-live]').first()).toHaveText('630')
  })

  await test.step('another card is added without paying; one that its bank refuses is not', async () => {
    const sheet = page.getByRole('dialog')
    await goes(page, '/wallet/cards')
    await page.getByRole('button', { name: '新增卡片' }).click()
    await types(page, testCards.poor)
    await sheet.getByRole('button', { name: '新增卡片' }).click()
    await expect(sheet.getByText('卡片沒有存好')).toBeVisible()
    await types(page, testCards.good)
    await sheet.getByRole('button', { name: '新增卡片' }).click()
    await expect(page.getByText('Visa •••• 4242')).toBeVisible()
    await expect(page.getByText('Visa •••• 3184')).toBeVisible()
  })
  expect([...fan.complaints, ...stripe.outside]).toEqual([])
})

test('while Stripe’s script cannot be had the page says so, and how to go on', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await stripe.comesWith(fan.context)
  await fan.context.route('https://js.stripe.com/v3/', (route) => route.abort())
  await joins(fan, '阿嵐')
  await goes(page, '/wallet')
  await page.getByRole('button', { name: '儲值US$30.00' }).click()
  await expect(page.getByText(/付款表單沒有載入/)).toBeVisible()
  await expect(page.getByRole('button', { name: '付US$30.00' })).toBeDisabled()
  await page.getByRole('link', { name: '先不付款' }).click()
  await expect(page).toHaveURL(/\/wallet$/)
})

test('a creator sets Stripe up, leaves in the middle, comes back, and can be paid by it', async ({ browser }) => {
  const creator = await comes(browser)
  const { page } = creator
  await stripe.comesWith(creator.context)
  await passedTheDoor(creator)
  await signsIn(creator, 'linmu@stagedoor.example')
  const { data } = (await (await page.request.get('/api/stripe/accounts')).json()) as { data: { accountId?: string } }
  // From an earlier visit to a server that stays; one of our own is new.
  test.skip(process.env['BROWSER_PORT'] !== undefined && data.accountId !== undefined, 'Stripe knows this creator already')
  await goes(page, '/creator/payouts')
  await page.getByRole('button', { name: '設定Stripe' }).click()
  await page.getByRole('link', { name: 'Leave' }).click()
  await expect(page.getByText('Stripe還需要你補齊資料才能付款給你。')).toBeVisible()
  await isAlive(page)
  await page.getByRole('button', { name: '前往Stripe繼續' }).click()
  await page.getByRole('link', { name: 'Submit' }).click()
  await expect(async () => {
    await goes(page, '/creator/payouts')
    await expect(page.getByText('已可使用，申請提領時選擇Stripe即可。')).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect([...creator.complaints, ...stripe.outside]).toEqual([])
})

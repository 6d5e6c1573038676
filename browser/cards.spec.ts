// Kept cards in a real browser: one is kept at the payment page, pays by itself the next time, is declined, tried again with another, and is
// forgotten; and a bank takes a payment back while its payer looks.
import { expect, test } from '@playwright/test'
import { comes, goes, isAlive, joins, passedTheDoor, signsIn } from './people.ts'

test('what a browser says of a lost answer is not what a fan reads: the house has its own words for it', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await joins(fan, '小禾')
  await goes(page, '/wallet/cards')
  await page.route('**/api/payment-cards/setup', (route) => route.abort())
  await page.getByRole('button', { name: '新增卡片' }).first().click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('卡片沒有存好發生錯誤，請稍後再試')
})

test('a fan keeps a card, pays with it at once, and sees every payment with what became of it', async ({ browser }) => {
  test.setTimeout(120_000)
  const fan = await comes(browser)
  const { page } = fan
  await passedTheDoor(fan)
  await signsIn(fan, 'fan@stagedoor.example')

  await test.step('the kept card stands on its page, and another one is added without paying', async () => {
    await goes(page, '/wallet')
    await page.getByRole('link', { name: '儲存的卡片' }).click()
    await expect(page.getByText('Visa •••• 4242')).toBeVisible()
    await expect(page.getByText('優先使用')).toBeVisible()
    await page.getByRole('button', { name: '新增卡片' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByText('測試卡 •••• 0341').click()
    await sheet.getByRole('button', { name: '新增卡片' }).click()
    await expect(page.getByText('Visa •••• 0341')).toBeVisible()
  })

  await test.step('a top-up with the kept card needs no page of the gateway', async () => {
    await goes(page, '/wallet')
    await expect(page.getByLabel('付款卡片')).toContainText('4242')
    await page.getByRole('button', { name: /^儲值US/ }).click()
    await expect(page.getByRole('heading', { name: '付款完成' })).toBeVisible({ timeout: 20_000 })
  })

  await test.step('with the other one it is declined, and tried again on the gateway’s page', async () => {
    await goes(page, '/wallet')
    await page.getByLabel('付款卡片').click()
    await page.getByRole('option', { name: /0341/ }).click()
    await page.getByRole('button', { name: /^儲值US/ }).click()
    await expect(page.getByRole('button', { name: '重試這筆付款' })).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: '重試這筆付款' }).click()
    await page.waitForURL(/\/checkout\/sandbox\//)
    await page.getByRole('button', { name: /^付US/ }).click()
    await expect(page.getByRole('heading', { name: '付款完成' })).toBeVisible({ timeout: 20_000 })
  })

  await test.step('the payments say what became of each, and one tells its whole story', async () => {
    await goes(page, '/wallet/payments?status=fail')
    await page.getByRole('link', { name: /0341/ }).click()
    await isAlive(page)
    await expect(page.getByText('銀行拒絕了這張卡。')).toBeVisible()
    for (const status of ['已建立', '處理中']) await expect(page.getByText(status, { exact: true })).toBeVisible()
  })

  await test.step('a card is forgotten by decision', async () => {
    await goes(page, '/wallet/cards')
    await page.getByRole('button', { name: 'Visa •••• 0341的選單' }).click()
    await page.getByRole('menuitem', { name: '移除卡片' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '移除卡片' }).click()
    await expect(page.getByText('Visa •••• 0341', { exact: true })).toBeHidden()
    await expect(page.getByText('Visa •••• 4242')).toBeVisible()
  })
  expect(fan.complaints).toEqual([])
})

test('a fan who left the payment page finds the way back to it, and pays', async ({ browser }) => {
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const { page } = fan
  await joins(fan, '阿嵐')
  await goes(page, '/wallet/payments')
  await expect(page.getByText('你還沒有用卡片付過款。')).toBeVisible()
  await goes(page, '/wallet')
  await page.getByRole('button', { name: /^儲值US/ }).click()
  await page.waitForURL(/\/checkout\/sandbox\//)
  await goes(page, '/wallet/payments')
  await page.getByRole('link', { name: /處理中/ }).click()
  await page.getByRole('button', { name: '回到付款頁' }).click()
  await page.waitForURL(/\/checkout\/sandbox\//)
  await page.getByRole('button', { name: /^付US/ }).click()
  await expect(page.getByRole('heading', { name: '付款完成' })).toBeVisible({ timeout: 20_000 })
  expect(fan.complaints).toEqual([])
})

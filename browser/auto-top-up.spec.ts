// A wallet that tops itself up, on two screens of one fan at once: set with a kept card on the desk, spent from on the phone; the desk follows.
import { expect, test } from '@playwright/test'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'

test('a fan spends below what they set, and the balance comes up by itself on the screen that is open', async ({ browser }) => {
  test.setTimeout(90_000)
  const [desk, phone] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  const name = await joins(desk, '小滿', { tokens: 300 })
  await passedTheDoor(phone)
  await signsIn(phone, name)

  await test.step('what would not work is told before anything is sent', async () => {
    await goes(desk.page, '/wallet')
    await desk.page.getByRole('link', { name: '自動儲值' }).click()
    await desk.page.getByLabel('餘額低於').fill('200')
    await desk.page.getByLabel('每次儲值').click()
    await desk.page.getByRole('option', { name: '自訂金額' }).click()
    await desk.page.getByLabel('儲值金額').fill('25')
    await desk.page.getByLabel('每月上限').fill('20')
    await desk.page.getByRole('button', { name: '開啟自動儲值' }).click()
    await expect(desk.page.getByText('每月上限至少要夠儲值一次。')).toBeVisible()
  })

  await test.step('set to add 250 below 200, with the card that is kept', async () => {
    await desk.page.getByLabel('每月上限').fill('60')
    await expect(desk.page.getByLabel('付款卡片')).toContainText('4242')
    await desk.page.getByRole('button', { name: '開啟自動儲值' }).click()
    await expect(desk.page.getByText('自動儲值已開啟', { exact: true })).toBeVisible()
    await expect(desk.page.getByText('已自動儲值US$0.00，上限US$60.00')).toBeVisible()
  })

  await test.step('a tip of 150 on the phone leaves 150: the wallet on the desk says 400 by itself, and why', async () => {
    const balance = desk.page.getByRole('main').locator('[aria-live]').first()
    await goes(desk.page, '/wallet')
    await expect(balance).toHaveText('300')
    await goes(phone.page, '/papertheatre?tip=150')
    await phone.page
      .getByRole('dialog')
      .getByRole('button', { name: /打賞150代幣/ })
      .click()
    await expect(phone.page.getByText(/已打賞/)).toBeVisible()
    await expect(balance).toHaveText('400', { timeout: 20_000 })
    await expect(desk.page.getByText('儲值250代幣')).toBeVisible()
    await goes(phone.page, '/wallet/auto')
    await expect(phone.page.getByText('已自動儲值US$25.00，上限US$60.00')).toBeVisible()
  })
  expect([...desk.complaints, ...phone.complaints]).toEqual([])
})

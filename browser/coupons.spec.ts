// A coupon in real browsers, with the office and two fans at once: made for one use, seen by both, used by the one who pays first.
import { expect, test } from '@playwright/test'
import { comes, goes, isAlive, joins, signsIn } from './people.ts'

test('a coupon for one: the office makes it, two fans see what it saves, the first who pays has it', async ({ browser }) => {
  test.setTimeout(90_000)
  const [office, mei, lan] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' }), await comes(browser)]
  const code = `ONE${Date.now().toString(36).toUpperCase()}`
  await signsIn(office, 'admin@stagedoor.example')
  const meiName = await joins(mei, '小梅')
  await joins(lan, '阿嵐')

  await test.step('the office makes it, and is told what is missing before anything is sent', async () => {
    await goes(office.page, '/admin/coupons')
    await office.page.getByRole('button', { name: '新增優惠碼' }).click()
    const sheet = office.page.getByRole('dialog')
    await sheet.getByRole('button', { name: '建立優惠碼' }).click()
    await expect(sheet.getByText('請輸入1到99的整數。')).toBeVisible()
    await sheet.getByLabel(/^優惠碼/).fill(code)
    await sheet.getByLabel(/^折抵/).last().fill('25')
    await sheet.getByLabel('可用次數（選填）').fill('1')
    await sheet.getByRole('button', { name: '建立優惠碼' }).click()
    await expect(office.page.getByText(`優惠碼${code}可以用了`)).toBeVisible()
    await expect(office.page.getByRole('row', { name: new RegExp(`${code}.*0 / 1.*可用`) })).toBeVisible()
  })

  for (const { page } of [mei, lan])
    await test.step('a fan types it: the quote and the button say what is paid now, and another amount is quoted anew', async () => {
      await goes(page, '/wallet')
      await page.getByText('自訂金額').click()
      await page.getByLabel('儲值金額').fill('20')
      await page.getByRole('button', { name: '有優惠碼？' }).click()
      await page.getByLabel('優惠碼', { exact: true }).fill('NOBODY99')
      await page.getByRole('button', { name: '套用' }).click()
      await expect(page.getByText('沒有這張優惠碼，請檢查有沒有打錯。')).toBeVisible()
      await page.getByLabel('優惠碼', { exact: true }).fill(code.toLowerCase())
      await page.getByRole('button', { name: '套用' }).click()
      await expect(page.getByText('省US$5.00')).toBeVisible()
      await expect(page.getByRole('button', { name: '儲值US$15.00' })).toBeVisible()
      await page.getByLabel('儲值金額').fill('40')
      await expect(page.getByRole('button', { name: '儲值US$30.00' })).toBeVisible()
    })

  await test.step('小梅 pays first: three quarters of the money, all of the tokens', async () => {
    await mei.page.getByRole('button', { name: '儲值US$30.00' }).click()
    await mei.page.waitForURL(/\/checkout\/sandbox\//)
    await isAlive(mei.page)
    await mei.page.getByRole('button', { name: '付US$30.00' }).click()
    await expect(mei.page.getByRole('heading', { name: '付款完成' })).toBeVisible({ timeout: 20_000 })
    await goes(mei.page, '/wallet')
    await expect(mei.page.getByRole('main').getByText('400代幣').first()).toBeVisible()
  })

  await test.step('阿嵐 presses the same button: nothing is paid, why is said, and without it the top-up goes on', async () => {
    await lan.page.getByRole('button', { name: '儲值US$30.00' }).click()
    await expect(lan.page.getByText('這張優惠碼已經被用完了。')).toBeVisible()
    await expect(lan.page.getByText('這次沒有扣款')).toBeVisible()
    await lan.page.getByRole('button', { name: '移除' }).click()
    await expect(lan.page.getByRole('button', { name: '儲值US$40.00' })).toBeVisible()
  })

  await test.step('the office sees that it is used up, and by whom', async () => {
    await goes(office.page, `/admin/coupons?q=${code}`)
    await expect(office.page.getByRole('row', { name: new RegExp(`${code}.*1 / 1.*已用完`) })).toBeVisible()
    await office.page.getByRole('button', { name: `${code}的操作` }).click()
    await office.page.getByRole('menuitem', { name: '使用紀錄' }).click()
    await expect(office.page.getByRole('dialog').getByText(`@${meiName}`)).toBeVisible()
    await expect(office.page.getByRole('dialog').getByText('已使用')).toBeVisible()
  })
  for (const person of [office, mei, lan]) expect(person.complaints).toEqual([])
})

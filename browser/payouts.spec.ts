// A payout in real browsers, with a creator and the office at once: she asks, changes her mind about the sum, the office agrees and takes
// the file for the bank, and her page follows without being asked again.
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { comes, goes, passedTheDoor, signsIn } from './people.ts'

test('a creator is paid: asked, changed, approved, handed to the bank and sent, on two screens at once', async ({ browser }) => {
  test.setTimeout(120_000)
  const creator = await comes(browser, { phone: true, theme: 'dark' })
  const office = await comes(browser)
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  await signsIn(office, 'admin@stagedoor.example')
  const { page } = creator
  const sheet = page.getByRole('dialog')

  await test.step('what is too much or no amount at all is told before anything is sent', async () => {
    await goes(page, '/creator/payouts')
    await page.getByRole('button', { name: '申請提領', exact: true }).click()
    await sheet.getByLabel('提領金額').fill('一百')
    await sheet.getByRole('button', { name: /^申請提領/ }).click()
    await expect(sheet.getByText('請填寫金額，最多兩位小數')).toBeVisible()
    await sheet.getByLabel('提領金額').fill('90000')
    await expect(sheet.getByText(/^最多US\$/)).toBeVisible()
    await sheet.getByLabel('提領金額').fill('49.99')
    await expect(sheet.getByText('至少US$50.00')).toBeVisible()
  })

  await test.step('she asks for 55, and makes it 52', async () => {
    await sheet.getByLabel('提領金額').fill('55')
    await expect(sheet.getByText('550')).toBeVisible()
    await sheet.getByRole('button', { name: '申請提領US$55.00' }).click()
    await expect(page.getByText('已送出提領申請')).toBeVisible()
    await page.getByRole('link', { name: '查看處理中的提領' }).click()
    await expect(page.getByRole('heading', { name: '我們正在核對' })).toBeVisible()
    await page.getByRole('button', { name: '修改金額或備註' }).click()
    await sheet.getByLabel('提領金額').fill('52')
    await sheet.getByRole('button', { name: '儲存變更' }).click()
    await expect(page.getByText('已儲存變更')).toBeVisible()
    await expect(page.getByText('修改申請')).toBeVisible()
  })

  await test.step('the office finds it, opens it and approves it; her page says so by itself', async () => {
    await goes(office.page, '/admin/payouts?status=pending')
    await office.page.getByRole('link', { name: /紙上劇場/ }).click()
    await expect(office.page.getByText('US$52.00').first()).toBeVisible()
    await expect(office.page.getByRole('button', { name: /查看完整帳戶/ })).toBeHidden()
    await office.page.getByRole('button', { name: '核准', exact: true }).click()
    await expect(page.getByRole('heading', { name: '已經核准，準備匯款' })).toBeVisible()
    await expect(page.getByRole('button', { name: '取消這筆提領' })).toBeHidden()
  })

  await test.step('whoever pays by hand sees the whole account, and it is on record', async () => {
    await office.page.getByRole('button', { name: /查看完整帳戶/ }).click()
    await expect(office.page.getByText('0000 1180 2046')).toBeVisible()
    const entries = await (await office.page.request.get('/api/admin/audit?action=payouts.bank_viewed')).text()
    expect(entries).toContain('payouts.bank_viewed')
  })

  await test.step('the file for the bank has her in it, and she sees that the bank has it', async () => {
    await goes(office.page, '/admin/payouts')
    await office.page.getByRole('button', { name: /^匯出銀行檔/ }).click()
    const downloading = office.page.waitForEvent('download')
    await office.page.getByRole('button', { name: '匯出檔案' }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^payouts-\d+-\d{4}-\d{2}-\d{2}\.csv$/)
    expect(await readFile((await download.path())!, 'utf8')).toMatch(/陳若潮,潮間銀行.*,0000 1180 2046,.*,52\.00,USD/)
    await expect(page.getByRole('heading', { name: '銀行處理中' })).toBeVisible()
  })

  await test.step('it has been sent, and it says which sales it paid', async () => {
    await goes(office.page, '/admin/payouts?status=processing')
    await office.page.getByRole('link', { name: /紙上劇場/ }).click()
    await office.page.getByRole('button', { name: '已匯出', exact: true }).click()
    await office.page
      .getByRole('dialog')
      .or(office.page.getByRole('alertdialog'))
      .getByRole('button', { name: '已匯出', exact: true })
      .click()
    await expect(page.getByRole('heading', { name: '已經匯出' })).toBeVisible()
    await expect(page.getByRole('heading', { name: '這筆提領的收益' })).toBeVisible()
  })

  await test.step('the bank returns it: the office says so with a reason, and she reads it at once', async () => {
    await office.page.getByRole('button', { name: '登記退匯' }).click()
    const returning = office.page.getByRole('dialog')
    await returning.getByRole('button', { name: '退回收益' }).click()
    await expect(returning.getByText('請寫下原因。')).toBeVisible()
    await returning.getByRole('button', { name: '銀行退匯：查無此帳號。' }).click()
    await returning.getByRole('button', { name: '退回收益' }).click()
    await expect(office.page.getByText(/已登記退匯/)).toBeVisible()
    await expect(office.page.getByRole('button', { name: '登記退匯' })).toBeHidden()
    await expect(page.getByRole('heading', { name: '這筆匯款被退回來了' })).toBeVisible()
    await expect(page.getByText('銀行退匯：查無此帳號。')).toBeVisible()
    await expect(page.getByRole('heading', { name: '這筆提領的收益' })).toBeHidden()
  })

  await test.step('nothing more goes there before she has checked it and typed the number again', async () => {
    await goes(page, '/creator/payouts')
    await expect(page.getByRole('button', { name: '申請提領', exact: true })).toBeDisabled()
    await page.getByRole('link', { name: '核對帳戶' }).click()
    await expect(page.getByText(/請逐項核對並重新輸入帳號/)).toBeVisible()
    await page.getByLabel('帳號或IBAN').fill('0000 1180 2046')
    await page.getByRole('button', { name: '儲存收款帳戶' }).click()
    await expect(page.getByText('已儲存收款帳戶')).toBeVisible()
    await expect(page.getByRole('button', { name: '申請提領', exact: true })).toBeEnabled()
  })

  await test.step('where else she can be paid: what changed is held until its day, and is not offered before', async () => {
    await page.getByRole('button', { name: '變更PayPal' }).click()
    await sheet.getByLabel('PayPal電子郵件').fill('theatre')
    await sheet.getByRole('button', { name: '儲存', exact: true }).click()
    await expect(sheet.getByText('請填寫你PayPal帳戶的電子郵件')).toBeVisible()
    await sheet.getByLabel('PayPal電子郵件').fill('new.theatre@pay.stagedoor.example')
    await sheet.getByRole('button', { name: '儲存', exact: true }).click()
    await expect(page.getByText('n•••@pay.stagedoor.example', { exact: true })).toBeVisible()
    await expect(page.getByText(/之後就能提領$/).first()).toBeVisible()
    await page.getByRole('button', { name: '申請提領', exact: true }).click()
    await expect(sheet.getByLabel('收款方式')).toBeVisible()
    await expect(sheet.getByText('PayPal')).toBeHidden()
  })
  expect([...creator.complaints, ...office.complaints]).toEqual([])
})

test('a creator who changes bank details is held, and sees until when', async ({ browser }) => {
  const creator = await comes(browser)
  const { page, complaints } = creator
  await passedTheDoor(creator)
  await signsIn(creator, 'ache.piano@stagedoor.example')
  await goes(page, '/creator/payouts')
  await page.getByRole('link', { name: '填寫收款帳戶' }).click()
  await page.getByRole('button', { name: '儲存收款帳戶' }).click()
  await expect(page.getByText('請填寫這一欄').first()).toBeVisible()
  await page.getByRole('textbox', { name: /^姓/ }).fill('澈')
  await page.getByRole('textbox', { name: /^名/ }).fill('阿')
  await page.getByLabel('銀行與分行').fill('潮間銀行')
  await page.getByLabel('帳號或IBAN').fill('0000 9999 1234')
  await page.getByRole('textbox', { name: /^地址/ }).fill('潮間巷1號')
  await page.getByLabel('縣市').fill('臺北市')
  await page.getByRole('button', { name: '儲存收款帳戶' }).click()
  await expect(page.getByText('•••• 1234')).toBeVisible()
  await expect(page.getByText(/收款帳戶剛更新過/)).toBeVisible()
  await expect(page.getByText('收款帳戶的戶名和身分證件上的姓名不一樣。')).toBeVisible()
  await expect(page.getByRole('button', { name: '申請提領', exact: true })).toBeDisabled()
  expect(complaints).toEqual([])
})

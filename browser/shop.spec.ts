// The shop in real browsers, with two people at once: a performer puts a print on the shelf; a fan writes an address, tops up on the way and
// orders; the performer accepts and sends while the fan watches; the fan has it, and the money arrives. Then a file: bought, downloaded and given back.
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { comes, entersTheDoor, givesBack, goes, isAlive, passedTheDoor, photo, signsIn } from './people.ts'

test('a print and a file, with a seller, a buyer and the office at once', async ({ browser }) => {
  test.setTimeout(120_000)
  const seller = await comes(browser)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const office = await comes(browser)
  const [print, notes] = [`燈影海報${Date.now().toString(36)}`, `燈影筆記${Date.now().toString(36)}`]
  const name = `hai${Date.now().toString(36)}`

  await test.step('the seller puts a print on the shelf; what is missing is told before anything is sent', async () => {
    await passedTheDoor(seller)
    await signsIn(seller, 'creator@stagedoor.example')
    await goes(seller.page, '/creator/products')
    await seller.page.getByRole('link', { name: '新增商品' }).click()
    await seller.page.getByRole('button', { name: '上架', exact: true }).click()
    await expect(seller.page.getByText('請填0以上的整數')).toBeVisible()
    await seller.page.getByLabel('名稱').fill(print)
    await seller.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await photo(30))
    await seller.page.getByLabel('價格').fill('280')
    await seller.page.getByLabel('庫存').fill('2')
    await seller.page.getByRole('button', { name: '上架', exact: true }).click()
    await expect(seller.page.getByText(`《${print}》已經上架`)).toBeVisible({ timeout: 20_000 })
    await goes(seller.page, '/creator/products')
    await expect(seller.page.getByRole('link', { name: print })).toBeVisible()
  })

  await test.step('and a file to download', async () => {
    await goes(seller.page, '/creator/products/new')
    await seller.page.getByText('數位商品', { exact: true }).click()
    await seller.page.getByLabel('名稱').fill(notes)
    await seller.page
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles({ name: '筆記.txt', mimeType: 'text/plain', buffer: Buffer.from('第三週：月亮掉了。\n') })
    await seller.page.getByLabel('價格').fill('30')
    await seller.page.getByRole('button', { name: '上架', exact: true }).click()
    await expect(seller.page.getByText(`《${notes}》已經上架`)).toBeVisible({ timeout: 20_000 })
  })

  await test.step('a fan registers, comes in, and finds the print in the shop', async () => {
    await goes(fan.page, '/auth/register')
    await fan.page.getByLabel('暱稱').fill('小海')
    await fan.page.getByLabel('使用者名稱').fill(name)
    await fan.page.getByLabel('電子信箱').fill(`${name}@stagedoor.example`)
    await fan.page.getByLabel(/^密碼/).fill('correct horse battery')
    await fan.page.getByLabel(/^年/).fill('1994')
    await fan.page.getByLabel(/^月/).fill('6')
    await fan.page.getByLabel(/^日/).fill('21')
    await fan.page.getByRole('checkbox').check()
    await fan.page.getByRole('button', { name: '建立帳號' }).click()
    await fan.page.waitForURL(/\/home/)
    await isAlive(fan.page)
    await entersTheDoor(fan)
    await goes(fan.page, '/shop?type=physical')
    await fan.page.getByRole('link', { name: print }).click()
    await expect(fan.page.getByText('只剩2件')).toBeVisible()
  })

  const form = await seller.context.newPage()
  await test.step('the seller opens the print’s form, and is called away', async () => {
    await goes(form, '/creator/products')
    await form.getByRole('link', { name: print }).click()
    await expect(form.getByLabel('庫存')).toHaveValue('2')
  })

  const sheet = fan.page.getByRole('dialog')
  await test.step('they write an address where they buy, and too few tokens are topped up on the way', async () => {
    await fan.page.getByRole('button', { name: '購買280代幣' }).last().click()
    await sheet.getByLabel('收件人').fill('林小海')
    await sheet.getByLabel('郵遞區號').fill('100')
    await sheet.getByLabel('縣市').fill('臺北市')
    await sheet.getByLabel('街道地址').fill('潮間巷7弄3號')
    await sheet.getByRole('button', { name: '儲存地址' }).click()
    await expect(sheet.getByRole('radio', { name: /林小海/ })).toBeChecked()
    await sheet.getByLabel('給賣家的話').fill('請平放')
    await expect(sheet.getByText('還差280代幣')).toBeVisible()
    await sheet.getByText(/315代幣/).click()
    await sheet.getByRole('button', { name: /付.+並購買/ }).click()
    await fan.page.waitForURL(/\/checkout\/sandbox\//)
    await isAlive(fan.page)
    await fan.page
      .getByRole('button', { name: /付款|付US/ })
      .first()
      .click()
    await fan.page.waitForURL(/\/orders\/[0-9a-f-]{36}$/, { timeout: 30_000 })
    await expect(fan.page.getByRole('heading', { name: '等賣家接單', exact: true })).toBeVisible()
    await expect(fan.page.getByText('潮間巷7弄3號')).toBeVisible()
  })

  await test.step('back at the form, a new number is told that a piece was sold, and the sold piece does not come back', async () => {
    const shelf = async () => {
      const { data } = (await (
        await form.request.get(`/api/performer/performer-assets/products/search?q=${encodeURIComponent(print)}`)
      ).json()) as {
        data: { data: { stock: number }[] }
      }
      return data.data[0]?.stock
    }
    await form.getByLabel('說明', { exact: true }).fill('兩色，簽名版')
    await form.getByLabel('庫存').fill('6')
    await form.getByRole('button', { name: '儲存', exact: true }).click()
    await expect(form.getByText('編輯期間庫存變了，現在是1件。請確認數量，再儲存一次。')).toBeVisible()
    expect(await shelf()).toBe(1)
    await form.getByLabel('庫存').fill('1')
    await form.getByRole('button', { name: '儲存', exact: true }).click()
    await expect(form.getByText('已儲存變更')).toBeVisible()
    expect(await shelf()).toBe(1)
    await form.close()
  })

  await test.step('the seller sees the order and accepts it; the buyer’s page says so by itself', async () => {
    await goes(seller.page, '/creator/orders?status=created')
    const row = seller.page.getByRole('row').filter({ hasText: print })
    await row.getByRole('checkbox').check()
    await seller.page.getByRole('button', { name: '接單（1）' }).click()
    await expect(seller.page.getByText('已接1筆訂單')).toBeVisible()
    await expect(fan.page.getByRole('heading', { name: '賣家正在備貨' })).toBeVisible()
  })

  await test.step('sends it, with a code that the buyer reads', async () => {
    await goes(seller.page, '/creator/orders')
    await seller.page.getByRole('link', { name: print }).click()
    await expect(seller.page.getByText('請平放')).toBeVisible()
    await seller.page.getByRole('button', { name: '寄出商品' }).click()
    const parcel = seller.page.getByRole('dialog')
    await parcel.getByLabel('物流公司').fill('中華郵政')
    await parcel.getByLabel('追蹤碼').fill('RR 000 111 TW')
    await parcel.getByRole('button', { name: '寄出商品' }).click()
    await expect(fan.page.getByText('RR 000 111 TW')).toBeVisible()
  })

  await test.step('the fan has it; only now the money is the seller’s', async () => {
    await goes(seller.page, '/creator/earnings')
    await expect(seller.page.getByText(print)).toBeHidden()
    await fan.page.getByRole('button', { name: '我收到了' }).click()
    await fan.page.getByRole('alertdialog').getByRole('button', { name: '我收到了' }).click()
    await expect(fan.page.getByRole('heading', { name: '訂單完成' })).toBeVisible()
    await goes(seller.page, '/creator/earnings')
    await expect(seller.page.getByText(print).first()).toBeVisible()
  })

  await test.step('a file is bought at once and downloaded', async () => {
    await goes(fan.page, '/shop?type=digital')
    await fan.page.getByRole('link', { name: notes }).click()
    await fan.page.getByRole('button', { name: '購買30代幣' }).last().click()
    await sheet.getByRole('button', { name: '購買30代幣' }).click()
    await fan.page.waitForURL(/\/orders\/[0-9a-f-]{36}$/)
    const [file] = await Promise.all([fan.page.waitForEvent('download'), fan.page.getByRole('button', { name: '下載檔案' }).click()])
    expect(file.suggestedFilename()).toBe('筆記.txt')
    expect(await readFile(await file.path(), 'utf8')).toBe('第三週：月亮掉了。\n')
    await expect(fan.page.getByText('今天還可以下載4次')).toBeVisible()
  })

  await test.step('the office gives the money back: the order says so, and the file is no longer to be had', async () => {
    await passedTheDoor(office)
    await signsIn(office, 'admin@stagedoor.example')
    await givesBack(office, name, notes)
    await expect(fan.page.getByRole('heading', { name: '訂單已退款' })).toBeVisible()
    await expect(fan.page.getByRole('button', { name: '下載檔案' })).toHaveCount(0)
    await goes(fan.page, '/shop?type=digital')
    await fan.page.getByRole('link', { name: notes }).click()
    await expect(fan.page.getByRole('button', { name: '購買30代幣' }).last()).toBeVisible()
  })

  for (const person of [seller, fan, office]) expect(person.complaints).toEqual([])
})

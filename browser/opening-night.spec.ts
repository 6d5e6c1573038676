// The main job in real browsers, with two people at once: a creator publishes a locked photo while a fan is in the house; the fan
// tops up, unlocks, tips and subscribes; the creator watches the money arrive; the office gives it back.
import { expect, test } from '@playwright/test'
import { comes, entersTheDoor, givesBack, goes, isAlive, passedTheDoor, photo, signsIn, signsInByForm } from './people.ts'

test('opening night, with a creator, a fan and the office at once', async ({ browser }) => {
  test.setTimeout(120_000)
  const creator = await comes(browser)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const office = await comes(browser)
  const title = `零點以後的燈${Date.now().toString(36)}`
  const name = `mei${Date.now().toString(36)}`

  await test.step('the creator signs in, passes the age gate and publishes a locked photo', async () => {
    await signsInByForm(creator, 'creator@stagedoor.example')
    // A performer lands on their own page (specification section 2).
    await expect(creator.page).toHaveURL(/\/papertheatre$/)
    await goes(creator.page, '/creator/publish')
    await entersTheDoor(creator)
    await creator.page.getByLabel('內文').fill(title)
    await creator.page.locator('input[type=file][multiple]').setInputFiles([await photo(200), await photo(20)])
    await creator.page.getByText('單件解鎖', { exact: true }).click()
    await creator.page.getByLabel('解鎖價格').fill('120')
    await expect(creator.page.getByText('每賣出一件，你會收到US$9.60')).toBeVisible()
    // A busy machine may still be sending: until then a press only says so.
    await expect(creator.page.getByText('2張，拖曳排序')).toBeVisible()
    await expect(creator.page.getByText(/^還在上傳/)).toHaveCount(0)
    await creator.page.getByRole('button', { name: '發表', exact: true }).click()
    await expect(creator.page.getByRole('heading', { level: 1, name: '幕開了。' })).toBeVisible()
  })

  await test.step('a fan registers and comes in', async () => {
    await goes(fan.page, '/auth/register')
    await fan.page.getByLabel('暱稱').fill('小梅')
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
  })

  const card = fan.page.getByRole('article').filter({ hasText: title })
  await test.step('they meet the photo locked, and not a byte of it is in the page', async () => {
    await goes(fan.page, '/papertheatre?view=list')
    await expect(card.getByText('2張照片')).toBeVisible()
    expect(
      await card
        .locator('img[src*="/media/"]')
        .evaluateAll((images) =>
          images.map((image) => (image as HTMLImageElement).src).filter((src) => src.includes('large') || src.includes('thumbnail')),
        ),
    ).toEqual([])
    await card.getByRole('button', { name: '解鎖120代幣' }).click()
  })

  await test.step('too few tokens: the same sheet tops up, the checkout asks for 3-D Secure, and the purchase is finished on return', async () => {
    const sheet = fan.page.getByRole('dialog')
    await expect(sheet.getByText('還差120代幣')).toBeVisible()
    await sheet.getByText(/315代幣/).click()
    await sheet.getByRole('button', { name: /付.+並解鎖/ }).click()
    await fan.page.waitForURL(/\/checkout\/sandbox\//)
    await isAlive(fan.page)
    await fan.page.getByText('需要3-D Secure驗證的卡').click()
    await fan.page.getByRole('button', { name: /^付US/ }).first().click()
    await fan.page.getByRole('button', { name: '是我，確認付款' }).click()
    await expect(fan.page.getByText(/解鎖完成/)).toBeVisible({ timeout: 30_000 })
    await expect(fan.page.locator('img[src*="/large"], img[src*="/thumbnail"]').first()).toBeVisible()
  })

  await test.step('they tip and subscribe', async () => {
    await goes(fan.page, '/papertheatre')
    await fan.page.getByRole('button', { name: '紙上劇場的選單' }).first().click()
    await fan.page.getByRole('menuitem', { name: '打賞' }).click()
    const sheet = fan.page.getByRole('dialog')
    await sheet.getByText('50', { exact: true }).first().click()
    await sheet.getByRole('button', { name: /打賞50代幣/ }).click()
    await expect(fan.page.getByText(/已打賞/)).toBeVisible()
    await goes(fan.page, '/papertheatre')
    await fan.page.getByRole('button', { name: '開始1天免費試訂' }).click()
    await fan.page.getByRole('dialog').getByText('按月').first().click()
    await fan.page.getByRole('dialog').getByText('錢包代幣').click()
    await fan.page
      .getByRole('dialog')
      .getByRole('button', { name: /^訂閱US/ })
      .click()
    await expect(fan.page.getByText('已訂閱紙上劇場')).toBeVisible()
  })

  await test.step('the creator sees the money without reloading', async () => {
    await goes(creator.page, '/creator/earnings')
    await expect(creator.page.getByText(title).first()).toBeVisible()
    await goes(fan.page, '/papertheatre')
    await fan.page.getByRole('button', { name: '打賞' }).first().click()
    const sheet = fan.page.getByRole('dialog')
    const table = creator.page.getByRole('main')
    const before = await table.getByText(`@${name}`).count()
    await sheet.getByText('50', { exact: true }).first().click()
    await sheet.getByRole('button', { name: /打賞50代幣/ }).click()
    await expect(fan.page.getByText(/已打賞/)).toBeVisible()
    await expect.poll(() => table.getByText(`@${name}`).count()).toBeGreaterThan(before)
  })

  await test.step('the office gives back what the photo cost: it is locked again', async () => {
    await passedTheDoor(office)
    await signsIn(office, 'admin@stagedoor.example')
    await givesBack(office, name, title)
    await goes(fan.page, '/papertheatre?view=list')
    await expect(card.getByRole('button', { name: '解鎖120代幣' })).toBeVisible()
    await expect(card.locator('img[src*="/large"], img[src*="/thumbnail"]')).toHaveCount(0)
  })

  for (const person of [creator, fan, office]) expect(person.complaints).toEqual([])
})

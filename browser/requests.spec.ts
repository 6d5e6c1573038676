// Something made for one fan, from asking to opening it; the fan on a phone, the creator at a desk, both screens open all the time.
import { expect, type Page, test } from '@playwright/test'
import { comes, goes, passedTheDoor, photo, signsIn } from './people.ts'
import { asks, couple, isClean, lines, mine } from './talking.ts'

async function looks(page: Page, name: string) {
  if (process.env['BROWSER_LOOKS']) await page.screenshot({ path: `${process.env['BROWSER_LOOKS']}/${name}.png` })
}

test('a fan asks, the creator quotes, the tokens are held, and what was made is the fan’s when it arrives', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser, { phone: true })
  await asks(lan.page, 'put', '/performers/me', { takesRequests: true, requestMinimum: 20 })
  await goes(lan.page, address)
  await goes(fan.page, address)
  const own = lines(fan.page).getByRole('article', { name: '你的委託' })
  const theirs = lines(lan.page).getByRole('article', { name: '小滿的委託' })
  const before = (await mine(fan.page)).balance

  await test.step('asked from the composer: below the least it says so, beside the field', async () => {
    // One button on a phone, so that the words have the room; by keyboard too.
    await expect(fan.page.getByRole('button', { name: /^委託/ })).toBeHidden()
    const words = await fan.page.getByRole('textbox', { name: /^寫給/ }).boundingBox()
    expect(words?.width).toBeGreaterThan(250)
    await fan.page.getByRole('button', { name: '附件和更多' }).press('Enter')
    await expect(fan.page.getByRole('menuitem')).toHaveText(['加入照片、影片或聲音', /^打賞/, /^委託/])
    await fan.page.getByRole('menuitem', { name: /^委託/ }).press('Enter')
    const sheet = fan.page.getByRole('dialog')
    await sheet.getByLabel('你想要什麼？').fill('一張寫著我名字的紙月亮')
    await sheet.getByLabel(/^預算/).fill('5')
    await sheet.getByRole('button', { name: '送出委託' }).click()
    await expect(sheet.getByLabel(/^預算/)).toHaveAccessibleDescription(/20/)
    await isClean(fan.page)
    await sheet.getByLabel(/^預算/).fill('40')
    await sheet.getByRole('button', { name: '送出委託' }).click()
    await expect(sheet).toBeHidden()
    await expect(own).toContainText('等待報價')
    await expect(theirs).toContainText('一張寫著我名字的紙月亮')
  })

  await test.step('quoted, and the fan’s screen says it without a reload', async () => {
    await theirs.getByRole('button', { name: '報價' }).click()
    const sheet = lan.page.getByRole('dialog')
    await sheet.getByLabel('價格').fill('60')
    await sheet.getByLabel('需要幾天').fill('3')
    await sheet.getByLabel(/^說明/).fill('手剪，附一張陰影')
    await sheet.getByRole('button', { name: '送出報價' }).click()
    await expect(own).toContainText('手剪，附一張陰影')
    await isClean(lan.page)
  })

  await test.step('accepted with open eyes: the tokens are gone from the fan and not yet the creator’s', async () => {
    await own.getByRole('button', { name: '以60代幣接受' }).click()
    const dialog = fan.page.getByRole('alertdialog')
    await expect(dialog).toContainText('代幣全數退回給你')
    await dialog.getByRole('button', { name: '接受並保管' }).click()
    await expect(own).toContainText('製作中')
    expect((await mine(fan.page)).balance).toBe(before - 60)
    await expect(theirs).toContainText('保管中')
  })

  await test.step('delivered by a photo, which opens for the fan at once', async () => {
    await theirs.getByRole('button', { name: '交件' }).click()
    await expect(lan.page.getByText('交件給小滿')).toBeVisible()
    await lan.page
      .locator('input[type=file]')
      .first()
      .setInputFiles([await photo(48)])
    await lan.page.getByRole('button', { name: /^送出/ }).click()
    await expect(own).toContainText('已送達')
    await expect(theirs).toContainText('已付')
    await expect(
      lines(fan.page)
        .getByRole('button', { name: /^第1張/ })
        .last(),
    ).toBeVisible()
    expect((await mine(fan.page)).balance).toBe(before - 60)
    await isClean(fan.page)
    await isClean(lan.page)
  })

  await test.step('each side finds it among those that were delivered', async () => {
    await goes(fan.page, '/requests?show=delivered')
    await expect(fan.page.getByText('一張寫著我名字的紙月亮')).toBeVisible()
    await goes(lan.page, '/creator/requests?show=delivered')
    await expect(lan.page.getByText('一張寫著我名字的紙月亮')).toBeVisible()
  })
  await asks(lan.page, 'put', '/performers/me', { takesRequests: false })
  await test.step('it is not what was agreed: the fan says so, staff compare and give it back, and it locks again', async () => {
    const office = await comes(browser)
    await signsIn(office, 'admin@stagedoor.example')
    await passedTheDoor(office)
    await goes(fan.page, address)
    await own.getByRole('button', { name: '和說好的不一樣' }).click()
    const sheet = fan.page.getByRole('dialog')
    await sheet.getByRole('button', { name: '送出檢舉' }).click()
    await expect(sheet.getByText('請說明發生了什麼事。')).toBeVisible()
    await sheet.getByRole('textbox', { name: /補充說明/ }).fill('說好手剪，收到的是列印的。')
    await isClean(fan.page)
    await looks(fan.page, 'objection')
    await sheet.getByRole('button', { name: '送出檢舉' }).click()
    await expect(sheet.getByText('收到你的檢舉了')).toBeVisible()
    const number = (await sheet.getByText(/^R-\d{4}-/).textContent()) ?? ''

    await goes(office.page, `/admin/reports?q=${number}`)
    await office.page.getByRole('table').getByRole('link').first().click()
    for (const said of ['一張寫著我名字的紙月亮', '40代幣', '60代幣，3天', '手剪，附一張陰影', '說好手剪，收到的是列印的。'])
      await expect(office.page.getByRole('main').getByText(said)).toBeVisible()
    await expect(office.page.getByRole('main')).not.toContainText(/[a-z]+\.[a-z]+\.[a-z]+/)
    await isClean(office.page)
    await looks(office.page, 'objection-case')
    await office.page.keyboard.press('r')
    const deciding = office.page.getByRole('dialog')
    await expect(deciding).toContainText('60代幣會退回付款人的錢包')
    await deciding.getByRole('textbox').fill('說好的是手剪。')
    await deciding.getByRole('button', { name: '退款並結案' }).click()
    await expect(deciding).toBeHidden()
    await expect(office.page.getByText('已退款').first()).toBeVisible()
    await expect(office.page.getByText('代幣已退回。')).toBeVisible()
    await looks(office.page, 'objection-decided')

    await goes(fan.page, address)
    await expect(own).toContainText('已退回')
    expect((await mine(fan.page)).balance).toBe(before)
    await goes(fan.page, '/settings/reports')
    await fan.page.getByRole('link', { name: '委託 · 和說好的不一樣' }).click()
    await expect(fan.page.getByText('我們退回了代幣')).toBeVisible()
    await isClean(fan.page)
    await looks(fan.page, 'objection-mine')
    expect(office.complaints).toEqual([])
  })
  expect([...fan.complaints, ...lan.complaints]).toEqual([])
})

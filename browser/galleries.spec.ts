// A gallery in real browsers, with two people at once: a creator puts it together while photos go up, a fan meets it locked on a phone,
// unlocks it, looks at it large, and a photo that joins later opens for them too; the office gives the money back, and it is locked again.
import { expect, type Page, test } from '@playwright/test'
import { violationsOn, wcag } from './axe.ts'
import { comes, givesBack, goes, passedTheDoor, photo, signsIn } from './people.ts'

test('a gallery is put together, unlocked and looked at, with a creator, a fan and the office at once', async ({ browser }) => {
  test.setTimeout(120_000)
  const creator = await comes(browser)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const office = await comes(browser)
  for (const person of [creator, fan, office]) await passedTheDoor(person)
  await signsIn(creator, 'creator@stagedoor.example')
  await signsIn(fan, 'fan@stagedoor.example')
  await signsIn(office, 'admin@stagedoor.example')
  const title = `後臺的燈${Date.now().toString(36)}`

  await test.step('the creator drops photos, moves between pages while they go up, and finds them again', async () => {
    await goes(creator.page, '/creator/galleries')
    await creator.page.getByRole('link', { name: '建立相簿' }).first().click()
    await creator.page.getByLabel('標題', { exact: true }).fill(title)
    await creator.page
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles([await photo(200), await photo(20), await photo(120)])
    await creator.page.getByRole('link', { name: '相簿', exact: true }).first().click()
    await expect(creator.page.getByRole('heading', { level: 1, name: '相簿' })).toBeVisible()
    await creator.page.getByRole('link', { name: '建立相簿' }).first().click()
    await expect(creator.page.getByLabel('標題', { exact: true })).toHaveValue(title)
    await expect(creator.page.locator('[data-upload]')).toHaveCount(3)
  })

  await test.step('a price that is missing is told at its field; photos are moved by keys; one becomes the cover', async () => {
    await creator.page.getByText('單件解鎖', { exact: true }).click()
    await creator.page.getByRole('button', { name: '發表', exact: true }).click()
    await expect(creator.page.getByText('請填價格。')).toBeVisible()
    await creator.page.getByLabel('解鎖價格').fill('90')
    await expect(creator.page.getByText('每賣出一件，你會收到US$7.20')).toBeVisible()
    const tiles = creator.page.locator('[data-upload]')
    await tiles
      .nth(2)
      .getByRole('button', { name: /photo-120/ })
      .first()
      .focus()
    await tiles
      .nth(2)
      .getByRole('button', { name: /拖曳|移動/ })
      .focus()
    await creator.page.keyboard.press('ArrowLeft')
    await expect(tiles.nth(1).getByRole('img')).toHaveAttribute('alt', 'photo-120.jpg')
    await tiles.nth(1).getByRole('button', { name: 'photo-120.jpg', exact: true }).click()
    const sheet = creator.page.getByRole('dialog')
    await sheet.getByLabel('標題').fill('最後一盞')
    await sheet.getByRole('button', { name: '設為封面' }).click()
    await sheet.getByRole('button', { name: '完成' }).click()
    await expect(tiles.nth(1).getByText('封面')).toBeVisible()
    await creator.page.getByRole('button', { name: '發表', exact: true }).click()
    await expect(creator.page.getByText(`《${title}》已經公開`)).toBeVisible()
    await creator.page.getByRole('link', { name: '相簿', exact: true }).first().click()
    await expect(creator.page.getByRole('row', { name: new RegExp(title) })).toContainText('90代幣')
  })

  await test.step('a fan meets it locked among the galleries, and not a byte of it is in the page', async () => {
    await goes(fan.page, '/galleries')
    await fan.page.getByRole('link', { name: title }).click()
    await expect(fan.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(fan.page.getByText('3張照片').first()).toBeVisible()
    const wall = fan.page.getByRole('region', { name: '相簿裡的照片' })
    // The plate, and its three photos in a row below.
    await expect(wall.locator('img')).toHaveCount(4)
    await expect(wall.locator('img[src*="/media/"]')).toHaveCount(0)
    expect(await barriers(fan.page)).toEqual([])
    await fan.page.getByRole('button', { name: '解鎖90代幣' }).click()
    await fan.page.getByRole('dialog').getByRole('button', { name: '解鎖90代幣' }).click()
    await expect(fan.page.getByText(/解鎖完成/)).toBeVisible()
    await expect(fan.page.getByRole('list', { name: '相簿裡的照片' }).getByRole('button')).toHaveCount(3)
  })

  await test.step('it opens large: keys lead from one to the next, Esc back to the wall', async () => {
    expect(await barriers(fan.page)).toEqual([])
    await fan.page.getByRole('button', { name: '第1張照片' }).click()
    const viewer = fan.page.getByRole('dialog', { name: '相簿裡的照片' })
    await expect(viewer.getByText('1 / 3')).toBeVisible()
    await fan.page.keyboard.press('ArrowRight')
    await expect(viewer.getByText('2 / 3')).toBeVisible()
    await expect(viewer.getByText('最後一盞')).toBeVisible()
    await fan.page.keyboard.press('Escape')
    await expect(viewer).toBeHidden()
    await expect(fan.page.getByRole('button', { name: '第1張照片' })).toBeFocused()
  })

  await test.step('a photo that joins after the sale opens for whoever bought it; those that were sold stay', async () => {
    await creator.page
      .getByRole('row', { name: new RegExp(title) })
      .getByRole('link')
      .click()
    await expect(creator.page.locator('[data-upload]')).toHaveCount(3)
    await creator.page.getByRole('button', { name: /^移除/ }).first().click()
    await expect(
      creator.page.getByRole('status').getByText('已經有人買下這本相簿').or(creator.page.getByText('已經有人買下這本相簿')).first(),
    ).toBeVisible()
    await expect(creator.page.locator('[data-upload]')).toHaveCount(3)
    await creator.page
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles([await photo(300)])
    await expect(creator.page.locator('[data-upload]')).toHaveCount(4)
    await expect(creator.page.getByRole('progressbar')).toHaveCount(0)
    await creator.page.getByRole('button', { name: '儲存變更' }).click()
    await creator.page.waitForURL(/\/creator\/galleries$/)
    await fan.page.reload()
    await expect(fan.page.getByRole('list', { name: '相簿裡的照片' }).getByRole('button')).toHaveCount(4)
  })

  await test.step('the office gives the money back: it is locked again, and not a photo is left in the page', async () => {
    await givesBack(office, 'xiaoman', title)
    await fan.page.reload()
    await expect(fan.page.getByRole('button', { name: '解鎖90代幣' })).toBeVisible()
    await expect(fan.page.getByRole('region', { name: '相簿裡的照片' }).locator('img[src*="/media/"]')).toHaveCount(0)
  })

  for (const person of [creator, fan, office]) expect(person.complaints).toEqual([])
})

/** What a machine that checks accessibility finds. */
async function barriers(page: Page): Promise<string[]> {
  const violations = await violationsOn(page, wcag)
  return violations.map(({ id, nodes }) => `${id} ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

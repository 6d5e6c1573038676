// With a finger on a line, and with a mouse.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { goes } from './people.ts'
import { asks, couple, lines } from './talking.ts'

/** A finger that comes down and stays until the menu is there, and then leaves: with all that a browser makes of it. */
async function holds(page: Page, line: Locator, until: () => Promise<void>): Promise<void> {
  const box = (await line.boundingBox())!
  const touch = await page.context().newCDPSession(page)
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await until()
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await touch.detach()
}

test('a finger that stays on a line opens its menu, which stays when the finger leaves', async ({ browser }) => {
  const { fan, lan, id, address } = await couple(browser, { phone: true })
  await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '今晚再掛一次月亮' })
  await asks(fan.page, 'post', `/messages/conversations/${id}`, { text: '我會在' })
  const { page } = fan
  await goes(page, address)
  const menu = page.getByRole('menu')
  const opens = () => expect(menu).toBeVisible()

  await holds(page, lines(page).getByText('今晚再掛一次月亮'), opens)
  await expect(menu.getByRole('menuitem')).toHaveText(['回覆', '複製文字', '檢舉'])
  await menu.getByRole('menuitem', { name: '回覆' }).tap()
  await expect(menu).toBeHidden()
  await expect(page.getByRole('button', { name: '取消回覆' })).toBeVisible()
  await page.getByRole('button', { name: '取消回覆' }).tap()

  await holds(page, lines(page).getByText('我會在'), opens)
  await expect(menu.getByRole('menuitem')).toHaveText(['回覆', '複製文字', '編輯', '刪除'])
  // A tap elsewhere closes it, and the next one opens it again.
  await page.touchscreen.tap(200, 60)
  await expect(menu).toBeHidden()
  await holds(page, lines(page).getByText('我會在'), opens)
  await menu.getByRole('menuitem', { name: '編輯' }).tap()
  await expect(page.getByRole('textbox', { name: /^寫給/ })).toHaveValue('我會在')

  await test.step('a mouse marks words, as before', async () => {
    await goes(lan.page, address)
    const line = lines(lan.page).getByText('我會在')
    const box = (await line.boundingBox())!
    await lan.page.mouse.move(box.x + 2, box.y + box.height / 2)
    await lan.page.mouse.down()
    await lan.page.mouse.move(box.x + box.width + 2, box.y + box.height / 2, { steps: 5 })
    await lan.page.mouse.up()
    expect(await lan.page.evaluate(() => getSelection()?.toString())).toContain('會在')
    await expect(lan.page.getByRole('menu')).toHaveCount(0)
  })
  for (const { complaints } of [fan, lan]) expect(complaints).toEqual([])
})

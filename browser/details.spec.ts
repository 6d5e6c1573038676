// Small things that nobody asks for and everybody notices: where the works begin, where the focus goes, the way up, no written zero.
import { expect, test } from '@playwright/test'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'

test('on a phone a profile shows its first work at or above 540 px, to who subscribes 560; a gift is in its menu', async ({ browser }) => {
  const [stranger, fan] = [await comes(browser, { phone: true }), await comes(browser, { phone: true, theme: 'dark' })]
  await passedTheDoor(stranger)
  await passedTheDoor(fan)
  await signsIn(fan, 'fan@stagedoor.example')
  for (const [{ page }, most] of [
    [stranger, 540],
    [fan, 560],
  ] as const) {
    await goes(page, '/papertheatre')
    const work = await page.getByRole('region', { name: '作品' }).getByRole('listitem').first().boundingBox()
    expect(work!.y).toBeLessThanOrEqual(most)
  }
  await fan.page
    .getByRole('button', { name: /紙上劇場.*選單|更多/ })
    .first()
    .click()
  await fan.page.getByRole('menuitem', { name: '送訂閱給朋友' }).click()
  await expect(fan.page.getByRole('dialog')).toBeVisible()
  expect([...stranger.complaints, ...fan.complaints]).toEqual([])
})

test('after a comment one can go on writing; a reply, an edit and a picture give the focus back to what opened them', async ({
  browser,
}) => {
  const fan = await comes(browser)
  const { page } = fan
  await joins(fan, '阿南')
  const feeds = (await (await page.request.get('/api/user/feeds?scope=all&limit=50')).json()) as {
    data: { data: { _id: string; canView: boolean; type: string; isSale: string }[] }
  }
  const open = feeds.data.data.find(({ canView, type, isSale }) => canView && type === 'photo' && isSale === 'free')
  await goes(page, `/posts/${open?._id}`)
  const picture = page.locator('article button.cursor-zoom-in').first()
  await picture.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picture).toBeFocused()

  const field = page.getByRole('textbox', { name: '留言' })
  await field.fill('燈很安靜。')
  await page.getByRole('button', { name: '送出' }).click()
  const own = page.getByRole('listitem').filter({ hasText: '燈很安靜。' }).first()
  await expect(own).toBeVisible()
  await expect(field).toBeFocused()
  const reply = own.getByRole('button', { name: '回覆', exact: true })
  await reply.click()
  await expect(own.getByRole('textbox', { name: '回覆' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(reply).toBeFocused()
  const menu = own.getByRole('button', { name: /的留言選單/ })
  await menu.click()
  await page.getByRole('menuitem', { name: '編輯' }).click()
  await expect(own.getByRole('textbox', { name: '編輯' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  expect(fan.complaints).toEqual([])
})

test('what is not there says so in its title, and leads to creators; a page below another shows the way up', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await passedTheDoor(fan)
  await signsIn(fan, 'fan@stagedoor.example')
  await goes(page, '/wallet/cards')
  await page.getByRole('main').getByRole('link', { name: '錢包', exact: true }).click()
  await page.waitForURL(/\/wallet$/)
  await page.goto('/nobody.at.all')
  await expect(page).toHaveTitle('燈打好了，人不在這裡。 · Stagedoor')
  await expect(page.getByRole('heading', { level: 1, name: '燈打好了，人不在這裡。' })).toBeVisible()
  await page.getByRole('link', { name: '找創作者' }).click()
  await page.waitForURL(/\/explore$/)
})

test('a counter of zero is not written, and what is for nobody’s eyes still says its name', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await passedTheDoor(fan)
  await signsIn(fan, 'fan@stagedoor.example')
  const feeds = (await (await page.request.get('/api/user/feeds?scope=all&limit=50')).json()) as {
    data: { data: { _id: string; totalLike: number; totalComment: number }[] }
  }
  const quiet = feeds.data.data.find(({ totalLike, totalComment }) => totalLike === 0 && totalComment === 0)
  expect(quiet, 'something that nobody has liked yet').toBeDefined()
  await goes(page, `/posts/${quiet?._id}`)
  const card = page.getByRole('main').getByRole('article').first()
  const like = card.getByRole('button', { name: /^喜歡/ })
  await expect(like).toHaveText('')
  await expect(card.getByRole('link', { name: /留言/ })).toHaveText('')
})

test('a row of a table that lights up leads to what it is about, wherever it is pressed; its own buttons keep their press', async ({
  browser,
}) => {
  const creator = await comes(browser)
  const { page } = creator
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  await goes(page, '/creator/posts')
  const row = page
    .getByRole('row')
    .filter({ has: page.locator('a[data-row]') })
    .first()
  const to = await row.locator('a[data-row]').getAttribute('href')
  await row.getByRole('checkbox').click()
  await expect(page).toHaveURL(/\/creator\/posts$/)
  await row
    .getByRole('cell')
    .last()
    .click({ position: { x: 4, y: 4 } })
  await page.waitForURL(`**${to}`)
  expect(creator.complaints).toEqual([])
})

test('what was saved says so, what was not says why and stays typed, and an address that was copied is said to be', async ({ browser }) => {
  const fan = await comes(browser)
  const { page, context } = fan
  await joins(fan, '阿南')
  await goes(page, '/settings')
  const bio = page.getByLabel('自我介紹')
  await bio.fill('晚上才醒。')
  await page.route('**/api/users', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' }))
  await page.getByRole('button', { name: '儲存變更' }).click()
  await expect(page.getByText('發生錯誤，請稍後再試')).toBeVisible()
  await expect(bio).toHaveValue('晚上才醒。')
  await page.unroute('**/api/users')
  await page.getByRole('button', { name: '儲存變更' }).click()
  await expect(page.getByText('已儲存變更')).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await goes(page, '/papertheatre')
  await page.getByRole('button', { name: /選單/ }).first().click()
  await page.getByRole('menuitem', { name: '分享連結' }).click()
  await expect(page.getByText('已複製')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/papertheatre$/)
  expect(fan.complaints.filter((each) => !/status of 502/.test(each))).toEqual([])
})

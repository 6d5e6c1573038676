// A phone's own Back closes what is open above the page, the topmost first, and leaves the page only then.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { backOf, comes, goes, joins, passedTheDoor, signsIn } from './people.ts'
import { asks } from './talking.ts'

/** Opens it, presses Back: it is gone, and the page still there. */
async function closesByBack(page: Page, back: () => Promise<void>, opens: () => Promise<void>, opened: Locator): Promise<void> {
  const { href } = new URL(page.url())
  // Once more: who heard one press hears the next.
  for (const _twice of [1, 2]) {
    await opens()
    await expect(opened).toBeVisible()
    await back()
    await expect(opened).toBeHidden()
    expect(page.url()).toBe(href)
  }
}

test('a fan’s phone: Back closes a post’s menu and its pictures, then leaves the post', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  const back = await backOf(page)
  await joins(fan, '小葉')
  const { data } = (await asks(page, 'get', '/user/feeds/search/papertheatre?limit=50')) as {
    data: { _id: string; type: string; isSale: string }[]
  }
  const post = data.find(({ type, isSale }) => type === 'photo' && isSale === 'free')
  await goes(page, '/home')
  await goes(page, `/posts/${post?._id}`)

  const menu = page.getByRole('button', { name: /的作品選單$/ }).first()
  await closesByBack(page, back, () => menu.click(), page.getByRole('menu'))
  const picture = page
    .getByRole('main')
    .getByRole('button', { name: /第1張$/ })
    .first()
  await closesByBack(page, back, () => picture.click(), page.getByRole('dialog'))
  // A way to close them of their own is one, too: then Back hears nothing of them any more.
  await picture.click()
  await page.getByRole('dialog').getByRole('button', { name: '關閉' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await back()
  await expect(page).toHaveURL('/home')
  expect(fan.complaints).toEqual([])
})

test('a creator’s phone: Back closes the drawer of the studio, and a list of choices before the sheet that it stands in', async ({
  browser,
}) => {
  const creator = await comes(browser, { phone: true })
  const { page } = creator
  const back = await backOf(page)
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  await goes(page, '/creator')
  const drawer = page.getByRole('dialog', { name: '主選單' })
  await closesByBack(page, back, () => page.getByRole('button', { name: '主選單' }).click(), drawer)

  await goes(page, '/settings/notifications')
  const letters = page.getByRole('combobox').first()
  await closesByBack(page, back, () => letters.click(), page.getByRole('listbox'))

  await goes(page, '/creator/account')
  const country = page.getByRole('combobox', { name: /國家/ }).first()
  await closesByBack(page, back, () => country.click(), page.getByRole('listbox'))
  expect(creator.complaints).toEqual([])
})

// What somebody unlocked hangs on a wall: rows of one height, every picture whole in its own shape, under the month in which it became
// theirs. No picture larger than its place is asked for, keys reach all of it, and Back finds it as it was left.
import { expect, test } from '@playwright/test'
import { comes, goes, isAlive, passedTheDoor, signsIn } from './people.ts'

test('the wall hangs in rows of one height, each picture whole, and asks for none that is larger than its place', async ({ browser }) => {
  const fan = await comes(browser)
  const { page } = fan
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  const asked: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/media/')) asked.push(new URL(request.url()).pathname)
  })
  const { data } = (await (await page.request.get('/api/user/bought?limit=50')).json()) as { data: { data: unknown[] } }
  await goes(page, '/unlocked')
  const tiles = page.getByRole('main').getByRole('article')
  await expect(tiles).toHaveCount(data.data.length)
  await expect(page.getByRole('heading', { level: 2, name: /^(十[一二]?|[一二三四五六七八九])月/ }).first()).toContainText('月')
  const boxes = await page
    .getByRole('main')
    .locator('[data-picture]:has(img)')
    .evaluateAll((all) =>
      all.map((each) => {
        const { top, width, height } = each.getBoundingClientRect()
        const { width: own, height: high } = each.querySelector('img')!
        const { width: wide, height: tall } = {
          width: each.querySelector('img')!.naturalWidth,
          height: each.querySelector('img')!.naturalHeight,
        }
        return { top: Math.round(top), height: Math.round(height), shape: width / height, true: wide / tall, own, high }
      }),
    )
  for (const { top, height, shape, true: own } of boxes) {
    expect(Math.abs(shape - own), 'a picture is whole').toBeLessThan(0.02)
    for (const other of boxes.filter((each) => each.top === top)) expect(Math.abs(other.height - height)).toBeLessThanOrEqual(1)
  }
  expect(new Set(boxes.map(({ top }) => top)).size, 'more than one row').toBeGreaterThan(1)
  // Posts hang by their small pictures; only what a seller chose to show for a thing stands in one size.
  const works = asked.filter((path) => !/\/(256|128|64)$/.test(path))
  expect(works.filter((path) => path.endsWith('/thumbnail')).length).toBeGreaterThan(3)
  expect(works.filter((path) => /\/(original|large)$/.test(path)).length).toBeLessThanOrEqual(1)
  expect(fan.complaints).toEqual([])
})

test('keys walk along the wall, a press opens the work, and Back finds the place; to read, the same works stand one by one', async ({
  browser,
}) => {
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const { page } = fan
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await goes(page, '/unlocked')
  const tiles = page.getByRole('main').getByRole('article').getByRole('link')
  await tiles.nth(2).focus()
  await page.keyboard.press('Tab')
  await expect(tiles.nth(3)).toBeFocused()
  const before = await page.evaluate(() => Math.round(window.scrollY))
  expect(before).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  // A picture that came in a conversation is found there.
  await page.waitForURL(/\/(posts|galleries|videos|products|messages)\//)
  await isAlive(page)
  await page.goBack()
  await expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(before)
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.getByRole('link', { name: '一件一件看' }).click()
  await page.waitForURL(/view=list/)
  await expect(page.getByRole('main').getByRole('button', { name: /^喜歡/ }).first()).toBeVisible()
  await page.getByRole('link', { name: '看整面牆' }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
  expect(fan.complaints).toEqual([])
})

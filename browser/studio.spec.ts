// The studio: what waits stands there with its button, and a work is set to its hour by presses and by a calendar.
import { expect, test } from '@playwright/test'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'
import { asks } from './talking.ts'

test('what a creator keeps others waiting for stands on the first page with its button, and in the rail', async ({ browser }) => {
  const creator = await comes(browser)
  const { page } = creator
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  await goes(page, '/creator')
  const waiting = page.getByRole('region', { name: '今天要處理' })
  await expect(waiting.getByText(/張訂單等你寄出/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^訂單 \d+$/ })).toBeVisible()
  await waiting.getByRole('link', { name: /^寄出/ }).click()
  await expect(page).toHaveURL(/\/creator\/orders/)
  expect(creator.complaints).toEqual([])
})

test('what waits is counted anew in the rail while the page stands: when it comes, when it is answered, and when one comes back to the window', async ({
  browser,
}) => {
  const [creator, other, fan] = [await comes(browser), await comes(browser), await comes(browser)]
  const { page } = creator
  for (const [who, name] of [
    [creator, 'creator@stagedoor.example'],
    [other, 'ache.piano@stagedoor.example'],
  ] as const) {
    await passedTheDoor(who)
    await signsIn(who, name)
  }
  await joins(fan, '小芒', { tokens: 1000 })
  const { _id: id } = (await asks(page, 'get', '/users/me')) as { _id: string }
  await asks(fan.page, 'post', '/payment/subscribe/performers', { performerId: id, type: 'monthly', useWallet: true })
  await asks(page, 'put', '/performers/me', { takesRequests: true })
  type Waits = { tags: { count: number }; requests: { count: number } }
  const waits = async () => (await asks(page, 'get', '/performers/me/waiting')) as Waits
  const place = (name: string, count: number) => page.getByRole('link', { name: count > 0 ? `${name} ${count}` : name, exact: true })
  const before = await waits()
  await goes(page, '/creator/tagged')
  await expect(page.locator('html')).toHaveAttribute('data-socket', 'connected')
  await expect(place('標記我的', before.tags.count)).toBeVisible()

  await test.step('a fan asks for something', async () => {
    await asks(fan.page, 'post', '/custom-requests', { performerId: id, text: '一隻紙鶴' })
    await expect(place('委託', before.requests.count + 1)).toBeVisible()
  })

  const names = async () => {
    const post = { type: 'text', text: `一起演${crypto.randomUUID().slice(0, 8)}`, isSale: 'free', participantIds: [id] }
    const { _id: work } = (await asks(other.page, 'post', '/performer/feeds', post)) as { _id: string }
    return { work, text: post.text }
  }
  const [first, second] = [await names(), await names()]
  await test.step('another creator names them, and they answer on the page', async () => {
    await expect(place('標記我的', before.tags.count + 2)).toBeVisible()
    const row = page.getByRole('row').filter({ hasText: first.text })
    await row.getByRole('button', { name: '拒絕' }).click()
    await expect(place('標記我的', before.tags.count + 1)).toBeVisible()
  })

  await test.step('answered on another device, of which nobody tells this one until they look at it', async () => {
    await asks(page, 'post', `/performer/tags/${second.work}`, {})
    await expect(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await expect(place('標記我的', before.tags.count)).toBeVisible({ timeout: 1000 })
    }).toPass()
  })
  expect(creator.complaints).toEqual([])
})

test('a post is set to its hour by a press and by the calendar; what was wrong goes once it is right, and its link is there to be copied', async ({
  browser,
}) => {
  const creator = await comes(browser)
  const { page } = creator
  await creator.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await passedTheDoor(creator)
  await signsIn(creator, 'creator@stagedoor.example')
  const title = `第十週的排練${Date.now().toString(36)}`

  await test.step('each complaint goes with what it is about, wherever that is mended', async () => {
    await goes(page, '/creator/publish')
    await page.getByText('單件解鎖', { exact: true }).click()
    await page.getByRole('button', { name: '發表', exact: true }).click()
    const complaints = ['寫幾句話，或加一張照片。', '請填價格。', '單件解鎖的作品至少要有一張照片。']
    for (const words of complaints) await expect(page.getByText(words)).toBeVisible()
    await page.getByLabel('內文').fill(title)
    await expect(page.getByText('寫幾句話，或加一張照片。')).toBeHidden()
    await page.getByText('所有人', { exact: true }).click()
    for (const words of complaints) await expect(page.getByText(words)).toBeHidden()
  })

  await test.step('tomorrow by a press, another day by the calendar', async () => {
    await page.getByRole('button', { name: '改時間' }).click()
    await page.getByRole('radio', { name: /^明天08:00/ }).click()
    await expect(page.getByText('明天08:00公開，一直留著')).toBeVisible()
    await page.getByRole('button', { name: '下個月' }).click()
    await page
      .getByRole('gridcell')
      .getByRole('button', { name: /月15日/ })
      .click()
    await expect(page.getByText(/月15日08:00公開，一直留著/)).toBeVisible()
  })

  await test.step('it is on the programme, and its link can be passed on', async () => {
    await page.getByRole('button', { name: '排程發表' }).click()
    await expect(page.getByRole('heading', { level: 1, name: '排好了。' })).toBeVisible()
    await expect(page.getByText(new RegExp(`《${title}》會在.*月15日08:00自動公開`))).toBeVisible()
    await page.getByRole('button', { name: '複製' }).click()
    await expect(page.getByRole('button', { name: '已複製' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/posts\/[\w-]{22}$/)
  })
  expect(creator.complaints).toEqual([])
})

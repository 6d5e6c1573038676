// Two who cannot watch by WebRTC: a browser without it, and a network that lets none of it through. Both watch some seconds late; who is blocked watches no more.
import { expect, type Page, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins, site } from './people.ts'
import { asks, isClean } from './talking.ts'

const late = /^畫面約晚\d+秒$/
/** Something is there to be seen. */
const isShown = (page: Page) =>
  page
    .locator('video')
    .evaluateAll((videos) => videos.some((video) => (video as HTMLVideoElement).readyState > 1 || (video as HTMLVideoElement).src !== ''))

async function goesLive(page: Page, title: string): Promise<string> {
  await goes(page, '/creator/live')
  await page.getByRole('button', { name: '試試鏡頭與麥克風' }).click()
  await moves(page)
  await page.getByRole('textbox', { name: '標題' }).fill(title)
  await page.getByRole('button', { name: '開始直播' }).click()
  await expect(page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
  const { data } = (await asks(page, 'get', '/streaming/mine?status=live')) as { data: { _id: string }[] }
  return data[0]!._id
}

test('a browser without WebRTC finds the show by its picture, plays it some seconds late, talks, and is shown nothing any more after a block', async ({
  browser,
}) => {
  const lan = await performs(browser)
  const fan = await comes(browser)
  await fan.page.addInitScript(() => void Reflect.deleteProperty(window, 'RTCPeerConnection'))
  await joins(fan, '小滿')
  await goesLive(lan.page, '慢一點也好')

  await test.step('the card shows what goes on', async () => {
    await goes(fan.page, '/live')
    const card = fan.page.getByRole('article').filter({ hasText: '慢一點也好' })
    const picture = card.locator('img[src*="/snapshot-"]')
    await expect(picture).toBeVisible({ timeout: 60_000 })
    await expect.poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(640)
    await isClean(fan.page)
    await card.getByRole('link', { name: '慢一點也好' }).click()
  })

  await test.step('it plays, and says that it comes late', async () => {
    await moves(fan.page)
    await expect(fan.page.getByText(late)).toBeVisible()
    await expect(fan.page.locator('[data-watermark]')).toBeVisible()
    await isClean(fan.page)
    await expect(lan.page.getByText('1人在看').first()).toBeVisible({ timeout: 45_000 })
    const field = fan.page.getByRole('textbox', { name: '說點什麼' }).last()
    await field.fill('晚了一點，但看得到')
    await field.press('Enter')
    await expect(lan.page.getByRole('log', { name: '聊天室' })).toContainText('晚了一點，但看得到')
  })

  // From here on the page says that there is no such thing, and the browser complains of it.
  expect(fan.complaints).toEqual([])
  await test.step('a block takes it away', async () => {
    const { _id: targetId } = (await asks(fan.page, 'get', '/users/me')) as { _id: string }
    expect(await isShown(fan.page)).toBe(true)
    await asks(lan.page, 'post', '/block/users', { targetId })
    await expect.poll(() => isShown(fan.page), { timeout: 20_000 }).toBe(false)
    await lan.page.request.delete(`/api/block/users/${targetId}`, { headers: { origin: site } })
  })
  expect(lan.complaints).toEqual([])
})

test('a network that lets no picture through is noticed, and one press brings it late, on a phone too', async ({ browser }) => {
  const lan = await performs(browser)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  // Every answer is taken, and nothing ever connects.
  await fan.page.addInitScript(() => {
    RTCPeerConnection.prototype.setRemoteDescription = () => Promise.resolve()
  })
  await joins(fan, '青苔')
  const id = await goesLive(lan.page, '擋不住的燈')
  await goes(fan.page, `/live/${id}`)
  await expect(fan.page.getByText('即時畫面一直連不上，可能被網路擋住了。')).toBeVisible({ timeout: 60_000 })
  await isClean(fan.page)
  await fan.page.getByRole('button', { name: '改看延遲版' }).click()
  await moves(fan.page)
  await expect(fan.page.getByText(late)).toBeVisible()
  await isClean(fan.page)
  await asks(lan.page, 'put', `/streaming/live/${id}`, { status: 'ended' })
  await expect(fan.page.getByRole('heading', { name: '直播已經結束' })).toBeVisible({ timeout: 30_000 })
  expect([...lan.complaints, ...fan.complaints]).toEqual([])
})

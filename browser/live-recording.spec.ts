// A show that its creator wanted kept: it is filmed by a camera, becomes a video of hers that waits for staff, is passed by them, and a fan watches it.
import { expect, request, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { choosesGateway, comes, goes, joins, passedTheDoor, signsIn } from './people.ts'
import { asks, isClean } from './talking.ts'

const reviewed = async (reviewDefault: 'before' | 'after') => choosesGateway(await request.newContext(), { reviewDefault })
test.beforeAll(() => reviewed('before'))
test.afterAll(() => reviewed('after'))

test('a creator has her show recorded; it is her video under review, staff pass it, and a fan who missed the show watches it', async ({
  browser,
}) => {
  test.setTimeout(360_000)
  const lan = await performs(browser)
  const [fan, office] = [await comes(browser), await comes(browser)]
  await joins(fan, '小滿')
  await signsIn(office, 'admin@stagedoor.example')
  await passedTheDoor(office)
  const title = `光的錄影${Date.now().toString(36)}`

  await test.step('she asks for it before she goes live, and is told what becomes of it', async () => {
    await goes(lan.page, '/creator/live')
    await lan.page.getByRole('button', { name: '試試鏡頭與麥克風' }).click()
    await moves(lan.page)
    await lan.page.getByRole('textbox', { name: '標題' }).fill(title)
    const wish = lan.page.getByRole('checkbox', { name: '錄下這場直播' })
    await wish.check()
    await expect(lan.page.getByText('結束後會做成一部影片，和其他作品一樣先經過審核。')).toBeVisible()
    await lan.page.getByRole('combobox', { name: '影片給誰看' }).click()
    await lan.page.getByRole('option', { name: '所有成年會員' }).click()
    await isClean(lan.page)
    await lan.page.getByRole('button', { name: '開始直播' }).click()
    await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('whoever comes in is told that it is recorded', async () => {
    await goes(fan.page, '/live')
    await fan.page.getByRole('link', { name: title, exact: true }).click()
    await moves(fan.page)
    await expect(fan.page.getByText('錄影中')).toBeVisible()
    await isClean(fan.page)
  })

  const id = fan.page.url().split('/').at(-1) ?? ''
  await test.step('it goes on for a while, and she ends it', async () => {
    const played = () => fan.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(played, { timeout: 60_000 }).toBeGreaterThan(14)
    await lan.page.getByRole('button', { name: '結束直播' }).click()
    await lan.page.getByRole('alertdialog').getByRole('button', { name: '結束直播' }).click()
    await expect(fan.page.getByRole('heading', { name: '直播已經結束' })).toBeVisible()
  })

  await test.step('it is her own video, and waits; the fan does not find it', async () => {
    const past = lan.page.getByRole('listitem').filter({ hasText: title })
    await expect(async () => {
      await goes(lan.page, '/creator/live')
      await expect(past.getByRole('link', { name: '看錄好的影片' })).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 120_000 })
    await expect(async () => {
      await goes(lan.page, '/creator/videos')
      await expect(lan.page.getByRole('row', { name: new RegExp(title) })).toContainText('審核中', { timeout: 2000 })
    }).toPass({ timeout: 120_000 })
    await isClean(lan.page)
    await goes(fan.page, '/videos')
    await expect(fan.page.getByRole('link', { name: title })).toHaveCount(0)
  })

  await test.step('staff look at it and pass it', async () => {
    await goes(office.page, '/admin/works')
    // What nobody sees yet stands before what is public already.
    const queue = office.page.getByRole('navigation', { name: '佇列' }).getByRole('button')
    const hers = office.page.getByRole('heading', { name: title })
    for (let place = 0; !(await hers.isVisible()); place++) await queue.nth(place).click()
    await isClean(office.page)
    await office.page.getByRole('button', { name: '通過' }).click()
    await expect(office.page.getByText(/^已通過紙上劇場的作品/)).toBeVisible()
  })

  await test.step('the fan finds it and watches what she missed', async () => {
    await goes(fan.page, '/videos')
    await fan.page.getByRole('link', { name: title }).first().click()
    await expect(fan.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const player = fan.page.getByRole('region', { name: `播放器：${title}` })
    await player.getByRole('button', { name: '播放' }).first().click()
    const playedTo = () => fan.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
    await expect.poll(playedTo, { timeout: 30_000 }).toBeGreaterThan(1)
    await isClean(fan.page)
  })
  const { recording } = (
    (await asks(lan.page, 'get', '/streaming/mine?status=ended&limit=5')) as { data: { _id: string; recording?: { state: string } }[] }
  ).data.find(({ _id }) => _id === id)!
  expect(recording?.state).toBe('made')
  await asks(lan.page, 'put', '/streaming/update', { record: false })
  for (const { complaints } of [lan, fan, office]) expect(complaints).toEqual([])
})

// A guest performer on another's stage: invited in the studio, seen by whoever watches once she agreed, and gone when she withdraws.
import { expect, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'
import { asks, isClean } from './talking.ts'

test('a guest agrees, both pictures are seen, and a withdrawn consent takes hers away', async ({ browser }) => {
  test.setTimeout(300_000)
  const lan = await performs(browser)
  const [guest, fan] = [await comes(browser), await comes(browser)]
  await signsIn(guest, 'harborlight')
  await passedTheDoor(guest)
  await joins(fan, '小滿')
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title: '二重唱', type: 'public' })) as { _id: string }
  const path = `/live/${_id}`
  const guestsPicture = fan.page.locator('[data-corner] video')

  await test.step('the performer invites her in the studio', async () => {
    await goes(lan.page, '/creator/live')
    await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
    await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
    await lan.page.getByRole('button', { name: '邀請同臺' }).click()
    const sheet = lan.page.getByRole('dialog', { name: '邀請同臺' })
    await sheet.getByRole('combobox').fill('harborlight')
    await sheet.getByRole('option').first().click()
    await isClean(lan.page)
    await sheet.getByRole('button', { name: '送出邀請' }).click()
    await expect(lan.page.getByText('等對方同意')).toBeVisible()
  })

  await test.step('she reads what she agrees to, and until then is in nobody’s picture', async () => {
    await goes(fan.page, path)
    await moves(fan.page)
    await expect(guestsPicture).toHaveCount(0)
    await goes(guest.page, '/creator/live')
    await expect(guest.page.getByText('我隨時可以收回同意')).toBeVisible()
    await isClean(guest.page)
    await guest.page.getByRole('button', { name: '同意並加入' }).click()
    await guest.page.getByRole('link', { name: '進入直播' }).click()
    await guest.page.getByRole('button', { name: '開啟鏡頭' }).click()
  })

  await test.step('whoever watches sees both move', async () => {
    await expect(guestsPicture.first()).toHaveAttribute('data-state', 'playing', { timeout: 45_000 })
    const at = () => guestsPicture.first().evaluate((video: HTMLVideoElement) => video.currentTime)
    const before = await at()
    await expect.poll(at, { timeout: 30_000 }).toBeGreaterThan(before + 1)
    await isClean(fan.page)
    await expect(lan.page.getByText('已同意')).toBeVisible()
  })

  await test.step('withdrawn, her picture is gone, and the show goes on', async () => {
    const other = await guest.context.newPage()
    await goes(other, '/creator/live')
    await other.getByRole('button', { name: '收回同意' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '收回同意' }).click()
    await expect(guestsPicture).toHaveCount(0, { timeout: 15_000 })
    await expect(lan.page.getByText('已收回同意')).toBeVisible({ timeout: 20_000 })
    await expect(fan.page.locator('video').first()).toHaveAttribute('data-state', 'playing')
  })
  await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
  for (const { complaints } of [lan, fan]) expect(complaints).toEqual([])
})

// A guest performer on another's stage: invited when the show is announced, seen beside its performer once she agreed, unseen by whom she blocks, and gone when
// she withdraws.
import { expect, type Page, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'
import { asks, isClean } from './talking.ts'

const guestsPicture = (page: Page) => page.locator('[data-guest] video')
const performersPicture = (page: Page) => page.getByRole('region', { name: '直播畫面' }).locator('video').first()

async function plays(page: Page): Promise<void> {
  const at = () => guestsPicture(page).evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect(guestsPicture(page)).toHaveAttribute('data-state', 'playing', { timeout: 45_000 })
  const before = await at()
  await expect.poll(at, { timeout: 30_000 }).toBeGreaterThan(before + 1)
}

/** Where both pictures stand. */
async function boxes(page: Page) {
  const [one, other] = [await performersPicture(page).boundingBox(), await guestsPicture(page).boundingBox()]
  if (!one || !other) throw new Error('one of the two is not drawn')
  return { one, other }
}

test('a guest agrees, both are seen as large as each other, whom she blocks sees the show without her, and a withdrawn consent takes hers away', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const lan = await performs(browser)
  const [guest, fan, phone] = [await comes(browser), await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  await signsIn(guest, 'harborlight')
  await passedTheDoor(guest)
  await joins(fan, '小滿')
  await joins(phone, '青苔')
  const title = `二重唱${Date.now().toString(36)}`
  const scheduledAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title, type: 'public', scheduledAt })) as { _id: string }
  const path = `/live/${_id}`
  const row = lan.page.getByRole('listitem').filter({ hasText: title })

  await test.step('the performer invites her to what she announced', async () => {
    await goes(lan.page, '/creator/live')
    await row.getByRole('button', { name: '邀請同臺' }).click()
    const sheet = lan.page.getByRole('dialog', { name: '邀請同臺' })
    await sheet.getByRole('combobox').fill('harborlight')
    await sheet.getByRole('option').first().click()
    await isClean(lan.page)
    await sheet.getByRole('button', { name: '送出邀請' }).click()
    await expect(row.getByText('等對方同意')).toBeVisible()
    await isClean(lan.page)
  })

  await test.step('she reads what she agrees to, before the show', async () => {
    await goes(guest.page, '/creator/live')
    const invitation = guest.page.getByRole('listitem').filter({ hasText: title })
    await expect(invitation.getByText('我隨時可以收回同意')).toBeVisible()
    await isClean(guest.page)
    await invitation.getByRole('button', { name: '同意並加入' }).click()
    await expect(row.getByText('已同意')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the show begins, and while she has no camera on, nothing is missing from it', async () => {
    await row.getByRole('button', { name: '開播' }).click()
    await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
    await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
    for (const { page } of [fan, phone]) {
      await goes(page, path)
      await moves(page)
      await expect(page.getByRole('heading', { level: 1 })).toContainText('和Harbor Light同臺')
      await expect(guestsPicture(page)).toHaveCount(0)
    }
  })

  await test.step('whoever watches sees both move: side by side on a desktop, one above the other on a phone', async () => {
    await goes(guest.page, path)
    await guest.page.getByRole('button', { name: '開啟鏡頭' }).click()
    for (const { page } of [fan, phone]) await plays(page)
    const desk = await boxes(fan.page)
    expect(desk.other.x).toBeGreaterThanOrEqual(desk.one.x + desk.one.width - 1)
    const small = await boxes(phone.page)
    expect(small.other.y).toBeGreaterThanOrEqual(small.one.y + small.one.height - 1)
    for (const { one, other } of [desk, small])
      expect([other.width, other.height].map(Math.round)).toEqual([one.width, one.height].map(Math.round))
    for (const { page } of [fan, phone]) await isClean(page)
  })

  await test.step('one press silences both', async () => {
    const areMuted = () => fan.page.locator('video').evaluateAll((all) => all.map((video) => (video as HTMLVideoElement).muted))
    const before = await areMuted()
    expect(new Set(before).size).toBe(1)
    await fan.page
      .getByRole('button', { name: /^(靜音|取消靜音)$/ })
      .first()
      .click()
    await expect.poll(areMuted).toEqual(before.map((is) => !is))
  })

  await test.step('whom she blocks goes on watching the show, as if it had been the performer’s alone', async () => {
    const { _id: targetId } = (await asks(phone.page, 'get', '/users/me')) as { _id: string }
    await asks(guest.page, 'post', '/block/users', { targetId })
    await expect(guestsPicture(phone.page)).toHaveCount(0, { timeout: 15_000 })
    await expect(phone.page.getByRole('heading', { level: 1 })).not.toContainText('Harbor Light')
    await expect(performersPicture(phone.page)).toHaveAttribute('data-state', 'playing')
    await moves(phone.page)
    await expect(phone.page.getByText('Harbor Light')).toHaveCount(0)
    // Others see her as before.
    await plays(fan.page)
  })

  await test.step('withdrawn, her picture is gone, and the show goes on', async () => {
    const other = await guest.context.newPage()
    await goes(other, '/creator/live')
    const show = other.getByRole('listitem').filter({ hasText: title })
    await show.getByRole('button', { name: '收回同意' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: '收回同意' }).click()
    await expect(guestsPicture(fan.page)).toHaveCount(0, { timeout: 15_000 })
    await expect(lan.page.getByText('已收回同意')).toBeVisible({ timeout: 20_000 })
    await expect(performersPicture(fan.page)).toHaveAttribute('data-state', 'playing')
  })
  await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
  for (const { complaints } of [lan, fan, phone]) expect(complaints).toEqual([])
})

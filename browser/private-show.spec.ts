// A show for two, paid for by the minute: asked for on a profile, accepted in the studio, charged, left, and added up by both.
import { expect, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins } from './people.ts'
import { asks, isClean, mine } from './talking.ts'

test('a private show is asked for, accepted, charged by the minute and left, and both read the same receipt', async ({ browser }) => {
  const lan = await performs(browser)
  const fan = await comes(browser)
  await joins(fan, '小滿', { tokens: 500 })
  const { username } = (await asks(lan.page, 'get', '/users/me')) as { username: string }

  await test.step('the performer says what a minute costs', async () => {
    await goes(lan.page, '/creator/live')
    const prices = lan.page.getByRole('form', { name: '分鐘計費' })
    await prices.getByRole('checkbox', { name: '接受私人秀邀請' }).check()
    await prices.getByRole('textbox', { name: '私人秀每分鐘' }).fill('40')
    await prices.getByRole('textbox', { name: '至少幾分鐘' }).fill('2')
    await prices.getByRole('button', { name: '儲存價格' }).click()
    await expect(lan.page.getByText('價格已儲存')).toBeVisible()
    await isClean(lan.page)
  })

  await test.step('the fan asks, and the wait survives a reload', async () => {
    await goes(fan.page, `/${username}`)
    await fan.page.getByRole('button', { name: '私人秀' }).click()
    const sheet = fan.page.getByRole('dialog')
    await expect(sheet).toContainText('80代幣（2分鐘）')
    await sheet.getByRole('textbox', { name: '想說的話（選填）' }).fill('想聽你彈吉他')
    await isClean(fan.page)
    await sheet.getByRole('button', { name: '送出邀請' }).click()
    await expect(fan.page.getByRole('dialog').getByRole('timer')).toBeVisible()
    await fan.page.reload()
    await expect(fan.page.getByRole('button', { name: /^等待回覆/ })).toBeVisible()
  })

  await test.step('it comes to the performer without a reload, and accepting brings both to the show', async () => {
    const request = lan.page.getByRole('listitem', { name: '小滿的邀請' })
    await expect(request).toContainText('想聽你彈吉他')
    // Whoever looks at another tab sees it by the title.
    await expect(lan.page).toHaveTitle(/^\(1\) /)
    await isClean(lan.page)
    await request.getByRole('button', { name: '接受' }).click()
    await expect(lan.page).toHaveURL(/\/live\/[\w-]+$/)
    await expect(fan.page).toHaveURL(lan.page.url())
  })

  await test.step('her picture moves, and a minute is charged to the fan', async () => {
    await lan.page.getByRole('button', { name: '開啟鏡頭' }).click()
    await moves(lan.page)
    await moves(fan.page)
    await expect(fan.page.getByRole('region', { name: '計費' })).toContainText('1分鐘 · 共40代幣', { timeout: 30_000 })
    await expect(lan.page.getByRole('region', { name: '計費' })).toContainText('1分鐘 · 共40代幣')
    expect((await mine(fan.page)).balance).toBe(460)
    await isClean(fan.page)
    await isClean(lan.page)
  })

  await test.step('the fan turns a camera on as well, and the performer sees it move', async () => {
    await expect(lan.page.getByText('小滿還沒有開鏡頭')).toBeVisible()
    await fan.page.getByRole('button', { name: '開啟鏡頭' }).click()
    const facing = lan.page.getByLabel('對方的畫面')
    await expect(facing).toHaveAttribute('data-state', 'playing', { timeout: 30_000 })
    const at = () => facing.evaluate((video: HTMLVideoElement) => video.currentTime)
    const before = await at()
    await expect.poll(at, { timeout: 30_000 }).toBeGreaterThan(before + 1)
    await isClean(fan.page)
    await isClean(lan.page)
    await fan.page.getByRole('button', { name: '停止傳送畫面' }).click()
    await expect(lan.page.getByText('小滿還沒有開鏡頭')).toBeVisible({ timeout: 30_000 })
  })

  await test.step('leaving is asked about once and ends it for both', async () => {
    await fan.page.getByRole('button', { name: '離開', exact: true }).click()
    await fan.page.getByRole('alertdialog').getByRole('button', { name: '結束' }).click()
    for (const { page } of [fan, lan]) await expect(page.getByRole('heading', { name: '直播已經結束' })).toBeVisible()
  })

  await test.step('and both read the receipt, which adds up', async () => {
    for (const { page } of [fan, lan]) {
      await page.getByRole('link', { name: '看收據' }).click()
      await expect(page.getByText(/相符/)).toBeVisible()
      await expect(page.getByRole('row').nth(1)).toContainText('40')
      await isClean(page)
    }
  })
})

test('whoever has too few tokens is told what is missing, and asks for nothing', async ({ browser }) => {
  const lan = await performs(browser)
  const fan = await comes(browser)
  await joins(fan, '小滿', { tokens: 30 })
  const { username } = (await asks(lan.page, 'get', '/users/me')) as { username: string }
  await goes(lan.page, '/creator/live')
  const prices = lan.page.getByRole('form', { name: '分鐘計費' })
  await prices.getByRole('checkbox', { name: '接受私人秀邀請' }).check()
  await prices.getByRole('textbox', { name: '私人秀每分鐘' }).fill('40')
  await prices.getByRole('button', { name: '儲存價格' }).click()
  await expect(lan.page.getByText('價格已儲存')).toBeVisible()
  await goes(fan.page, `/${username}`)
  await fan.page.getByRole('button', { name: '私人秀' }).click()
  await expect(fan.page.getByRole('dialog')).toContainText('還差')
  await expect(fan.page.getByRole('dialog').getByRole('button', { name: '送出邀請', exact: true })).toHaveCount(0)
  await isClean(fan.page)
})

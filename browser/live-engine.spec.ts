// The media engine dies in the middle of a show, as two look at it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { killEngine } from './engine.ts'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins } from './people.ts'

const dataDir = process.env['BROWSER_DATA_DIR'] ?? join(import.meta.dirname, '../test-results/data')

test('the engine is killed in mid-show: the picture is sent and seen again by itself, and the room never noticed', async ({ browser }) => {
  test.skip(!existsSync('/proc/self/cmdline'), 'this system does not tell which process is the engine')
  const lan = await performs(browser)
  const fan = await comes(browser, { phone: true })
  await joins(fan, '小滿', { tokens: 500 })
  await goes(lan.page, '/creator/live')
  await lan.page.getByRole('button', { name: '試試鏡頭與麥克風' }).click()
  await moves(lan.page)
  await lan.page.getByRole('textbox', { name: '標題' }).fill('停電也不停')
  await lan.page.getByRole('button', { name: '開始直播' }).click()
  const seen = lan.page.getByRole('status').getByText('觀眾看得到你')
  await expect(seen).toBeVisible({ timeout: 30_000 })
  await goes(fan.page, '/live')
  await fan.page.getByRole('link', { name: '停電也不停' }).click()
  await moves(fan.page)

  expect(killEngine(dataDir)).toBeGreaterThan(0)
  await expect(seen).toBeHidden({ timeout: 30_000 })
  await expect(seen).toBeVisible({ timeout: 30_000 })
  await moves(fan.page)
  const field = fan.page.getByRole('textbox', { name: '說點什麼' }).last()
  await field.fill('燈又亮了')
  await field.press('Enter')
  await expect(lan.page.getByRole('log', { name: '聊天室' })).toContainText('燈又亮了')
  await lan.page.getByRole('button', { name: '結束直播' }).click()
  await lan.page.getByRole('alertdialog').getByRole('button', { name: '結束直播' }).click()
  await expect(fan.page.getByRole('heading', { name: '直播已經結束' })).toBeVisible()
})

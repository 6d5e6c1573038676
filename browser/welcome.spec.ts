// A performer greets whoever comes to their page.
import { expect, test } from '@playwright/test'
import { violationsOn } from './axe.ts'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'

test('a creator takes their welcome video away and brings it back, and a fan on a phone is greeted by it', async ({ browser }) => {
  const lan = await comes(browser)
  await passedTheDoor(lan)
  await signsIn(lan, 'creator@stagedoor.example')
  await goes(lan.page, '/creator/account')
  const panel = lan.page.getByRole('region', { name: '歡迎影片' })
  await expect(panel).toContainText('正在個人頁面顯示')
  await panel.getByRole('button', { name: '不再顯示' }).click()
  await expect(lan.page.getByText('個人頁面不再顯示歡迎影片')).toBeVisible()
  await expect(panel.getByRole('button', { name: '不再顯示' })).toBeHidden()
  await panel.getByRole('combobox').click()
  await lan.page.getByRole('option', { name: '《潮間帶》第一幕：紙船出港' }).click()
  await expect(panel).toContainText('正在個人頁面顯示')
  expect(await violationsOn(lan.page)).toEqual([])

  const fan = await comes(browser, { phone: true, theme: 'dark' })
  await joins(fan, '小河')
  await goes(fan.page, '/papertheatre')
  await fan.page.getByRole('button', { name: '歡迎影片' }).click()
  const sheet = fan.page.getByRole('dialog')
  await expect(sheet).toContainText('《潮間帶》第一幕：紙船出港')
  const film = sheet.locator('video')
  await expect(film).toBeAttached()
  expect(await violationsOn(fan.page)).toEqual([])
  await sheet.getByRole('link', { name: '看影片頁面' }).click()
  await expect(fan.page).toHaveURL(/\/videos\//)
  expect([...lan.complaints, ...fan.complaints]).toEqual([])
})

// A visitor comes by a creator's link and registers; the creator reads that somebody did, and gives the link another code.
import { expect, test } from '@playwright/test'
import { violationsOn, wcag } from './axe.ts'
import { comes, goes, joins, passedTheDoor, signsIn } from './people.ts'

test('a creator copies their link, a visitor comes by it and registers, and the creator reads one more of both', async ({ browser }) => {
  const [lan, someone] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  await lan.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await passedTheDoor(lan)
  await signsIn(lan, 'creator@stagedoor.example')
  await goes(lan.page, '/creator/referrals')
  const figure = (name: string) => lan.page.getByText(name, { exact: true }).first().locator('xpath=following-sibling::p[1]')
  // None is a dash.
  const read = async (name: string) => Number((await figure(name).textContent())?.replaceAll(',', '').replace('—', '0'))
  const before = { visits: await read('來訪次數'), registrations: await read('註冊人數') }
  await expect(lan.page.getByText('推薦不會帶來酬勞')).toBeVisible()
  await lan.page.getByRole('button', { name: '複製' }).first().click()
  const link = await lan.page.evaluate(() => navigator.clipboard.readText())
  expect(new URL(link).search).toMatch(/^\?ref=[a-z0-9-]+$/)

  const told = someone.page.waitForResponse((answer) => answer.url().endsWith('/api/referrals/arrivals'))
  await goes(someone.page, link)
  expect((await (await told).json()) as unknown).toMatchObject({ data: { remembered: true } })
  await joins(someone, '燈下來客')

  await lan.page.reload()
  await expect.poll(() => read('來訪次數')).toBe(before.visits + 1)
  expect(await read('註冊人數')).toBe(before.registrations + 1)
  expect(await violationsOn(lan.page, wcag)).toEqual([])

  // Another code: a word of the site’s is refused at its field, one of their own is taken, and the old one is named as still good.
  await lan.page.getByRole('button', { name: '自訂推薦碼' }).click()
  const field = lan.page.getByRole('textbox', { name: '推薦碼' })
  await field.fill('admin')
  await lan.page.getByRole('button', { name: '儲存' }).click()
  await expect(lan.page.getByText('這個詞保留給網站使用')).toBeVisible()
  await field.fill('Lamps-And-Paper')
  await lan.page.getByRole('button', { name: '儲存' }).click()
  await expect(lan.page.getByText('以前的推薦碼仍然有效')).toContainText(new URL(link).searchParams.get('ref') ?? '')
  await lan.page.getByRole('button', { name: 'QR碼' }).click()
  const picture = lan.page.getByRole('dialog').getByRole('img')
  await expect(picture).toHaveAttribute('src', /ref=lamps-and-paper$/)
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await lan.page.keyboard.press('Escape')

  for (const width of [390, 360]) {
    await lan.page.setViewportSize({ width, height: 800 })
    expect(await lan.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await lan.page.goto('/creator/referrals?by=month&show=visits')
  await expect(lan.page.getByRole('heading', { name: '每月的來訪次數' })).toBeVisible()
  expect([...lan.complaints, ...someone.complaints]).toEqual([])
})

// Closing one's account on a phone: read first, proved, hidden at once, and taken back by signing in again.
import { expect, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { violationsOn, wcag } from './axe.ts'
import { comes, demoPassword, expectToFit, goes, joins, signsIn, site } from './people.ts'

test('a fan closes their account on a phone, is out, and takes it back by signing in; the office sees it meanwhile', async ({
  browser,
}) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  const username = await joins(fan, '離場的人', { tokens: 60 })

  await test.step('from the settings to what becomes of everything, in their own figures', async () => {
    await goes(page, '/settings')
    await page.getByRole('link', { name: '關閉帳號…' }).click()
    await expect(page.getByText('錢包裡的代幣')).toBeVisible()
    await expect(page.locator('dt', { hasText: '錢包裡的代幣' })).toContainText('60')
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 780 })
      await expectToFit(page, '/settings/close')
    }
    expect(await violationsOn(page, wcag)).toEqual([])
  })

  await test.step('nothing is closed before it is proved, and asked once more', async () => {
    const close = page.getByRole('button', { name: '關閉我的帳號' })
    await close.click()
    await expect(page.getByText('請輸入你的使用者名稱。')).toBeVisible()
    await page.getByLabel(`輸入你的使用者名稱：${username}`).fill('somebody')
    await page.getByLabel('目前的密碼').fill(demoPassword)
    await page.getByText('我了解期限過後就再也找不回來').click()
    await close.click()
    const asked = page.getByRole('alertdialog')
    await asked.getByRole('button', { name: '關閉我的帳號' }).click()
    await expect(page.getByText('這不是你的使用者名稱')).toBeVisible()
    await expect(asked).toBeHidden()
    await page.getByLabel(`輸入你的使用者名稱：${username}`).fill(username)
    await close.click()
    await expect(asked).toContainText('你會立刻登出')
    await asked.getByRole('button', { name: '保留帳號' }).click()
    await expect(asked).toBeHidden()
    await close.press('Enter')
    await asked.getByRole('button', { name: '關閉我的帳號' }).press('Enter')
    await page.waitForURL(/take-back\?until=/)
    await expect(page.getByText('你的帳號正在關閉', { exact: true })).toBeVisible()
  })

  await test.step('the office sees until when, and holds it', async () => {
    const office = await comes(browser)
    await signsIn(office, 'admin@stagedoor.example')
    await goes(office.page, `/admin/people?status=closing&q=${username}`)
    await office.page.getByRole('link', { name: '離場的人' }).click()
    await expect(office.page.getByText('永久關閉')).toBeVisible()
    await office.page.getByRole('button', { name: '暫緩刪除' }).click()
    const sheet = office.page.getByRole('dialog')
    await sheet.getByRole('textbox').fill('有檢舉還在處理')
    await sheet.getByRole('button', { name: '暫緩刪除' }).click()
    await expect(office.page.getByText('已保留：有檢舉還在處理')).toBeVisible()
    expect(office.complaints).toEqual([])
  })

  await test.step('signing in leads back, and one press takes it back', async () => {
    const enter = async () => {
      await goes(page, '/auth/login')
      await page.getByLabel('電子信箱或使用者名稱').fill(username)
      await page.getByLabel('密碼', { exact: true }).fill(demoPassword)
      await page.getByRole('button', { name: '登入', exact: true }).click()
    }
    await enter()
    await page.waitForURL(/take-back\?token=/)
    expect(await violationsOn(page, wcag)).toEqual([])
    await page.getByRole('button', { name: '取消關閉' }).click()
    await expect(page.getByText('帳號已恢復。請登入。')).toBeVisible()
    await enter()
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'))
    await goes(page, '/wallet')
    expect((await (await page.request.get('/api/users/me')).json()).data.balance).toBe(60)
  })
  expect(fan.complaints).toEqual([])
})

test('at a desk, with a second step on: a code is asked for to close, and again before the way back is shown', async ({ browser }) => {
  const fan = await comes(browser, { theme: 'dark' })
  const { page } = fan
  const username = await joins(fan, '桌前的人')
  const send = async (path: string, data: object) =>
    ((await (await page.request.post(`/api/auth${path}`, { data, headers: { origin: site } })).json()) as { data: Record<string, string> })
      .data
  const key = (await send('/two-factor', { currentPassword: demoPassword }))['secret']!
  /** Each passes once: the one of so many half minutes from now, which the one before allows. */
  const codeOf = (ahead: number) => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + ahead * 30_000 })
  await send('/two-factor/confirm', { code: codeOf(-1) })

  await test.step('closing asks for the code beside the password', async () => {
    await goes(page, '/settings/close')
    await expectToFit(page, '/settings/close')
    expect(await violationsOn(page, wcag)).toEqual([])
    await page.getByLabel(`輸入你的使用者名稱：${username}`).fill(username)
    await page.getByLabel('目前的密碼').fill(demoPassword)
    await page.getByLabel('驗證碼').fill('000000')
    await page.getByText('我了解期限過後就再也找不回來').click()
    const close = page.getByRole('button', { name: '關閉我的帳號' })
    const asked = page.getByRole('alertdialog')
    await close.click()
    await asked.getByRole('button', { name: '關閉我的帳號' }).click()
    await expect(asked).toBeHidden()
    await expect(page.getByLabel('驗證碼')).toHaveAttribute('aria-invalid', 'true')
    await page.getByLabel('驗證碼').fill(codeOf(0))
    await close.click()
    await asked.getByRole('button', { name: '關閉我的帳號' }).click()
    await page.waitForURL(/take-back\?until=/)
  })

  await test.step('the password alone leads to the second step, and the code to the way back', async () => {
    await goes(page, '/auth/login')
    await page.getByLabel('電子信箱或使用者名稱').fill(username)
    await page.getByLabel('密碼', { exact: true }).fill(demoPassword)
    await page.getByRole('button', { name: '登入', exact: true }).click()
    await page.getByLabel('驗證碼').fill(codeOf(1))
    await page.getByRole('button', { name: '繼續' }).click()
    await page.waitForURL(/take-back\?token=/)
    await page.getByRole('button', { name: '取消關閉' }).click()
    await expect(page.getByText('帳號已恢復。請登入。')).toBeVisible()
  })
  expect(fan.complaints).toEqual([])
})

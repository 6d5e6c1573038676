// A fan becomes a creator behind their own sign-in, and staff look at the site as somebody else: two people at once.
import { expect, test } from '@playwright/test'
import { comes, expectToFit, goes, isAlive, joins, passedTheDoor, photo, signsIn, site } from './people.ts'

test('a fan applies from their own account, the office lets them up, and by one press they are in their studio and publish', async ({
  browser,
}) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  await joins(fan, '小滿的鄰居')
  const username = `stage${Date.now().toString(36)}`

  await test.step('no second address and no second password is asked for', async () => {
    await goes(page, '/me')
    await page.getByRole('link', { name: '成為創作者' }).click()
    await expect(page.getByRole('heading', { name: '你的進度' })).toBeVisible()
    await expectToFit(page, '/auth/register/performer')
    await expect(page.getByLabel(/電子信箱|密碼/)).toHaveCount(0)
    await page.getByRole('button', { name: '送出申請' }).click()
    await expect(page.getByText('請輸入藝名。')).toBeVisible()
    await page.getByLabel('藝名').fill('鄰窗')
    await page.getByLabel('使用者名稱').fill(username)
    await page.getByLabel('電話').fill('+886 900 000 000')
    await page.getByLabel('國家或地區').click()
    await page.getByRole('option', { name: '臺灣' }).click()
    await page.getByLabel('性別').click()
    await page.getByRole('option', { name: '女性', exact: true }).click()
    const papers = page.locator('input[type="file"]')
    await papers.nth(0).setInputFiles(await photo(20))
    await papers.nth(1).setInputFiles(await photo(200))
    await page.getByRole('checkbox', { name: '我同意以上的創作者約定。' }).check()
    await page.getByRole('checkbox', { name: /年滿18歲/ }).check()
    await page.getByRole('button', { name: '送出申請' }).click()
    await expect(page.getByText(/審核中，.+送出/)).toBeVisible()
    await expect(page.getByRole('heading', { name: '換一份證件' })).toBeVisible()
  })

  const office = await comes(browser)
  await signsIn(office, 'admin@stagedoor.example')
  await test.step('the office opens both papers and approves', async () => {
    await goes(office.page, '/admin/performers')
    await office.page.getByRole('link', { name: /鄰窗/ }).first().click()
    const sheet = office.page.getByRole('dialog')
    await expect(sheet.getByRole('button', { name: '通過申請' })).toBeDisabled()
    // What is open says so, so that the first is always one that is not.
    for (const left of [1, 0]) {
      await sheet.getByRole('button', { name: '檢視', exact: true }).first().click()
      await expect(sheet.getByRole('button', { name: '檢視', exact: true })).toHaveCount(left)
    }
    await sheet.getByRole('button', { name: '通過申請' }).click()
    await expect(office.page.getByText('已通過鄰窗的申請')).toBeVisible()
  })

  await test.step('approved, one press leads to the stage, and what they write there goes out', async () => {
    await goes(page, '/auth/register/performer')
    await page
      .getByRole('button', { name: `切換到@${username}` })
      .first()
      .click()
    await page.waitForURL((url) => url.pathname !== '/auth/register/performer')
    await isAlive(page)
    await goes(page, '/creator/publish')
    await page.getByLabel('內文').fill('第一盞燈亮了。')
    await page.getByRole('button', { name: '發表', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: '幕開了。' })).toBeVisible()
  })
  expect(fan.complaints).toEqual([])
})

test('staff look at the site as somebody for a while: it says so everywhere, buys nothing, and one press leads back', async ({
  browser,
}) => {
  const fan = await comes(browser)
  const name = `看戲的${Date.now().toString(36)}`
  const username = await joins(fan, name, { tokens: 100 })
  const office = await comes(browser)
  const { page } = office
  await passedTheDoor(office)
  await signsIn(office, 'admin@stagedoor.example')
  await goes(page, `/admin/people?q=${username}`)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('button', { name: '以這位會員的身分瀏覽' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: '以這位會員的身分瀏覽' }).click()
  await expect(
    sheet
      .getByRole('alert')
      .or(sheet.getByText(/請填寫|至少/))
      .first(),
  ).toBeVisible()
  await sheet.getByRole('button', { name: '會員反映看不到已購買的內容' }).click()
  await sheet.getByRole('button', { name: '以這位會員的身分瀏覽' }).click()
  const banner = page.getByText(`你正以@${username}的身分瀏覽`)
  await expect(banner).toBeVisible()
  for (const path of ['/wallet', '/papertheatre', '/settings', '/messages']) {
    await goes(page, path)
    await expect(banner, path).toBeVisible()
  }
  await goes(page, '/papertheatre')
  const refused = await page.request.post('/api/performers/tip', { data: {}, headers: { origin: site } })
  expect([403, 404]).toContain(refused.status())
  await page.getByRole('button', { name: '回到自己的帳號' }).click()
  await expect(banner).toHaveCount(0)
  await goes(page, '/admin')
  await expect(page.getByText('舞臺監督').first()).toBeVisible()
  await goes(page, '/admin/audit')
  await expect(page.getByText(/開始以會員的身分操作：會員反映看不到已購買的內容/).first()).toBeVisible()
})

// Paying inside a conversation where something goes wrong: an answer that was lost, more than one payment brings, a sheet that was left, a block.
import { expect, type Page, test } from '@playwright/test'
import { goes, isAlive, photo, site } from './people.ts'
import { asks, couple, isClean, lines, mine } from './talking.ts'

/** By its name: what is said afterwards in a corner is a dialog, too. */
const sheetOf = (page: Page) => page.getByRole('dialog', { name: /^(打賞|委託)/ })
const opensTip = async (page: Page) => {
  await page.getByRole('button', { name: '附件和更多' }).click()
  await page.getByRole('menuitem', { name: /^打賞/ }).click()
  await expect(sheetOf(page)).toBeVisible()
}

test('a tip whose answer a proxy broke is not said to be uncharged, and pressed again it is given once', async ({ browser }) => {
  const { fan, address } = await couple(browser, { phone: true })
  const { page } = fan
  const before = (await mine(page)).balance
  await goes(page, address)
  await page.route('**/api/wallet/charges/tip/*', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
  })
  await opensTip(page)
  await sheetOf(page).getByRole('textbox').first().fill('20')
  await sheetOf(page).getByRole('button', { name: /^打賞/ }).click()
  await expect(sheetOf(page).getByText('還不確定有沒有扣款')).toBeVisible()
  await expect(sheetOf(page).getByText(/不會重複扣款/)).toBeVisible()
  await expect(sheetOf(page).getByText('這次沒有扣款')).toBeHidden()
  await isClean(page)
  await page.unroute('**/api/wallet/charges/tip/*')
  await sheetOf(page).getByRole('button', { name: /^打賞/ }).click()
  await expect(sheetOf(page)).toBeHidden()
  expect((await mine(page)).balance).toBe(before - 20)
})

test('a tip above its limit says the limit; one that no payment brings at once begins with the most that one does', async ({ browser }) => {
  const { fan, address } = await couple(browser, { phone: true })
  const { page } = fan
  await goes(page, address)
  await opensTip(page)
  const amount = sheetOf(page).getByLabel('金額', { exact: true })
  await amount.fill('99999')
  await expect(amount).toHaveAccessibleDescription(/10,000/)
  await expect(amount).toHaveAttribute('aria-invalid', 'true')
  await expect(sheetOf(page).getByText(/還差/)).toBeHidden()

  await amount.fill('9000')
  await expect(sheetOf(page).getByText(/^還差.+一次最多能儲/)).toBeVisible()
  await isClean(page)
  const before = (await mine(page)).balance
  await sheetOf(page)
    .getByRole('button', { name: /^先儲值/ })
    .click()
  // The same sheet, with the rest: nothing was given yet, and nobody is told that something went wrong.
  await expect(amount).toHaveValue('9000')
  await expect.poll(async () => (await mine(page)).balance).toBeGreaterThan(before)
  await expect(sheetOf(page).getByText(/^還差/)).toBeVisible()
  await expect(sheetOf(page).getByText('這次沒有扣款')).toBeHidden()
  await expect(sheetOf(page).getByRole('button', { name: /^(付|先儲值)/ })).toBeVisible()
})

test('a request that was begun is there again after the sheet was left, over a reload, until it is sent', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser)
  await asks(lan.page, 'put', '/performers/me', { takesRequests: true, requestMinimum: 20 })
  const { page } = fan
  await goes(page, address)
  const what = sheetOf(page).getByLabel('你想要什麼？')
  const opens = () => page.getByRole('button', { name: /^委託/ }).click()
  await opens()
  await what.fill('一張寫著我名字的紙月亮')
  await sheetOf(page).getByLabel(/^預算/).fill('40')
  await page.keyboard.press('Escape')
  await expect(sheetOf(page)).toBeHidden()
  await opens()
  await expect(what).toHaveValue('一張寫著我名字的紙月亮')
  await page.reload()
  await isAlive(page)
  await opens()
  await expect(what).toHaveValue('一張寫著我名字的紙月亮')
  await expect(sheetOf(page).getByLabel(/^預算/)).toHaveValue('40')
  await sheetOf(page).getByRole('button', { name: '送出委託' }).click()
  await expect(sheetOf(page)).toBeHidden()
  await expect(lines(page).getByRole('article', { name: '你的委託' })).toContainText('一張寫著我名字的紙月亮')
  await opens()
  await expect(what).toHaveValue('')
})

test('while a block stands between two, a locked photo is not offered and says why, without a reload', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser, { phone: true })
  await goes(lan.page, address)
  await lan.page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await photo(200)])
  await lan.page.getByRole('checkbox', { name: '設定售價' }).check()
  await lan.page.getByRole('textbox', { name: '售價' }).fill('60')
  await lan.page.getByRole('button', { name: /^送出/ }).click()
  const { page } = fan
  await goes(page, address)
  const unlock = lines(page).getByRole('button', { name: /解鎖/ })
  await expect(unlock).toBeVisible()

  await test.step('the fan blocks, and takes it back', async () => {
    await page.getByRole('button', { name: /的對話選單$/ }).click()
    await page.getByRole('menuitem', { name: '封鎖' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '封鎖' }).click()
    await expect(lines(page).getByText(/^你封鎖了.+解除封鎖後才能解鎖/)).toBeVisible()
    await expect(unlock).toBeHidden()
    await isClean(page)
    await page.getByRole('button', { name: '解除封鎖' }).click()
    await expect(unlock).toBeVisible()
  })

  // No subscription is left whose end would be told: the block itself is.
  await test.step('the creator blocks, and takes it back, while the fan looks', async () => {
    const { _id: fanId } = (await asks(page, 'get', '/users/me')) as { _id: string }
    await asks(lan.page, 'post', '/block/users', { targetId: fanId })
    await expect(lines(page).getByText(/^現在無法向.+購買/)).toBeVisible()
    await expect(unlock).toBeHidden()
    await isClean(page)
    const gone = await lan.page.request.delete(`/api/block/users/${fanId}`, { headers: { origin: site } })
    expect(gone.ok()).toBe(true)
    await expect(unlock).toBeVisible()
  })
})

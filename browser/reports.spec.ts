// A fan reports a line, the office reads what was said around it and removes it, and both see that it is gone; a visitor reports by a link.
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { comes, goes, passedTheDoor, signsIn, site } from './people.ts'
import { couple, lines, pressesOn } from './talking.ts'

async function isAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
}

async function looks(page: Page, name: string) {
  if (process.env['BROWSER_LOOKS']) await page.screenshot({ path: `${process.env['BROWSER_LOOKS']}/${name}.png` })
}

test('a fan reports a line, the office removes it, and both see it', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser)
  const office = await comes(browser)
  await signsIn(office, 'admin@stagedoor.example')
  await passedTheDoor(office)
  await goes(lan.page, address)
  await goes(fan.page, address)
  const said = `請改到別的地方付款 ${Date.now()}`
  await lan.page.getByRole('textbox', { name: /^寫給/ }).fill(said)
  await lan.page.getByRole('textbox', { name: /^寫給/ }).press('Enter')
  await expect(lines(fan.page)).toContainText(said)
  let number = ''

  await test.step('the fan says why, and gets a number and a time', async () => {
    const line = lines(fan.page).getByRole('listitem').filter({ hasText: said })
    await pressesOn(line, '這則訊息的選單')
    await fan.page.getByRole('menuitem', { name: '檢舉' }).click()
    const sheet = fan.page.getByRole('dialog')
    await expect(sheet.getByRole('button', { name: '下一步' })).toBeDisabled()
    await isAccessible(fan.page)
    await looks(fan.page, 'sheet-reasons')
    await sheet.getByRole('radio', { name: /詐騙或垃圾訊息/ }).check()
    await sheet.getByRole('button', { name: '下一步' }).click()
    await sheet.getByRole('textbox', { name: /補充說明/ }).fill('一直要我到站外付款。')
    await looks(fan.page, 'sheet-details')
    await sheet.getByRole('button', { name: '送出檢舉' }).click()
    await expect(sheet.getByText('收到你的檢舉了')).toBeVisible()
    number = (await sheet.getByText(/^R-\d{4}-/).textContent()) ?? ''
    await isAccessible(fan.page)
    await looks(fan.page, 'sheet-received')
    await expect(sheet.getByRole('button', { name: '封鎖' })).toBeVisible()
    await sheet.getByRole('link', { name: '看處理進度' }).click()
    await expect(fan.page.getByText(number)).toBeVisible()
    await expect(fan.page.getByText('處理中').first()).toBeVisible()
    await isAccessible(fan.page)
    await looks(fan.page, 'mine')
  })

  await test.step('the office finds the case, reads the lines around it, and removes the line', async () => {
    await goes(office.page, `/admin/reports?state=open&q=${number}`)
    await isAccessible(office.page)
    await looks(office.page, 'cases')
    await office.page.getByRole('table').getByRole('link').first().click()
    await expect(office.page.getByText('一直要我到站外付款。')).toBeVisible()
    await expect(office.page.getByText('這是兩個人的私人對話', { exact: false })).toBeVisible()
    await office.page.getByRole('button', { name: '看前後的訊息' }).click()
    await expect(office.page.getByText('被檢舉的這則')).toBeVisible()
    await isAccessible(office.page)
    await looks(office.page, 'case')
    await office.page.keyboard.press('r')
    const sheet = office.page.getByRole('dialog')
    await sheet.getByRole('textbox').fill('不能要求會員到站外付款。')
    await sheet.getByRole('button', { name: '移除並結案' }).click()
    await expect(sheet).toBeHidden()
    await expect(office.page.getByText('已結案', { exact: true })).toBeVisible()
    await looks(office.page, 'case-closed')
  })

  await test.step('both see that it is gone, and the fan reads why', async () => {
    await expect(lines(lan.page)).not.toContainText(said)
    await goes(fan.page, address)
    await expect(lines(fan.page)).not.toContainText(said)
    await goes(fan.page, '/settings/reports')
    await expect(fan.page.getByText('不能要求會員到站外付款。')).toBeVisible()
    await fan.page.getByRole('link', { name: '訊息 · 詐騙或垃圾訊息' }).first().click()
    await expect(fan.page).toHaveURL(/\/settings\/reports\/[\w-]{36}$/)
    for (const text of [number, '一直要我到站外付款。', '我們移除了這項內容', '你已經看不到這項內容。'])
      await expect(fan.page.getByRole('main').getByText(text)).toBeVisible()
    await isAccessible(fan.page)
    await looks(fan.page, 'mine-one')
  })
  for (const { complaints } of [fan, lan, office]) expect(complaints).toEqual([])
})

test('a visitor pastes the address of a creator, reports them, and follows the report without an account', async ({ browser }) => {
  const visitor = await comes(browser, { phone: true, theme: 'dark' })
  const { page } = visitor
  const { data } = (await (await page.request.get('/api/performers/user/search?limit=1')).json()) as {
    data: { data: { username: string }[] }
  }
  await goes(page, '/report')
  await isAccessible(page)
  await looks(page, 'report-page')
  await page.getByRole('textbox', { name: /內容的網址/ }).fill('https://elsewhere.example/a/b/c')
  await page.getByRole('button', { name: '繼續' }).click()
  await expect(page.getByText('找不到這個網址的內容', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: /內容的網址/ }).fill(`${site}/${data.data[0]?.username}`)
  await page.getByRole('button', { name: '繼續' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('radio', { name: /裡面是我/ }).check()
  await looks(page, 'sheet-phone')
  await sheet.getByRole('button', { name: '下一步' }).click()
  await sheet.getByRole('button', { name: '送出檢舉' }).click()
  await expect(sheet.getByText('請填寫電子郵件，我們才能回覆你。')).toBeVisible()
  await sheet.getByRole('textbox', { name: /電子郵件/ }).fill(`wen${Date.now()}@stagedoor.example`)
  await sheet.getByRole('textbox', { name: /你的姓名/ }).fill('林雯')
  await sheet.getByRole('checkbox').check()
  await looks(page, 'details-phone')
  await isAccessible(page)
  await sheet.getByRole('button', { name: '送出檢舉' }).click()
  await sheet.getByRole('link', { name: '看處理進度' }).click()
  await expect(page.getByText('我們看過後決定')).toBeVisible()
  await isAccessible(page)
  await looks(page, 'follow-phone')
  expect(visitor.complaints).toEqual([])
})

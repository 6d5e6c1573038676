// Two people write to each other, each in a window of their own.
import { expect, type Page, test } from '@playwright/test'
import { comes, goes, isAlive, joins, passedTheDoor, type Person, signsIn } from './people.ts'
import { asks, couple, isClean, lines, mine, pressesOn } from './talking.ts'

test('two people write to each other without loading a page, and whoever reads has nothing unread any more', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser)
  await goes(lan.page, '/messages')
  await goes(fan.page, address)
  await writes(fan.page, '昨晚那顆月亮還在嗎？')
  const row = lan.page.getByRole('region', { name: '對話' }).getByRole('listitem').getByRole('link').first()
  await expect(row).toContainText('昨晚那顆月亮還在嗎？')
  await expect(row).toContainText('則未讀')
  await expect(lan.page).toHaveTitle(/^\(\d+/)
  const unread = async () => (await mine(lan.page)).unread.messages
  const before = await unread()
  await row.click()
  await expect(lines(lan.page)).toContainText('昨晚那顆月亮還在嗎？')
  await expect.poll(unread).toBe(before - 1)
  await expect(lines(fan.page).getByText('已讀')).toBeVisible()
  await writes(lan.page, '還在，今晚再掛一次。')
  await expect(lines(fan.page)).toContainText('還在，今晚再掛一次。')
  await expect(fan.page.getByRole('log')).toContainText('還在，今晚再掛一次。')

  await test.step('who writes is seen writing', async () => {
    await fan.page.getByRole('textbox', { name: /^寫給/ }).pressSequentially('今晚')
    await expect(lan.page.getByText(/正在寫$/)).toBeVisible()
    await fan.page.getByRole('textbox', { name: /^寫給/ }).fill('')
    await expect(lan.page.getByText(/正在寫$/)).toBeHidden()
  })

  await test.step('Enter that ends a Chinese word sends nothing, Shift and Enter break the line', async () => {
    const field = fan.page.getByRole('textbox', { name: /^寫給/ })
    await field.fill('第一行')
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    await expect(field).toHaveValue('第一行')
    await field.press('Shift+Enter')
    await field.pressSequentially('第二行')
    await field.press('Enter')
    await expect(field).toHaveValue('')
    await expect(lines(lan.page)).toContainText('第一行\n第二行')
  })

  await test.step('a link is to press, and only that', async () => {
    await writes(fan.page, '看 https://example.com/月亮 <b>x</b>')
    await expect(lines(lan.page).getByRole('link')).toHaveAttribute('rel', /noopener/)
    await expect(lines(lan.page).locator('b')).toHaveCount(0)
  })

  await test.step('what is deleted is gone for its writer, and said to the other one', async () => {
    await writes(fan.page, '這句不算')
    await expect(lines(lan.page)).toContainText('這句不算')
    const line = lines(fan.page).getByRole('listitem').filter({ hasText: '這句不算' })
    await pressesOn(line, '這則訊息的選單')
    await fan.page.getByRole('menuitem', { name: '刪除' }).click()
    await fan.page.getByRole('alertdialog').getByRole('button', { name: '刪除' }).click()
    await expect(lines(fan.page)).not.toContainText('這句不算')
    await expect(lines(lan.page)).not.toContainText('這句不算')
    await expect(lines(lan.page)).toContainText('這則訊息已刪除')
  })

  for (const { page } of [fan, lan]) await isClean(page)

  await test.step('who blocks is asked first, and then neither of them writes any more', async () => {
    await fan.page
      .getByRole('region', { name: /^與.*的對話$/ })
      .getByRole('button', { name: /選單$/ })
      .first()
      .click()
    await fan.page.getByRole('menuitem', { name: '封鎖' }).click()
    await fan.page.getByRole('alertdialog').getByRole('button', { name: '封鎖' }).click()
    await expect(fan.page.getByRole('textbox', { name: /^寫給/ })).toBeHidden()
    await expect(lines(fan.page)).toContainText('還在，今晚再掛一次。')
  })
  await leave(fan, lan)
})

test('lines that were written without a network arrive once and in order, in every tab, after a reload too', async ({ browser }) => {
  const { fan, lan, address, id } = await couple(browser)
  await goes(fan.page, address)
  await writes(fan.page, '零')
  await goes(lan.page, `/messages/${id}`)
  await fan.context.setOffline(true)
  for (const text of ['暗中一', '暗中二', '暗中三']) await writes(fan.page, text)
  await expect(lines(fan.page)).toContainText('暗中三')
  await expect(lines(lan.page)).not.toContainText('暗中一')
  await writes(lan.page, '我這邊有燈')
  // Kept before the other one is back: it stands before what was written in the dark.
  await expect.poll(async () => (await lan.page.request.get(`/api/messages/conversations/${id}`)).text()).toContain('我這邊有燈')
  await expect(lines(fan.page).getByText('沒有網路，連上後送出').first()).toBeVisible()
  await fan.context.setOffline(false)
  await expect(lines(lan.page)).toContainText('暗中三')
  await expect(lines(fan.page)).toContainText('我這邊有燈')
  const said = async (page: Page) => (await lines(page).innerText()).match(/零|暗中.|我這邊有燈/g)
  await expect.poll(() => said(lan.page)).toEqual(['零', '我這邊有燈', '暗中一', '暗中二', '暗中三'])
  await expect.poll(() => said(fan.page)).toEqual(['零', '我這邊有燈', '暗中一', '暗中二', '暗中三'])

  await test.step('another tab of the same person reads the same, and hears what this one says', async () => {
    const second = await fan.context.newPage()
    await goes(second, address)
    expect(await said(second)).toEqual(await said(fan.page))
    await writes(fan.page, '暗中四')
    await expect(lines(second)).toContainText('暗中四')
    await writes(second, '暗中五')
    await expect(lines(fan.page)).toContainText('暗中五')
    await second.close()
  })

  await test.step('a line that nobody answered, and a draft, are there after a reload', async () => {
    await fan.page.route('**/api/messages/conversations/*', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.fallback(),
    )
    await writes(fan.page, '暗中六')
    await expect(lines(fan.page).getByText('傳送中')).toBeVisible()
    await fan.page.getByRole('textbox', { name: /^寫給/ }).fill('還沒想好')
    await fan.page.reload()
    await isAlive(fan.page)
    await expect(fan.page.getByRole('textbox', { name: /^寫給/ })).toHaveValue('還沒想好')
    await expect(lines(fan.page)).toContainText('暗中六')
    await fan.page.unroute('**/api/messages/conversations/*')
    await expect(lines(lan.page)).toContainText('暗中六', { timeout: 45_000 })
    await expect(lines(fan.page).getByText('傳送中')).toBeHidden()
    expect((await said(lan.page))?.filter((text) => text === '暗中六')).toHaveLength(1)
  })
  await leave(fan, lan)
})

test('who writes pays what they were told, agrees to a new price first, and tops up on the way, on a phone', async ({ browser }) => {
  const lan = await comes(browser)
  await signsIn(lan, 'creator@stagedoor.example')
  const charges = (messagePrice: number) => asks(lan.page, 'put', '/performers/me', { messagePrice })
  await charges(5)
  const fan = await comes(browser, { phone: true })
  await test.step('every filter of the inbox is there to be seen, also a creator’s own lists', async () => {
    await passedTheDoor(lan)
    await lan.page.setViewportSize({ width: 390, height: 844 })
    await goes(lan.page, '/messages')
    const filters = lan.page.getByRole('navigation', { name: '篩選對話' }).getByRole('link')
    await expect(filters.filter({ hasText: '已封存' })).toBeVisible()
    for (const filter of await filters.all()) await expect(filter).toBeInViewport({ ratio: 1 })
    await lan.page.setViewportSize({ width: 1280, height: 900 })
  })
  await joins(fan, '小滿', { tokens: 30 })
  await goes(fan.page, '/papertheatre')
  await fan.page
    .getByRole('button', { name: /^寫訊息給/ })
    .first()
    .click()
  await fan.page.waitForURL(/\/messages\/[0-9a-f-]{36}/)
  await expect(fan.page.getByText('每則5代幣')).toBeVisible()
  await writes(fan.page, '付得起')
  await expect(lines(fan.page)).toContainText('5代幣')
  await expect.poll(async () => (await mine(fan.page)).balance).toBe(25)

  await charges(4)
  await writes(fan.page, '改價了')
  await fan.page.getByRole('button', { name: '以4代幣送出' }).click()
  await expect.poll(async () => (await mine(fan.page)).balance).toBe(21)
  await expect(fan.page.getByText('每則4代幣')).toBeVisible()
  await charges(30)
  await writes(fan.page, '不夠了')
  await fan.page.getByRole('button', { name: '以30代幣送出' }).click()
  await expect(fan.page.getByRole('button', { name: '儲值並送出' })).toBeVisible()
  await expect(lines(fan.page)).toContainText('不夠了')
  expect((await mine(fan.page)).balance).toBe(21)
  await fan.page.getByRole('button', { name: '刪除', exact: true }).click()
  await expect(lines(fan.page)).not.toContainText('不夠了')

  await test.step('the way back keeps the list, and the list what was not sent', async () => {
    await fan.page.getByRole('textbox', { name: /^寫給/ }).fill('先放著')
    await fan.page.getByRole('banner').getByRole('button', { name: '返回' }).click()
    await expect(fan.page).toHaveURL(/\/messages$/)
    await expect(fan.page.getByRole('region', { name: '對話' }).getByRole('listitem').first()).toContainText('草稿：先放著')
  })

  await test.step('the creator sees in the list that somebody paid to write, reads it once it is opened, and looks for people by their name', async () => {
    await passedTheDoor(lan)
    await goes(lan.page, '/messages')
    const list = lan.page.getByRole('region', { name: '對話' })
    await expect(list.getByRole('listitem').first()).toContainText('付費寫給你的訊息，打開來讀4代幣')
    await list.getByRole('button', { name: '搜尋對話' }).click()
    await list.getByRole('searchbox', { name: '搜尋名字' }).fill('沒有這個人')
    await lan.page.keyboard.press('Enter')
    await expect(list.getByText('沒有叫「沒有這個人」的人。')).toBeVisible()
    await list.getByRole('button', { name: '清除搜尋' }).click()
    await list.getByRole('listitem').first().getByRole('link').click()
    await expect(lines(lan.page)).toContainText('改價了')
    await expect(list.getByRole('listitem').first()).toContainText('改價了')
    await expect(list.getByRole('listitem').first()).not.toContainText('打開來讀')
    await expect(list.getByRole('searchbox')).toHaveCount(0)
  })
  await charges(0)
  await leave(fan, lan)
})

test('earlier lines come in above what one reads, and it stays where it is', async ({ browser }) => {
  const { fan, lan, address, id } = await couple(browser)
  for (let count = 1; count <= 70; count++) await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: `第${count}句` })
  await goes(fan.page, address)
  await expect(lines(fan.page).getByText('第70句', { exact: true })).toBeInViewport()
  const scroller = lines(fan.page)
  for (const text of ['第46句', '第21句', '第1句']) {
    await expect(async () => {
      await scroller.evaluate((element) => element.scrollBy(0, -400))
      await expect(scroller.getByText(text, { exact: true })).toBeVisible({ timeout: 500 })
    }).toPass()
  }
  const seen = scroller.getByText('第5句', { exact: true })
  await expect(seen).toBeVisible()
  const before = (await seen.boundingBox())?.y
  await asks(lan.page, 'post', `/messages/conversations/${id}`, { text: '下面來了一句' })
  await expect(fan.page.getByRole('log')).toContainText('下面來了一句')
  expect(Math.abs(((await seen.boundingBox())?.y ?? 0) - (before ?? 0))).toBeLessThan(2)
  await fan.page.getByRole('button', { name: '到最新的訊息' }).click()
  await expect(scroller.getByText('下面來了一句')).toBeInViewport()
  await leave(fan, lan)
})

async function writes(page: Page, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^寫給/ })
  await field.fill(text)
  await page.getByRole('button', { name: /^送出/ }).click()
  await expect(field).toHaveValue('')
}

async function leave(...people: Person[]): Promise<void> {
  for (const { complaints, context } of people) {
    expect(complaints.filter((each) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket/.test(each))).toEqual([])
    await context.close()
  }
}

test('without a network the heads of inbox and thread stay in sight below the line that says so', async ({ browser }) => {
  for (const phone of [false, true]) {
    const { fan, address } = await couple(browser, { phone })
    const { page, context } = fan
    await goes(page, address)
    await context.setOffline(true)
    const lost = page.getByText('線斷了，正在重新連線')
    await expect(lost).toBeVisible()
    await page.getByRole('textbox').last().focus()
    const tooHigh = () => page.evaluate(() => document.documentElement.scrollHeight - document.documentElement.clientHeight)
    await expect.poll(tooHigh, `phone: ${phone}`).toBeLessThanOrEqual(0)
    await context.setOffline(false)
    await expect(lost).toBeHidden()
  }
})

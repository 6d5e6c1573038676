// A show in two windows: its creator sends from a camera, a fan buys the ticket while it is on, watches, talks, and is told when it is over.
import { expect, type Page, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins } from './people.ts'
import { asks, isClean, mine } from './talking.ts'

const chat = (page: Page) => page.getByRole('complementary', { name: '聊天室' })

test('a ticketed show is bought while it is on, watched, talked about, and comes back when it breaks off', async ({ browser }) => {
  const lan = await performs(browser)
  const fan = await comes(browser)
  await joins(fan, '小滿', { tokens: 500 })

  await test.step('the creator sees and hears herself first, and is sent as she is when she goes live', async () => {
    await goes(lan.page, '/creator/live')
    await lan.page.getByRole('button', { name: '試試鏡頭與麥克風' }).click()
    await moves(lan.page)
    await expect(lan.page.getByRole('meter', { name: '麥克風音量' })).toBeVisible()
    await lan.page.getByRole('combobox', { name: '麥克風' }).click()
    await lan.page.getByRole('option').nth(1).click()
    await moves(lan.page)
    await isClean(lan.page)
    await lan.page.getByRole('textbox', { name: '標題' }).fill('光的排練')
    await lan.page.getByRole('combobox', { name: '誰可以看' }).click()
    await lan.page.getByRole('option', { name: '買票的人' }).click()
    await lan.page.getByRole('textbox', { name: '票價（代幣）' }).fill('120')
    await lan.page.getByRole('button', { name: '開始直播' }).click()
    await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
    await expect(lan.page.getByRole('meter', { name: '麥克風音量' })).toBeVisible()
  })

  await test.step('the fan finds it, buys a ticket, and sees it move', async () => {
    await goes(fan.page, '/live')
    await fan.page.getByRole('link', { name: '光的排練', exact: true }).click()
    await expect(fan.page.getByRole('heading', { name: '這場直播需要門票。' })).toBeVisible()
    await isClean(fan.page)
    await fan.page.getByRole('button', { name: /120代幣/ }).click()
    await fan.page
      .getByRole('dialog')
      .getByRole('button', { name: /120代幣/ })
      .click()
    await moves(fan.page)
    expect((await mine(fan.page)).balance).toBe(380)
    // Whoever films the screen films their own name.
    await expect(fan.page.locator('[data-watermark]')).toContainText('@fan')
    await isClean(fan.page)
  })

  await test.step('both talk without loading a page, and what is deleted is said to be', async () => {
    const say = async (page: Page, text: string) => {
      const field = page.getByRole('textbox', { name: '說點什麼' }).first()
      await field.fill(text)
      await field.press('Enter')
    }
    await say(fan.page, '晚安，剛下班')
    await expect(lan.page.getByRole('log', { name: '聊天室' })).toContainText('晚安，剛下班')
    await say(lan.page, '今天燈只開一半')
    await expect(chat(fan.page).getByRole('log')).toContainText('今天燈只開一半')
    const line = lan.page.getByRole('log', { name: '聊天室' }).getByText('晚安，剛下班')
    await line.hover()
    await lan.page.getByRole('button', { name: '小滿這則訊息的選項' }).click()
    await lan.page.getByRole('menuitem', { name: '刪除訊息' }).click()
    await expect(chat(fan.page).getByRole('log')).toContainText('這則訊息已刪除')
    await expect(chat(fan.page).getByRole('log')).not.toContainText('晚安，剛下班')
  })

  await test.step('the creator runs the room: a line stands above it and not any more, somebody is muted and unmuted, and others wait their turn', async () => {
    const log = lan.page.getByRole('log', { name: '聊天室' })
    const more = async (what: string) => {
      await log.getByText('燈好漂亮').hover()
      await lan.page.getByRole('button', { name: '小滿這則訊息的選項' }).click()
      await lan.page.getByRole('menuitem', { name: what }).click()
    }
    const field = fan.page.getByRole('textbox', { name: '說點什麼' }).last()
    await field.fill('燈好漂亮')
    await field.press('Enter')
    await expect(log).toContainText('燈好漂亮')
    await more('置頂')
    await expect(chat(fan.page).getByText('置頂訊息')).toBeVisible()
    await lan.page.getByRole('button', { name: '取消置頂' }).click()
    await expect(chat(fan.page).getByText('置頂訊息')).toBeHidden()
    await more('禁言小滿')
    await expect(chat(fan.page).getByText('你在這裡被禁言了')).toBeVisible()
    await lan.page.getByRole('button', { name: '聊天室設定' }).click()
    const settings = lan.page.getByRole('dialog', { name: '聊天室設定' })
    await isClean(lan.page)
    await settings.getByRole('button', { name: '解除禁言 小滿' }).click()
    await expect(settings.getByText('沒有人被禁言。')).toBeVisible()
    await settings.getByRole('combobox', { name: '慢速模式' }).click()
    await lan.page.getByRole('option', { name: '每60秒一句' }).click()
    await expect(settings.getByRole('combobox', { name: '慢速模式' })).toContainText('每60秒一句')
    await lan.page.keyboard.press('Escape')
    await field.fill('慢慢來')
    await field.press('Enter')
    await expect(log).toContainText('慢慢來')
    await expect(chat(fan.page).getByPlaceholder(/^慢速模式/)).toBeVisible()
  })

  await test.step('who watches is counted on both sides', async () => {
    await expect(lan.page.getByText('1人在看').first()).toBeVisible({ timeout: 45_000 })
  })

  await test.step('the creator ends it, the fan is told, and the ticket comes back: nobody saw ten minutes of it', async () => {
    await lan.page.getByRole('button', { name: '結束直播' }).click()
    await lan.page.getByRole('alertdialog').getByRole('button', { name: '結束直播' }).click()
    await expect(fan.page.getByRole('heading', { name: '直播已經結束' })).toBeVisible()
    await expect(lan.page.getByRole('button', { name: '開始直播' })).toBeVisible()
    await expect.poll(async () => (await mine(fan.page)).balance).toBe(500)
  })
  expect([...lan.complaints, ...fan.complaints]).toEqual([])
})

test('an announced show counts down, on a phone too, and opens by itself when it begins', async ({ browser }) => {
  const lan = await performs(browser)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  await joins(fan, '青苔')
  const scheduledAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title: '海邊的燈', type: 'public', scheduledAt })) as { _id: string }
  await goes(fan.page, `/live/${_id}`)
  await expect(fan.page.getByRole('heading', { name: '還沒開始' })).toBeVisible()
  await expect(fan.page.getByText(/^0[23]:\d\d:\d\d$/)).toBeVisible()
  await isClean(fan.page)
  await goes(lan.page, '/creator/live')
  await test.step('what was announced is said anew', async () => {
    await lan.page.getByRole('listitem').filter({ hasText: '海邊的燈' }).getByRole('button', { name: '修改' }).click()
    const sheet = lan.page.getByRole('dialog', { name: '修改預告' })
    await sheet.getByRole('textbox', { name: '標題' }).fill('海邊的燈，第二晚')
    await isClean(lan.page)
    await sheet.getByRole('button', { name: '儲存' }).click()
    await expect(sheet).toBeHidden()
    await expect(fan.page).toHaveTitle(/^海邊的燈，第二晚/, { timeout: 30_000 })
  })
  const row = lan.page.getByRole('listitem').filter({ hasText: '海邊的燈' })
  await row.getByRole('button', { name: '開播' }).click()
  await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
  await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
  await moves(fan.page)
  await test.step('over the picture the room opens as a sheet, with what stands above it; a line whose answer is lost stands once', async () => {
    const log = lan.page.getByRole('log', { name: '聊天室' })
    let lost = 0
    await fan.page.route('**/api/messages/stream/*', async (route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue()
      await route.fetch()
      await route.abort()
    })
    const over = fan.page.getByRole('textbox', { name: '說點什麼' }).first()
    await over.fill('海風好大')
    await over.press('Enter')
    await expect(log.getByText('海風好大')).toHaveCount(1)
    await fan.page.getByRole('button', { name: '展開聊天室' }).click()
    const sheet = fan.page.getByRole('dialog', { name: '聊天室' })
    await expect(sheet.getByText('海風好大')).toHaveCount(1)
    await expect(sheet.getByText('沒有收到回覆')).toHaveCount(0)
    await isClean(fan.page)
    await fan.page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })
  await test.step('an iPhone gives full screen to the picture itself, and what was muted stays so', async () => {
    await fan.page.evaluate(() => {
      Reflect.deleteProperty(Element.prototype, 'requestFullscreen')
      Object.assign(HTMLVideoElement.prototype, { webkitEnterFullscreen: () => (document.title = 'filled') })
    })
    await fan.page.getByRole('button', { name: '全螢幕' }).click()
    await expect(fan.page).toHaveTitle('filled')
    await fan.page
      .getByRole('button', { name: /^(靜音|取消靜音)$/ })
      .first()
      .click()
    const isMuted = () => fan.page.locator('video').evaluate((video) => (video as HTMLVideoElement).muted)
    const before = await isMuted()
    await goes(fan.page, `/live/${_id}`)
    await moves(fan.page)
    expect(await isMuted()).toBe(before)
  })
  await lan.page.getByRole('button', { name: '結束直播' }).click()
  await lan.page.getByRole('alertdialog').getByRole('button', { name: '結束直播' }).click()
  await expect(fan.page.getByRole('heading', { name: '直播已經結束' })).toBeVisible()
  await test.step('where it is over the ways on are there: following, what comes next, who else is live', async () => {
    await asks(lan.page, 'post', '/streaming/live', { title: '月光場', type: 'public', scheduledAt })
    await goes(fan.page, `/live/${_id}`)
    await fan.page.getByRole('button', { name: /^追蹤/ }).click()
    await expect(fan.page.getByRole('button', { name: /^追蹤中/ })).toBeVisible()
    await expect(fan.page.getByRole('link', { name: '月光場' })).toBeVisible()
    await isClean(fan.page)
  })
  await test.step('the directory finds by words, and says what is missing where it finds nothing', async () => {
    await goes(fan.page, '/live?of=followed&q=月光')
    await expect(fan.page.getByRole('link', { name: '月光場' })).toBeVisible()
    await isClean(fan.page)
    await goes(fan.page, '/live?q=沒有這場')
    await expect(fan.page.getByText('找不到符合的直播')).toBeVisible()
    // It looks by itself: who began meanwhile is there without a press.
    await goes(fan.page, '/live?of=followed')
    await asks(lan.page, 'post', '/streaming/live', { title: '臨時加演', type: 'public' })
    await expect(fan.page.getByRole('link', { name: '臨時加演' })).toBeVisible({ timeout: 45_000 })
  })
  // A line whose answer was cut off on purpose is complained of by the browser.
  const complaints = [...lan.complaints, ...fan.complaints].filter((line) => !line.includes('net::ERR_FAILED'))
  expect(complaints).toEqual([])
})

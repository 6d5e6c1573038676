// Emoji in what people write: found by name in the language of the page, put where the caret stands.
import { expect, type Page, test } from '@playwright/test'
import { goes, isAlive, site } from './people.ts'
import { couple, isClean, lines } from './talking.ts'

const text = (page: Page) => page.getByRole('textbox', { name: /^(寫給|Write to)/ })
const button = (page: Page) => page.getByRole('button', { name: /^(表情符號|Emoji)$/ })
const panel = (page: Page) => page.getByRole('dialog', { name: /^(表情符號|Emoji)$/ })
const caret = (page: Page) => text(page).evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd])
const placesCaret = (page: Page, at: number) =>
  text(page).evaluate((field: HTMLTextAreaElement, place) => field.setSelectionRange(place, place), at)

test('an emoji is found by name in both languages, goes to the caret, and arrives', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser)
  const { page } = fan
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await goes(page, address)
  expect(asked.filter((url) => url.includes('zh-TW'))).toEqual([])

  await test.step('what does not come is said, and asked for again', async () => {
    await text(page).fill('今晚見')
    await placesCaret(page, 2)
    const notes = page.getByRole('region', { name: '提示訊息' })
    // What failed is read out at once, and the note itself stays out of the way of whoever listens until they go there.
    const again = notes.getByRole('button', { name: '再試一次', includeHidden: true })
    await page.route('**/zh-TW*.json', (route) => route.fulfill({ status: 503, body: '' }))
    await button(page).click()
    await expect(notes).toContainText('表情符號沒有載入。')
    await expect(panel(page)).toBeHidden()
    await page.unroute('**/zh-TW*.json')
    await again.click({ timeout: 10_000 })
    await expect(panel(page)).toBeVisible()
  })

  const search = panel(page).getByRole('searchbox')
  await test.step('「月亮」 and Enter put it where the caret stands, which stands after it', async () => {
    await expect(search).toBeFocused()
    await search.fill('月亮')
    await expect(panel(page).getByRole('gridcell', { name: '彎月', exact: true })).toBeVisible()
    await isClean(page)
    // Enter that ends the writing of a Chinese word belongs to the word.
    await search.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
    await expect(panel(page)).toBeVisible()
    await expect(text(page)).toHaveValue('今晚見')
    await search.fill('月牙')
    await expect(panel(page).getByRole('gridcell')).toHaveCount(1)
    await search.press('Enter')
    await expect(panel(page)).toBeHidden()
    await expect(text(page)).toHaveValue('今晚🌙見')
    await expect(text(page)).toBeFocused()
    expect(await caret(page)).toEqual([4, 4])
    // As what is typed: undone by the keys for it, and made again.
    await page.keyboard.press('ControlOrMeta+z')
    await expect(text(page)).toHaveValue('今晚見')
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await expect(text(page)).toHaveValue('今晚🌙見')
    expect(await caret(page)).toEqual([4, 4])
    await page.keyboard.type('十點')
    await expect(text(page)).toHaveValue('今晚🌙十點見')
  })

  await test.step('Escape closes without one, and the focus is in the text again', async () => {
    await button(page).click()
    await expect(search).toBeFocused()
    await isClean(page)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(text(page)).toBeFocused()
    await expect(text(page)).toHaveValue('今晚🌙十點見')
  })

  await test.step('the tone of a hand and the last ones are there the next time, and after a reload', async () => {
    await button(page).click()
    await panel(page).getByRole('button', { name: '膚色' }).click()
    await page.getByRole('menuitemcheckbox', { name: '深膚色', exact: true }).click()
    await search.fill('揮手')
    await panel(page).getByRole('gridcell', { name: '揮手', exact: true }).click()
    await expect(text(page)).toHaveValue('今晚🌙十點👋🏿見')
    await page.reload()
    await isAlive(page)
    await button(page).click()
    const recent = panel(page).getByRole('group', { name: '最近用過' }).getByRole('button')
    await expect(recent).toHaveText(['👋🏿', '🌙'])
    await recent.last().click()
    // The draft, with nothing marked in it: at its end.
    await expect(text(page)).toHaveValue('今晚🌙十點👋🏿見🌙')
  })

  await test.step('a press on a group goes to where it begins; what nobody calls anything is said', async () => {
    await button(page).click()
    await expect(panel(page).getByRole('gridcell', { name: '笑臉', exact: true })).toBeVisible()
    await panel(page).getByRole('button', { name: '食物和飲料' }).click()
    await expect(panel(page).getByRole('gridcell', { name: '葡萄', exact: true })).toBeInViewport()
    await search.fill('沒有人這樣叫')
    await expect(panel(page).getByText('找不到「沒有人這樣叫」。')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await text(page).press('Enter')
  await expect(text(page)).toHaveValue('')
  await goes(lan.page, address)
  await expect(lines(lan.page)).toContainText('今晚🌙十點👋🏿見🌙')
  expect(asked.filter((url) => !url.startsWith(site) && !/^(data|blob):/.test(url))).toEqual([])

  await test.step('in English it is a moon', async () => {
    await goes(lan.page, `/en-US${address}`)
    await text(lan.page).fill('See you')
    await placesCaret(lan.page, 3)
    await button(lan.page).click()
    const theirs = panel(lan.page).getByRole('searchbox')
    await theirs.fill('moon')
    await panel(lan.page).getByRole('gridcell', { name: 'Crescent moon', exact: true }).click()
    await expect(text(lan.page)).toHaveValue('See🌙 you')
    expect(await caret(lan.page)).toEqual([5, 5])
    await text(lan.page).press('Enter')
    await expect(lines(page)).toContainText('See🌙 you')
  })
  // The one that did not come.
  expect(fan.complaints.filter((each) => !each.includes('503'))).toEqual([])
  expect(lan.complaints).toEqual([])
})

test('on a phone they come from the bottom, and a mass message takes them, too', async ({ browser }) => {
  const { fan, lan, address } = await couple(browser, { phone: true })
  const { page } = fan
  await goes(page, address)
  await text(page).fill('晚安')
  await button(page).tap()
  await expect(panel(page)).toBeVisible()
  await isClean(page)
  await panel(page).getByRole('searchbox').fill('彎月')
  await panel(page).getByRole('gridcell', { name: '彎月', exact: true }).tap()
  await expect(panel(page)).toBeHidden()
  await expect(text(page)).toHaveValue('晚安🌙')
  await expect(text(page)).toBeFocused()

  await goes(lan.page, '/creator/replies')
  await lan.page.getByRole('button', { name: '新增回覆' }).click()
  const sheet = lan.page.getByRole('dialog').first()
  const written = sheet.getByRole('textbox').last()
  await written.fill('謝謝你')
  await sheet.getByRole('button', { name: '表情符號' }).click()
  await panel(lan.page).getByRole('searchbox').fill('彎月')
  await panel(lan.page).getByRole('gridcell', { name: '彎月', exact: true }).click()
  await expect(written).toHaveValue('謝謝你🌙')
  await expect(written).toBeFocused()
  for (const { complaints } of [fan, lan]) expect(complaints).toEqual([])
})

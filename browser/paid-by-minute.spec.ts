// Shows that are paid for by the minute, in several windows: one for two that ends with the guest's wallet while somebody looks on, and one for many.
import { expect, type Page, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins } from './people.ts'
import { asks, isClean, mine } from './talking.ts'

const meter = (page: Page) => page.getByRole('region', { name: '計費' })
const isOver = (page: Page) => page.getByRole('heading', { name: '直播已經結束' })

test('a private show that somebody looks in on ends when its guest can pay no further: warned before, told on every screen, receipted to each', async ({
  browser,
}) => {
  test.setTimeout(420_000)
  const lan = await performs(browser)
  const fan = await comes(browser)
  const spy = await comes(browser, { phone: true, theme: 'dark' })
  // Two minutes and a half of 40.
  await joins(fan, '小滿', { tokens: 100 })
  await joins(spy, '阿澤', { tokens: 100 })
  const { _id: performerId } = (await asks(lan.page, 'get', '/users/me')) as { _id: string }
  await asks(lan.page, 'put', '/streaming/update', { privatePrice: 40, minMinutes: 1, spyPrice: 10 })
  const { _id: requestId } = (await asks(fan.page, 'post', '/streaming/private-requests', { performerId })) as { _id: string }
  const { _id } = (await asks(lan.page, 'post', `/streaming/private-requests/${requestId}/accept`, {})) as { _id: string }
  const path = `/live/${_id}`

  await test.step('a camera that is asked for before the page is alive is opened all the same', async () => {
    await lan.page.goto(path, { waitUntil: 'commit' })
    await lan.page.getByRole('button', { name: '開啟鏡頭' }).click()
    await moves(lan.page)
    await goes(fan.page, path)
    await moves(fan.page)
    await expect(meter(fan.page)).toContainText('1分鐘 · 共40代幣', { timeout: 30_000 })
  })

  await test.step('who pays for one minute more is told when it ends, on their own screen alone', async () => {
    await expect(meter(fan.page).getByRole('status')).toContainText('剩2分鐘')
    await expect(meter(fan.page).getByRole('link', { name: '加值' })).toBeVisible()
    await expect(meter(lan.page).getByRole('status')).toHaveCount(0)
    await isClean(fan.page)
  })

  await test.step('somebody looks on: for less, without a word, and without the guest’s picture', async () => {
    await goes(spy.page, path)
    await spy.page.getByRole('button', { name: '進入，每分鐘10代幣' }).click()
    await moves(spy.page)
    await expect(meter(spy.page)).toContainText('1分鐘 · 共10代幣', { timeout: 30_000 })
    await expect(spy.page.getByRole('log', { name: '聊天室' })).toHaveCount(0)
    await expect(spy.page.getByText('小滿')).toHaveCount(0)
    await isClean(spy.page)
    // What they pay is theirs: the show for two counts on for the two.
    await expect(meter(lan.page)).toContainText('共40代幣')
  })

  await test.step('the guest’s own small picture is dragged to another corner, brought back by keyboard, and stays there', async () => {
    const { page } = fan
    await page.getByRole('button', { name: '開啟鏡頭' }).click()
    const small = page.locator('[data-corner]')
    await expect(small).toHaveAttribute('data-corner', 'bottomLeft')
    const box = (await small.locator('video').boundingBox())!
    await page.mouse.move(box.x + 30, box.y + box.height - 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 330, box.y - 200, { steps: 5 })
    await page.mouse.move(box.x + 700, box.y - 450, { steps: 5 })
    await page.mouse.up()
    await expect(small).toHaveAttribute('data-corner', 'topRight')
    await page.getByRole('button', { name: /^把小畫面移到別的角落/ }).focus()
    await page.keyboard.press('ArrowDown')
    await expect(small).toHaveAttribute('data-corner', 'bottomRight')
    await isClean(page)
    await page.getByRole('button', { name: '停止傳送畫面' }).click()
    await expect(small).toHaveCount(0)
    await page.getByRole('button', { name: '開啟鏡頭' }).click()
    await expect(small).toHaveAttribute('data-corner', 'bottomRight')
  })

  await test.step('the wallet pays two minutes; then it is over for everybody', async () => {
    await expect(isOver(fan.page)).toBeVisible({ timeout: 180_000 })
    for (const { page } of [lan, spy]) await expect(isOver(page)).toBeVisible({ timeout: 30_000 })
    for (const { page } of [fan, lan]) await expect(page.getByText('代幣用完，私人秀結束了。')).toBeVisible()
    expect((await mine(fan.page)).balance).toBe(20)
  })

  await test.step('each reads their own receipt, its performer both, and the wallet’s lines lead there', async () => {
    await goes(fan.page, '/wallet')
    const line = fan.page.getByText('第2分鐘')
    await expect(line).toContainText('私人秀')
    await isClean(fan.page)
    await line.getByRole('link', { name: '私人秀' }).click()
    await expect(fan.page).toHaveURL(new RegExp(`${path}/receipt$`))
    await expect(fan.page.getByText(/相符/)).toHaveCount(1)
    await expect(fan.page.getByText('代幣用完')).toBeVisible()
    await expect(fan.page.getByRole('row')).toHaveCount(3)
    await spy.page.getByRole('link', { name: '看收據' }).click()
    await expect(spy.page.getByText(/相符/)).toHaveCount(1)
    await lan.page.getByRole('link', { name: '看收據' }).click()
    await expect(lan.page.getByText(/相符/)).toHaveCount(2)
    for (const { page } of [fan, spy, lan]) await isClean(page)
  })
  await asks(lan.page, 'put', '/streaming/update', { privatePrice: null, spyPrice: null })
  for (const { complaints } of [lan, fan, spy]) expect(complaints).toEqual([])
})

test('a group show is entered by the minute, left, and entered again; each time is receipted', async ({ browser }) => {
  test.setTimeout(240_000)
  const lan = await performs(browser)
  const fan = await comes(browser, { phone: true })
  await joins(fan, '青苔', { tokens: 200 })
  const show = { title: '一分鐘一首', type: 'group', pricePerMinute: 30, minMinutes: 2 }
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', show)) as { _id: string }
  await goes(lan.page, '/creator/live')
  await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
  await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
  const { page } = fan
  const enters = async () => {
    await page.getByRole('button', { name: '進入，每分鐘30代幣' }).click()
    await moves(page)
    await expect(meter(page)).toContainText('1分鐘 · 共30代幣', { timeout: 30_000 })
  }

  await test.step('who stands outside sees what a minute costs, and nothing of the show', async () => {
    await goes(page, `/live/${_id}`)
    await expect(page.getByText('每分鐘30代幣 · 錢包至少要有2分鐘的代幣')).toBeVisible()
    await expect(page.getByRole('log')).toHaveCount(0)
    await isClean(page)
    expect((await mine(page)).balance).toBe(200)
  })

  await test.step('inside it counts, and the room is theirs', async () => {
    await enters()
    const field = page.getByRole('textbox', { name: '說點什麼' }).first()
    await field.fill('我來了')
    await field.press('Enter')
    await expect(lan.page.getByRole('log', { name: '聊天室' })).toContainText('我來了')
    await isClean(page)
  })

  await test.step('leaving stops it, and coming back begins anew', async () => {
    await page.getByRole('button', { name: '離開', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '離開' }).click()
    await expect(page.getByRole('heading', { name: '你離開了。' })).toBeVisible()
    expect((await mine(page)).balance).toBe(170)
    await isClean(page)
    await enters()
    expect((await mine(page)).balance).toBe(140)
  })

  await test.step('when it is over, both times are receipted', async () => {
    await lan.page.getByRole('button', { name: '結束直播' }).click()
    await lan.page.getByRole('alertdialog').getByRole('button', { name: '結束直播' }).click()
    await expect(isOver(page)).toBeVisible()
    await page.getByRole('link', { name: '看收據' }).click()
    await expect(page.getByText(/相符/)).toHaveCount(2)
    await isClean(page)
  })
  for (const { complaints } of [lan, fan]) expect(complaints).toEqual([])
})

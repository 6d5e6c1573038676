// What is given during a show, in two windows: from the menu, towards the goal; and who keeps order, or is shown the door.
import { expect, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, goes, joins } from './people.ts'
import { asks, isClean, mine } from './talking.ts'

test('tips reach the goal on both screens, one of them from the menu, and who disturbs is shown the door', async ({ browser }) => {
  test.setTimeout(240_000)
  const lan = await performs(browser)
  const fan = await comes(browser)
  await joins(fan, '小滿', { tokens: 500 })
  await asks(lan.page, 'put', '/streaming/menu', { items: [] })
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title: '點歌之夜', type: 'public' })) as { _id: string }
  const chat = fan.page.getByRole('complementary', { name: '聊天室' })
  const log = lan.page.getByRole('log', { name: '聊天室' })

  await test.step('the creator sets a goal and writes a menu', async () => {
    await goes(lan.page, '/creator/live')
    await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
    await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
    await lan.page.getByRole('button', { name: '設定目標' }).click()
    const goal = lan.page.getByRole('dialog', { name: '設定目標' })
    await goal.getByRole('textbox', { name: '達成後要做什麼' }).fill('安可一首')
    await goal.getByRole('button', { name: '儲存目標' }).click()
    await expect(goal.getByText('請填大於0的金額。')).toBeVisible()
    await goal.getByRole('textbox', { name: '目標金額' }).fill('100')
    await isClean(lan.page)
    await goal.getByRole('button', { name: '儲存目標' }).click()
    await expect(lan.page.getByRole('progressbar', { name: '安可一首' })).toHaveAttribute('aria-valuetext', '0，目標100')

    await lan.page.getByRole('button', { name: '打賞點單' }).click()
    const menu = lan.page.getByRole('dialog', { name: '打賞點單' })
    await menu.getByRole('textbox', { name: '做什麼' }).fill('唱你點的歌')
    await menu.getByRole('textbox', { name: '代幣' }).fill('50')
    await isClean(lan.page)
    await menu.getByRole('button', { name: '儲存點單' }).click()
    await expect(menu).toBeHidden()
  })

  await test.step('a fan chooses from it; the line and the goal say so on both screens', async () => {
    await goes(fan.page, `/live/${_id}`)
    await moves(fan.page)
    await fan.page.getByRole('button', { name: '打賞', exact: true }).last().click()
    const sheet = fan.page.getByRole('dialog', { name: /^打賞/ })
    await sheet.getByRole('button', { name: /唱你點的歌/ }).click()
    await isClean(fan.page)
    await sheet.getByRole('button', { name: '打賞50代幣' }).click()
    await expect(chat.getByRole('log')).toContainText('點了「唱你點的歌」')
    await expect(log).toContainText('點了「唱你點的歌」')
    for (const { page } of [lan, fan])
      await expect(page.getByRole('progressbar', { name: '安可一首' }).last()).toHaveAttribute('aria-valuetext', '50，目標100')
    expect((await mine(fan.page)).balance).toBe(450)
  })

  await test.step('one without a name reaches it', async () => {
    await fan.page.getByRole('button', { name: '打賞', exact: true }).last().click()
    const sheet = fan.page.getByRole('dialog', { name: /^打賞/ })
    await sheet.getByRole('textbox', { name: '金額' }).fill('60')
    await sheet.getByRole('textbox', { name: '想說的話' }).fill('再一首')
    await sheet.getByRole('checkbox', { name: '匿名打賞' }).check()
    await sheet.getByRole('button', { name: '打賞60代幣' }).click()
    await expect(log).toContainText('匿名觀眾')
    for (const { page } of [lan, fan]) await expect(page.getByText('達成了').last()).toBeVisible()
    await expect(lan.page.getByRole('region', { name: '打賞最多的人' }).getByRole('listitem')).toHaveCount(2)
    await isClean(fan.page)
    await isClean(lan.page)
  })

  await test.step('the creator sees who is there, names somebody, and lets somebody in no more', async () => {
    await lan.page.getByRole('button', { name: '觀眾與管理員' }).click()
    const people = lan.page.getByRole('dialog', { name: '觀眾與管理員' })
    const there = people.getByRole('region', { name: /^正在看/ })
    await expect(there.getByText('小滿')).toBeVisible({ timeout: 30_000 })
    await there.getByRole('button', { name: '小滿：操作' }).click()
    await lan.page.getByRole('menuitem', { name: '設為管理員' }).click()
    await expect(people.getByRole('region', { name: '管理員', exact: true }).getByText('小滿')).toBeVisible()
    await isClean(lan.page)
    await there.getByRole('button', { name: '小滿：操作' }).click()
    await lan.page.getByRole('menuitem', { name: '禁止看我的直播' }).click()
    await lan.page.getByRole('alertdialog').getByRole('button', { name: '禁止看我的直播' }).click()
    await expect(people.getByRole('region', { name: '不能看直播的人' }).getByText('小滿')).toBeVisible()
    await expect(fan.page.getByRole('heading', { name: '燈打好了，人不在這裡。' })).toBeVisible({ timeout: 30_000 })
    await people.getByRole('region', { name: '不能看直播的人' }).getByRole('button', { name: '解除' }).click()
    await expect(people.getByRole('region', { name: '不能看直播的人' })).toBeHidden()
    await fan.page.reload()
    await moves(fan.page)
  })

  await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
  await asks(lan.page, 'put', '/streaming/menu', { items: [] })
  expect(lan.complaints).toEqual([])
})

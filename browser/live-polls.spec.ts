// A poll in the room of a show, in three windows: asked in the studio, voted in on a desk and on a phone, ended by hand.
import { expect, test } from '@playwright/test'
import { moves, performs } from './on-stage.ts'
import { comes, expectToFit, goes, joins } from './people.ts'
import { asks, isClean } from './talking.ts'

test('whoever watches votes once and sees it move; before that nobody follows the crowd', async ({ browser }) => {
  test.setTimeout(240_000)
  const lan = await performs(browser)
  const [mei, yun] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' })]
  await joins(mei, '小滿')
  await joins(yun, '青苔')
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title: '點歌之夜', type: 'public' })) as { _id: string }
  await goes(lan.page, '/creator/live')
  await lan.page.getByRole('button', { name: '用這個裝置直播' }).click()
  await expect(lan.page.getByRole('status').getByText('觀眾看得到你')).toBeVisible({ timeout: 30_000 })
  for (const { page } of [mei, yun]) {
    await goes(page, `/live/${_id}`)
    await moves(page)
  }
  const studio = lan.page.getByRole('region', { name: '投票' })
  const desk = mei.page.getByRole('region', { name: '投票' })

  await test.step('the performer asks, and what is no question is said at its field', async () => {
    await lan.page.getByRole('button', { name: '發起投票' }).click()
    const sheet = lan.page.getByRole('dialog', { name: '發起投票' })
    await sheet.getByRole('textbox', { name: '問題' }).fill('下一首唱什麼？')
    await sheet.getByRole('textbox', { name: '選項1' }).fill('慢歌')
    await sheet.getByRole('button', { name: '開始投票' }).click()
    await expect(sheet.getByText('至少要有兩個選項，而且不能重複。')).toBeVisible()
    await sheet.getByRole('textbox', { name: '選項2' }).fill('快歌')
    await isClean(lan.page)
    await sheet.getByRole('button', { name: '開始投票' }).click()
    await expect(sheet).toBeHidden()
    await expect(studio.getByText('0人投票')).toBeVisible()
  })

  await test.step('it comes to whoever watches without a reload; a vote shows how it stands, and moves on the studio’s screen', async () => {
    await expect(desk.getByText('投票後看結果')).toBeVisible()
    await isClean(mei.page)
    await desk.getByRole('button', { name: '慢歌' }).click()
    await expect(desk.getByText('1人投票')).toBeVisible()
    await expect(desk.getByText('100%')).toBeVisible()
    await expect(studio.getByText('1人投票')).toBeVisible()
    await isClean(mei.page)
    await isClean(lan.page)
  })

  await test.step('on a phone it opens from over the picture; each further vote is seen by who voted', async () => {
    await yun.page.getByRole('button', { name: /下一首唱什麼/ }).click()
    const sheet = yun.page.getByRole('dialog', { name: '下一首唱什麼？' })
    await expect(sheet.getByText('投票後看結果')).toBeVisible()
    await isClean(yun.page)
    await sheet.getByRole('button', { name: '快歌' }).click()
    await expect(sheet.getByText('2人投票')).toBeVisible()
    await expectToFit(yun.page, `/live/${_id}`)
    for (const one of [desk, studio]) await expect(one.getByText('2人投票')).toBeVisible()
    await yun.page.keyboard.press('Escape')
  })

  await test.step('ended by hand it is over on every screen, and can be put away', async () => {
    await studio.getByRole('button', { name: '結束投票' }).click()
    await expect(desk.getByText('投票已截止')).toBeVisible()
    await desk.getByRole('button', { name: '收起投票結果' }).click()
    await expect(desk).toHaveCount(0)
  })
  await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
  for (const { complaints } of [lan, mei, yun]) expect(complaints).toEqual([])
})

// Two people: whoever goes live is found by a fan where the fan looks anyway, and is gone from there when the show is over.
import { expect, test } from '@playwright/test'
import { performs } from './on-stage.ts'
import { comes, expectToFit, goes, joins } from './people.ts'
import { asks, isClean } from './talking.ts'

test('a fan finds who is live on the first page, in browse and on the profile, and the way in leads to the show', async ({ browser }) => {
  test.setTimeout(180_000)
  const lan = await performs(browser)
  const fan = await comes(browser, { phone: true })
  await joins(fan, '小滿')
  const me = (await asks(lan.page, 'get', '/users/me')) as { _id: string; username: string }
  const { page } = fan
  await goes(page, '/home?scope=discover')
  const rail = page.getByRole('region', { name: /正在直播|直播預告/ })
  await expect(rail.getByRole('link', { name: /深夜調音/ })).toHaveCount(0)

  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title: '深夜調音', type: 'ticket', price: 40 })) as { _id: string }
  await test.step('the rail asks again when the page is looked at, and stands on the first page and in browse', async () => {
    const show = page.getByRole('region', { name: '正在直播' }).getByRole('link', { name: /深夜調音/ })
    // It comes alive when nothing else wants to.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(show).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 30_000 })
    await expect(show).toContainText('40代幣')
    // No picture of a show that is paid for: the performer's face is all there is.
    await expect(show.locator('img:not([sizes="48px"])')).toHaveCount(0)
    await isClean(page)
    await expectToFit(page, '/home?scope=discover')
    await goes(page, '/explore')
    await expect(page.getByRole('region', { name: '正在直播' }).getByRole('link', { name: /深夜調音/ })).toBeVisible()
  })

  await test.step('browse is narrowed to who is live, and a card leads there', async () => {
    await page.getByRole('link', { name: '直播中', exact: true }).click()
    await expect(page).toHaveURL(/live=1/)
    await expect(page.getByRole('link', { name: /去看直播/ })).toHaveCount(1)
    await isClean(page)
    await page.getByRole('link', { name: /去看直播/ }).click()
    await expect(page).toHaveURL(new RegExp(`/live/${_id}$`))
  })

  await test.step('so does the profile, until the show is over', async () => {
    await goes(page, `/${me.username}`)
    await isClean(page)
    await page.getByRole('link', { name: /正在直播，進來看/ }).click()
    await expect(page).toHaveURL(new RegExp(`/live/${_id}$`))
    await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
    await goes(page, `/${me.username}`)
    await expect(page.getByRole('link', { name: /正在直播，進來看/ })).toHaveCount(0)
    await goes(page, '/explore')
    await expect(page.getByRole('link', { name: /深夜調音/ })).toHaveCount(0)
  })
  for (const { complaints } of [lan, fan]) expect(complaints).toEqual([])
})

// Asking to be reminded of an announced stream: from its tile, from its own page, and by a visitor, who comes in first and has what they pressed.
import { expect, test } from '@playwright/test'
import { performs } from './on-stage.ts'
import { comes, expectToFit, goes, joins } from './people.ts'
import { asks, isClean } from './talking.ts'

test('a fan asks to be reminded and takes it back; whoever made the show is not asked', async ({ browser }) => {
  test.setTimeout(120_000)
  const lan = await performs(browser)
  const fan = await comes(browser, { phone: true })
  await joins(fan, '小滿')
  const { page } = fan
  const scheduledAt = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const { _id } = (await asks(lan.page, 'post', '/streaming/live', { title: '晚場', type: 'public', scheduledAt })) as { _id: string }
  const button = page.getByRole('button', { name: /(提醒我|已設提醒) 晚場/ })
  const isReminded = async () => {
    const { stream } = (await asks(page, 'get', `/streaming/join/${_id}`)) as { stream: { isReminded?: true } }
    return stream.isReminded ?? false
  }

  await test.step('on its tile', async () => {
    await goes(page, '/live?q=晚場')
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await button.click()
    await expect(button).toHaveText(/已設提醒/)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(isReminded).toBe(true)
    await expect(page).toHaveURL(/\/live\?/)
    await isClean(page)
    await expectToFit(page, '/live?q=晚場')
  })
  await test.step('on the page that waits for it', async () => {
    await goes(page, `/live/${_id}`)
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await isClean(page)
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(isReminded).toBe(false)
  })
  await test.step('its performer is offered none, and a visitor comes in first', async () => {
    await goes(lan.page, `/live/${_id}`)
    await expect(lan.page.getByRole('heading', { name: '還沒開始' })).toBeVisible()
    await expect(lan.page.getByRole('button', { name: /提醒/ })).toHaveCount(0)
    const visitor = await comes(browser)
    await goes(visitor.page, `/live/${_id}`)
    await visitor.page.getByRole('button', { name: /提醒我 晚場/ }).click()
    await expect(visitor.page.getByRole('dialog').getByText(/開播前提醒我/)).toBeVisible()
    expect(visitor.complaints).toEqual([])
  })
  await asks(lan.page, 'put', `/streaming/live/${_id}`, { status: 'ended' })
  for (const { complaints } of [lan, fan]) expect(complaints).toEqual([])
})

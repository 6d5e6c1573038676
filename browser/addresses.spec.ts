// Where a parcel goes: what a form offers while somebody writes.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { comes, goes, joins } from './people.ts'

/** By what the browser fills in: the names of fields that must be filled say so as well. */
const field = (page: Page, level: 'address-level1' | 'address-level2' | 'address-level3') => page.locator(`input[autocomplete="${level}"]`)
/** What stands in the list below a field. */
const offers = (input: Locator) => input.evaluate((one) => [...((one as HTMLInputElement).list?.options ?? [])].map(({ value }) => value))

test('counties of Taiwan are offered, then the districts of the one that was written; elsewhere states, and their cities', async ({
  browser,
}) => {
  const fan = await comes(browser)
  await joins(fan, '小滿')
  const { page } = fan
  await goes(page, '/settings/addresses')
  await page.getByRole('main').getByRole('button', { name: '新增地址' }).first().click()
  const [state, city, district] = [field(page, 'address-level1'), field(page, 'address-level2'), field(page, 'address-level3')]
  await expect.poll(() => offers(city)).toContain('臺北市')
  expect(await offers(district)).toEqual([])
  await city.fill('臺北市')
  await expect.poll(() => offers(district)).toContain('大安區')
  await city.fill('高雄市')
  await expect.poll(() => offers(district)).toContain('左營區')
  await expect(state).toBeHidden()

  await page.getByRole('combobox', { name: '國家或地區' }).fill('日本')
  await page.getByRole('option', { name: '日本', exact: true }).click()
  await expect.poll(() => offers(state)).toContain('Kanagawa')
  await state.fill('Kanagawa')
  await expect.poll(() => offers(city)).toContain('Yokohama')
  expect(fan.complaints).toEqual([])
})

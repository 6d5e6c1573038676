// Kept on a screen: what the browser draws around the page goes with the theme, and the number at the icon is its reader's alone.
import { expect, test } from '@playwright/test'
import { comes, goes, passedTheDoor, signsIn } from './people.ts'

test('the frame of the browser follows the theme at a press, and the number at the icon goes with whoever signs out', async ({
  browser,
}) => {
  const fan = await comes(browser)
  await fan.page.addInitScript(() => {
    const badge = (number: number) => {
      localStorage.setItem('badge', String(number))
      return Promise.resolve()
    }
    Object.defineProperty(Navigator.prototype, 'setAppBadge', { configurable: true, value: badge })
    Object.defineProperty(Navigator.prototype, 'clearAppBadge', { configurable: true, value: () => badge(0) })
  })
  await passedTheDoor(fan)
  const around = () => fan.page.locator('meta[name="theme-color"]').getAttribute('content')
  await goes(fan.page, '/explore')
  const light = await around()
  await fan.page.getByRole('button', { name: '切換為深色' }).first().click()
  const dark = await around()
  expect(dark).not.toBe(light)
  await goes(fan.page, '/explore')
  expect(await around()).toBe(dark)

  await signsIn(fan, 'fan@stagedoor.example')
  await goes(fan.page, '/notifications')
  await fan.page.evaluate(() => navigator.setAppBadge(7))
  await fan.page.getByRole('button', { name: '我', exact: true }).first().click()
  await fan.page.getByRole('menuitem', { name: '登出' }).click()
  await fan.page.waitForURL('**/auth/login')
  expect(await fan.page.evaluate(() => localStorage.getItem('badge'))).toBe('0')
  expect(fan.complaints).toEqual([])
})

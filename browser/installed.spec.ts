// Kept on a screen: what the browser draws around the page goes with the theme, the number at the icon is its reader's alone, and members who come again
// are told once that the site can be kept there.
import { expect, test } from '@playwright/test'
import { violationsOn, wcag } from './axe.ts'
import { comes, expectToFit, goes, type Person, passedTheDoor, signsIn } from './people.ts'

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

/** Has been here before today. */
const cameBefore = ({ page }: Person) =>
  page.addInitScript(() => {
    if (localStorage.getItem('stagedoor.install') === null) localStorage.setItem('stagedoor.install', '{"first":"2026-01-01"}')
  })
/** What Chromium says where a site can be installed, once on every page. */
const canInstall = ({ page }: Person) =>
  page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    const prompt = () => {
      sessionStorage.setItem('prompted', 'yes')
      return Promise.resolve({ outcome: 'accepted' })
    }
    dispatchEvent(Object.assign(offer, { prompt }))
    return offer.defaultPrevented
  })
const line = ({ page }: Person) => page.getByRole('complementary', { name: '安裝' })
/** By a link, as one does within the site. */
const goesOn = async ({ page }: Person, name: string | RegExp) => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).locator('visible=true').first().click()
}
/** What comes once the page is idle has come, and looked whether it is to be said. */
const wouldBeThere = ({ page }: Person) => expect(page.locator('html[data-socket=connected]')).toBeAttached()
/** Its words come after that: on one of the next pages it stands. */
async function goesOnUntilTold(person: Person): Promise<void> {
  const names = ['探索', '首頁']
  await expect(async () => {
    await goesOn(person, names[0]!)
    names.reverse()
    await expect(line(person)).toBeVisible({ timeout: 1000 })
  }).toPass()
}

test('a member who comes again is told above the next page that the site can be installed, puts it away, and is never told again', async ({
  browser,
}) => {
  const fan = await comes(browser, { phone: true })
  await passedTheDoor(fan)
  await cameBefore(fan)
  await signsIn(fan, 'fan@stagedoor.example')
  await goes(fan.page, '/home')
  expect(await canInstall(fan), 'the browser’s own bar stays away').toBe(true)
  await wouldBeThere(fan)
  await expect(line(fan), 'nothing moves that somebody reads').toBeHidden()
  await goesOnUntilTold(fan)
  const [own, main] = [await line(fan).boundingBox(), await fan.page.locator('main').boundingBox()]
  expect((own?.y ?? 0) + (own?.height ?? 0), 'above the page, and not over it').toBeLessThanOrEqual(main?.y ?? 0)
  expect(await violationsOn(fan.page, wcag)).toEqual([])
  for (const width of [360, 1280, 390]) {
    await fan.page.setViewportSize({ width, height: 844 })
    await expectToFit(fan.page, `the hint at ${width}`)
  }
  await goesOn(fan, /^訊息/)
  await expect(line(fan), 'nobody writes below it').toBeHidden()
  await goesOn(fan, '首頁')
  await line(fan).getByRole('button', { name: '不用了' }).click()
  await expect(line(fan)).toBeHidden()
  expect(await fan.page.evaluate(() => document.activeElement?.localName)).toBe('main')

  await goes(fan.page, '/home')
  await canInstall(fan)
  await wouldBeThere(fan)
  await goesOn(fan, '探索')
  await expect(fan.page).toHaveURL(/explore/)
  await expect(line(fan)).toBeHidden()
  expect(fan.complaints).toEqual([])
})

test('whoever presses it gets their browser’s own question and hears no more of it; visitors and whoever comes on their first day hear nothing', async ({
  browser,
}) => {
  const [again, first, visitor] = [await comes(browser, { theme: 'dark' }), await comes(browser), await comes(browser)]
  for (const person of [again, first, visitor]) await passedTheDoor(person)
  for (const person of [again, visitor]) await cameBefore(person)
  for (const person of [again, first]) await signsIn(person, 'fan@stagedoor.example')
  for (const person of [first, visitor]) {
    await goes(person.page, '/home')
    await canInstall(person)
    if (person === first) await wouldBeThere(person)
    await goesOn(person, '探索')
    await expect(person.page).toHaveURL(/explore/)
    await expect(line(person)).toBeHidden()
  }
  await goes(again.page, '/home')
  await canInstall(again)
  await wouldBeThere(again)
  await goesOnUntilTold(again)
  await line(again).getByRole('button', { name: '安裝' }).click()
  await expect(line(again)).toBeHidden()
  expect(await again.page.evaluate(() => sessionStorage.getItem('prompted'))).toBe('yes')
  for (const [name, address] of [
    ['首頁', /home/],
    ['探索', /explore/],
  ] as const) {
    await goesOn(again, name)
    await expect(again.page).toHaveURL(address)
  }
  await expect(line(again)).toBeHidden()
  expect([...again.complaints, ...first.complaints, ...visitor.complaints]).toEqual([])
})

test('in Safari on a phone they are told where to press instead', async ({ browser }) => {
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  await passedTheDoor(fan)
  await cameBefore(fan)
  await fan.page.addInitScript(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'
    for (const [name, value] of Object.entries({ standalone: false, maxTouchPoints: 5, userAgent }))
      Object.defineProperty(Navigator.prototype, name, { configurable: true, get: () => value })
  })
  await signsIn(fan, 'fan@stagedoor.example')
  await goes(fan.page, '/home')
  await wouldBeThere(fan)
  await goesOnUntilTold(fan)
  await expect(line(fan)).toContainText('點「分享」，再選「加入主畫面」')
  await expect(line(fan).getByRole('button')).toHaveCount(1)
  await expectToFit(fan.page, 'the hint of Safari')
  expect(fan.complaints).toEqual([])
})

// The site as somebody reads it from the right: no language is written so yet, and none may be kept out by a page that names the sides of the screen.
import { expect, test } from '@playwright/test'
import { comes, expectToFit, goes, passedTheDoor, type Person, signsIn } from './people.ts'

const pages = {
  visitor: ['/', '/auth/login', '/papertheatre'],
  'fan@stagedoor.example': ['/home', '/papertheatre', '/explore', '/wallet', '/messages', '/settings'],
  'creator@stagedoor.example': ['/creator', '/creator/posts', '/creator/earnings', '/creator/publish'],
  'admin@stagedoor.example': ['/admin', '/admin/people'],
} as const

async function reads({ page }: Person, path: string): Promise<void> {
  await goes(page, path)
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expectToFit(page, `${path} from the right`)
  if (process.env['MIRRORED_SHOTS'])
    await page.screenshot({ path: `${process.env['MIRRORED_SHOTS']}/${path.replaceAll('/', '_')}-${page.viewportSize()?.width}.png` })
}

for (const phone of [false, true])
  test(`who reads from the right meets every main page mirrored, and nothing sticks out, ${phone ? 'on a phone' : 'at a desk'}`, async ({
    browser,
  }) => {
    test.setTimeout(300_000)
    for (const [who, paths] of Object.entries(pages)) {
      const person = await comes(browser, { phone, theme: phone ? 'dark' : 'light' })
      if (who !== 'visitor') {
        await signsIn(person, who)
        await passedTheDoor(person)
      }
      for (const path of paths) await test.step(`${who} ${path}`, () => reads(person, path))
      if (phone || who === 'visitor') continue
      // The ways through the house stand where one begins to read.
      const ways = await person.page.getByRole('navigation').first().boundingBox()
      expect(ways?.x, `${who}: where the ways stand`).toBeGreaterThan(640)
      const main = await person.page.getByRole('main').boundingBox()
      expect(main!.x + main!.width, `${who}: the page beside them`).toBeLessThanOrEqual(ways!.x + 1)
    }
  })

test('a page says which way its language is written, and what points back points to where one came from', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await goes(fan.page, '/ja-JP/settings/notifications')
  await expect(fan.page.locator('html')).toHaveAttribute('dir', 'ltr')
  const back = fan.page.locator('.lucide-chevron-left').first()
  await expect(back).toHaveCSS('scale', 'none')
  await fan.page.evaluate(() => (document.documentElement.dir = 'rtl'))
  await expect(back).toHaveCSS('scale', '-1 1')
  // A figure that counts is one figure beside the other, and read from the left all the same.
  await goes(fan.page, '/wallet')
  await fan.page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const figures = fan.page.locator('.rolling:visible')
  const [first, last] = [await figures.first().boundingBox(), await figures.last().boundingBox()]
  expect(first!.x).toBeLessThan(last!.x)
})

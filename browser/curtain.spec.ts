// What is unlocked opens like a curtain, in its place: after the server's yes and not before, in 440 ms, and for whoever wants less motion
// as one cross-fade (design: Motion). The balance counts once; who hears it hears the end.
import { expect, type Page, test } from '@playwright/test'
import { comes, goes, joins } from './people.ts'

/** Something for a price that nobody here has bought yet. */
async function locked(page: Page, list: string): Promise<{ id: string; price: number }> {
  const { data } = (await (await page.request.get(`/api${list}`)).json()) as {
    data: { data: { _id: string; price: number; canView: boolean; isSale: string; type?: string }[] }
  }
  const work = data.data.find(({ canView, isSale, type = 'photo' }) => !canView && isSale === 'ppv' && type === 'photo')
  expect(work, list).toBeDefined()
  return { id: work?._id ?? '', price: work?.price ?? 0 }
}

/** Of everything that the curtain does: its name, when it begins, and how long it takes. */
const motions = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect instanceof KeyframeEffect && effect.target?.closest('.curtain'))
      .map((each) => {
        const { delay, duration } = each.effect?.getTiming() ?? {}
        return `${(each as CSSAnimation).animationName} ${delay}+${Number(duration)}`
      })
      .toSorted(),
  )

test('the curtain parts after the yes and not before, in 440 ms, and the balance counts to what is left', async ({ browser }) => {
  const { page, context, complaints } = await comes(browser)
  await joins({ page, context, complaints }, '小滿', { tokens: 600 })
  const post = await locked(page, '/user/feeds?scope=all&isFree=false&limit=50')
  await goes(page, `/posts/${post.id}`)
  let answer = () => {}
  const held = new Promise<void>((release) => (answer = release))
  await page.route('**/api/wallet/charges/feed/*', async (route) => {
    await held
    await route.continue()
  })
  const button = `解鎖${post.price}代幣`
  await page.getByRole('button', { name: button }).first().click()
  const asked = page.waitForRequest('**/api/wallet/charges/feed/*')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await asked
  await expect(page.locator('.curtain')).toHaveCount(0)
  answer()
  await expect(page.locator('.curtain')).toBeAttached()
  await expect
    .poll(() => motions(page))
    .toEqual([
      'curtain-fade 160+80',
      'curtain-gone 600+1',
      'curtain-part 240+360',
      'curtain-part 240+360',
      'curtain-seam 160+440',
      'curtain-seam 160+440',
    ])
  await expect(page.getByRole('main').getByText('已解鎖', { exact: true })).toBeVisible()
  await expect(page.locator('.curtain')).toBeHidden()
  const balance = page.getByRole('link', { name: '代幣餘額' })
  await expect(balance).toHaveAccessibleName(new RegExp(`代幣餘額\\s*${600 - post.price}\\s*代幣`))
  await expect(balance.locator('.rolling')).toHaveCount(String(600 - post.price).length)
  // What opened takes presses again.
  await page.getByRole('main').locator('article button.cursor-zoom-in').first().click()
  await expect(page.getByRole('dialog', { name: '第1張' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('whoever wants less motion sees one cross-fade of 160 ms where the gallery opens', async ({ browser }) => {
  const { page, context, complaints } = await comes(browser, { phone: true, theme: 'dark' })
  await joins({ page, context, complaints }, '小滿', { tokens: 600 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const gallery = await locked(page, '/performer-assets/galleries/search?isFree=false&limit=50')
  await goes(page, `/galleries/${gallery.id}`)
  const button = `解鎖${gallery.price}代幣`
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
  await expect(page.locator('.curtain')).toBeAttached()
  await expect.poll(() => motions(page)).toEqual(['curtain-fade 160+160'])
  await expect(page.getByRole('list', { name: '照片' }).getByRole('button').first()).toBeVisible()
  expect(complaints).toEqual([])
})

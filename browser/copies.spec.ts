// A picture that somebody paid for turns up elsewhere: staff drop it into the office, and learn to whose account that copy was sent.
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { comes, goes, passedTheDoor, signsIn, site } from './people.ts'

test('staff drop a found picture, leave, come back to its answer, and throw the picture away', async ({ browser }) => {
  const [fan, office] = [await comes(browser), await comes(browser)]
  await signsIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await signsIn(office, 'admin@stagedoor.example')
  await passedTheDoor(office)
  const { page } = office
  let found = Buffer.alloc(0)

  await test.step('a fan unlocks a photo, and passes a smaller copy of it on', async () => {
    const asked = async <T>(path: string) => ((await (await fan.page.request.get(`/api${path}`)).json()) as { data: T }).data
    type Post = { _id: string; isSale: string; type: string; price: number; canView: boolean; files: { url?: string }[] }
    const { data } = await asked<{ data: Post[] }>('/user/feeds?scope=all&limit=100')
    const post = data.find(({ isSale, type }) => isSale === 'ppv' && type === 'photo')
    expect(post).toBeDefined()
    if (!post?.canView) {
      const headers = { 'idempotency-key': crypto.randomUUID(), origin: site }
      const paid = await fan.page.request.post(`/api/wallet/charges/feed/${post?._id}`, { headers, data: { expectedPrice: post?.price } })
      expect(paid.status()).toBe(200)
    }
    const { files } = await asked<Post>(`/user/feeds/${post?._id}`)
    const copy = await (await fan.page.request.get(files[0]?.url ?? '')).body()
    found = await sharp(copy).resize(700).jpeg({ quality: 60 }).toBuffer()
  })

  await test.step('it is dropped; what is no picture is said at once', async () => {
    await goes(page, '/admin/copies')
    const picker = page.locator('input[type=file]')
    await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await expect(page.getByText('請放JPG、PNG、WebP或HEIC圖片。')).toBeVisible()
    await expect(page.getByRole('button', { name: '開始查' })).toBeDisabled()
    await picker.setInputFiles({ name: 'found.jpg', mimeType: 'image/jpeg', buffer: found })
    await expect(page.getByText('請放JPG、PNG、WebP或HEIC圖片。')).toBeHidden()
    await page.getByRole('button', { name: '開始查' }).click()
    await page.waitForURL(/\/admin\/copies\/[0-9a-f-]{36}/)
  })

  await test.step('whoever reloads finds it going on, and then the answer with what it proves', async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: '這份副本送到了這個帳號' })).toBeVisible({ timeout: 150_000 })
    await expect(page.getByText('不能證明當時是誰拿著手機', { exact: false })).toBeVisible()
    await expect(page.getByText(/機會不到/)).toBeVisible()
    for (const side of ['找到的', '我們的，沒有記號']) await expect(page.getByRole('img', { name: side, exact: true })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations).toEqual([])
  })

  await test.step('the picture goes when staff say so, and the list keeps the answer', async () => {
    await page.getByRole('button', { name: '刪除圖片' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: '刪除圖片' }).click()
    await expect(page.getByText('找到的圖片已經刪除，結果留著。')).toBeVisible()
    await goes(page, '/admin/copies')
    await expect(page.getByText(/認出@/).first()).toBeVisible()
  })
  expect(office.complaints).toEqual([])
})

// A video in real browsers, with three people at once: a creator sends a film and it goes out by itself when it is processed; a fan on a
// phone sees the teaser, unlocks and plays it; the office gives the money back, and the film stops under the fan's eyes.
import { expect, test } from '@playwright/test'
import { drawFilm } from '#database/town/art/film.ts'
import { comes, givesBack, goes, passedTheDoor, signsIn } from './people.ts'

test('a video is sent, processed, sold, played and given back, with a creator, a fan and the office at once', async ({ browser }) => {
  test.setTimeout(180_000)
  const [creator, fan, office] = [await comes(browser), await comes(browser, { phone: true, theme: 'dark' }), await comes(browser)]
  for (const person of [creator, fan, office]) await passedTheDoor(person)
  await signsIn(creator, 'creator@stagedoor.example')
  await signsIn(fan, 'fan@stagedoor.example')
  await signsIn(office, 'admin@stagedoor.example')
  const title = `紙月亮${Date.now().toString(36)}`
  const film = await drawFilm(
    { picture: { scene: 'moonWater', palette: 'tide', seed: title, ratio: '16:9' }, seconds: 24, walk: 'across', chord: [110, 165] },
    0.4,
  )

  await test.step('what is missing is told at its field; the film goes up while the creator looks at something else', async () => {
    await goes(creator.page, '/creator/videos/new')
    await creator.page.getByRole('button', { name: '發表', exact: true }).click()
    await expect(creator.page.getByText('請填標題。')).toBeVisible()
    await creator.page.getByLabel('上傳影片').setInputFiles({ name: 'moon.mp4', mimeType: 'video/mp4', buffer: film })
    await creator.page.getByLabel('標題', { exact: true }).fill(title)
    await creator.page.getByText('單件解鎖', { exact: true }).click()
    await creator.page.getByLabel('解鎖價格').fill('30')
    await creator.page.getByRole('link', { name: '素材庫', exact: true }).click()
    await expect(creator.page.getByRole('heading', { level: 1, name: '素材庫' })).toBeVisible()
    await creator.page.getByRole('link', { name: '影片', exact: true }).first().click()
    await creator.page.getByRole('link', { name: '發表影片' }).first().click()
    await expect(creator.page.getByLabel('標題', { exact: true })).toHaveValue(title)
  })

  await test.step('it goes out by itself once it is processed', async () => {
    const publish = creator.page.getByRole('button', { name: '發表', exact: true })
    await expect(async () => {
      await publish.click({ timeout: 2000 })
      // Whatever its processing has come to: to the list, where it waits, or to its own page, where it is out.
      await expect(creator.page).toHaveURL(/\/creator\/videos($|\/[^/]+\/published$)/, { timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await goes(creator.page, '/creator/videos')
    const row = creator.page.getByRole('row', { name: new RegExp(title) })
    await expect(async () => {
      await creator.page.reload()
      await expect(row).toContainText('已公開', { timeout: 1500 })
    }).toPass({ timeout: 90_000 })
    await expect(row).toContainText('0:24')
  })

  await test.step('a fan meets it locked, sees the teaser, and not an address of the film is in the page', async () => {
    await goes(fan.page, '/videos')
    await fan.page.getByRole('link', { name: title }).click()
    await expect(fan.page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const slug = decodeURIComponent(new URL(fan.page.url()).pathname.split('/').pop() ?? '')
    const answer = await fan.page.request.get(`/api/performer-assets/videos/${encodeURIComponent(slug)}`)
    const { data } = (await answer.json()) as { data: { files: { _id: string }[] } }
    const film = new RegExp(`/media/${data.files[0]?._id}/(?!teaser)`)
    expect(film.test(await fan.page.content()) || film.test(await answer.text())).toBe(false)
    await fan.page.getByRole('button', { name: '看預告' }).click()
    await expect.poll(() => fan.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.3)
    await fan.page.getByRole('button', { name: '關閉' }).click()
  })

  const playedTo = () => fan.page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await test.step('unlocked, it plays; what was chosen of its volume is remembered', async () => {
    await fan.page.getByRole('button', { name: '解鎖30代幣' }).click()
    await fan.page.getByRole('dialog').getByRole('button', { name: '解鎖30代幣' }).click()
    await expect.poll(playedTo, { timeout: 15_000 }).toBeGreaterThan(0.5)
    const player = fan.page.getByRole('region', { name: `播放器：${title}` })
    await player.focus()
    await fan.page.keyboard.press('m')
    await expect(player.getByRole('button', { name: '取消靜音' })).toBeAttached()
    await expect.poll(playedTo, { timeout: 15_000 }).toBeGreaterThan(3.2)
    await fan.page.reload()
    await player.getByRole('button', { name: '播放' }).first().click()
    await expect(player.getByRole('button', { name: '取消靜音' })).toBeAttached()
    expect(await fan.page.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(true)
    await expect(fan.page.getByText('觀看1次').first()).toBeVisible()
  })

  await test.step('the office gives the money back: within ten seconds the film stops, and the page is locked again', async () => {
    await expect.poll(playedTo, { timeout: 15_000 }).toBeGreaterThan(0.5)
    await givesBack(office, 'xiaoman', title)
    await expect(fan.page.getByRole('button', { name: '解鎖30代幣' })).toBeVisible({ timeout: 10_000 })
    await expect(fan.page.locator('video')).toHaveCount(0)
  })

  for (const person of [creator, fan, office]) expect(person.complaints).toEqual([])
})

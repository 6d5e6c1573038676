// A film with a question goes up in pieces while its creator looks at something else; a fan watches, votes and comments; the creator
// hears of it at once, answers and pins; what was deleted by mistake comes back.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { binaries } from '../server/platform/ffmpeg/binaries.ts'
import { comes, goes, passedTheDoor, signsIn } from './people.ts'

/** Noise does not shrink: some seconds of it are too large to go up in one piece. */
function film(): { name: string; mimeType: string; buffer: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-film-'))
  try {
    const picture = ['-f', 'lavfi', '-i', 'nullsrc=s=640x360:r=12,geq=random(1)*255:128:128']
    const coding = ['-t', '5', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '14', '-pix_fmt', 'yuv420p']
    execFileSync(binaries().ffmpeg, ['-v', 'error', '-nostdin', '-y', ...picture, ...coding, 'film.mp4'], { cwd: folder })
    return { name: 'rehearsal.mp4', mimeType: 'video/mp4', buffer: readFileSync(join(folder, 'film.mp4')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('a film, a question and what people say, with a creator and a fan at once', async ({ browser }) => {
  test.setTimeout(120_000)
  const creator = await comes(browser)
  const fan = await comes(browser, { phone: true, theme: 'dark' })
  const title = `慢半秒的光${Date.now().toString(36)}`
  for (const [person, name] of [
    [creator, 'creator@stagedoor.example'],
    [fan, 'fan@stagedoor.example'],
  ] as const) {
    await signsIn(person, name)
    await passedTheDoor(person)
  }
  const studio = creator.page

  await test.step('the film goes up while the creator is elsewhere in the studio', async () => {
    const upload = film()
    expect(upload.buffer.length).toBeGreaterThan(8 * 1024 * 1024)
    await goes(studio, '/creator/publish')
    await studio.getByLabel('內文').fill(title)
    await studio.locator('form').getByText('影片', { exact: true }).first().click()
    const chooser = studio.waitForEvent('filechooser')
    await studio.getByRole('button', { name: '上傳影片' }).click()
    await (await chooser).setFiles(upload)
    await studio.getByRole('link', { name: '素材庫' }).first().click()
    await expect(studio.getByRole('heading', { name: '素材庫' }).first()).toBeVisible()
    await expect(studio.getByRole('region', { name: '上傳' })).toBeVisible()
    // Ready: the tray has nothing left to tell.
    await expect(studio.getByRole('region', { name: '上傳' })).toBeHidden({ timeout: 60_000 })
    await expect(studio.getByText('rehearsal.mp4').first()).toBeVisible()
  })

  await test.step('what was written is still there; a question joins it, and it is published', async () => {
    await studio.getByRole('link', { name: '發表作品' }).first().click()
    await expect(studio.getByLabel('內文')).toHaveValue(title)
    await expect(studio.getByText('完成')).toBeVisible()
    await studio.getByRole('switch', { name: '加一個投票' }).click()
    await studio.getByLabel('問題').fill('光要早到還是晚到？')
    await studio.getByLabel('選項1', { exact: true }).fill('早半秒')
    await studio.getByRole('button', { name: '發表', exact: true }).click()
    await expect(studio.getByText('投票至少要有兩個選項。')).toBeVisible()
    await studio.getByLabel('選項2', { exact: true }).fill('晚半秒')
    await studio.getByRole('button', { name: '發表', exact: true }).click()
    await expect(studio.getByRole('heading', { level: 1, name: '幕開了。' })).toBeVisible()
    await studio.getByRole('link', { name: '看這件作品' }).click()
    await expect(studio).toHaveURL(/^[^?]*(?<!creator)\/posts\/[^/]+$/)
  })
  const address = new URL(studio.url()).pathname

  await test.step('a fan votes, and only then sees how it stands', async () => {
    await goes(fan.page, address)
    await expect(fan.page.getByRole('region', { name: new RegExp(title) })).toBeVisible()
    await expect(fan.page.getByText('投票後看結果')).toBeVisible()
    await fan.page.getByRole('button', { name: '晚半秒' }).click()
    await expect(fan.page.getByText('100%')).toBeVisible()
    await expect(fan.page.getByText('1人投票')).toBeVisible()
  })

  await test.step('they comment; the creator sees it arrive, answers and pins', async () => {
    await fan.page.getByRole('textbox', { name: '留言' }).fill('晚半秒，像剛想起她。')
    await fan.page.getByRole('button', { name: '送出' }).click()
    await expect(fan.page.getByRole('paragraph').filter({ hasText: '晚半秒，像剛想起她。' })).toBeVisible()
    await expect(studio.getByText('晚半秒，像剛想起她。')).toBeVisible({ timeout: 10_000 })
    await studio.getByRole('button', { name: '回覆', exact: true }).click()
    await studio.getByRole('textbox', { name: '回覆' }).fill('你看見了。')
    await studio.keyboard.press('Control+Enter')
    await expect(studio.getByRole('paragraph').filter({ hasText: '你看見了。' })).toBeVisible()
    await studio
      .getByRole('button', { name: /的留言選單/ })
      .first()
      .click()
    await studio.getByRole('menuitem', { name: '置頂' }).click()
    await expect(studio.getByText('創作者置頂')).toBeVisible()
    await fan.page.getByRole('button', { name: '查看1則回覆' }).click({ timeout: 10_000 })
    await expect(fan.page.getByText('你看見了。')).toBeVisible()
  })

  await test.step('they edit it; deleted by mistake, it comes back; deleted for good, its place stays for the answer', async () => {
    const menu = () => fan.page.getByRole('button', { name: /的留言選單/ }).first()
    await menu().click()
    await fan.page.getByRole('menuitem', { name: '編輯' }).click()
    await fan.page.getByRole('textbox', { name: '編輯' }).fill('晚半秒，剛想起她。')
    await fan.page.getByRole('button', { name: '儲存' }).click()
    await expect(fan.page.getByText('已編輯')).toBeVisible()
    await menu().click()
    await fan.page.getByRole('menuitem', { name: '刪除' }).click()
    await expect(fan.page.getByText('這則留言已刪除')).toBeVisible()
    await fan.page.getByRole('button', { name: '復原' }).click()
    await expect(fan.page.getByRole('paragraph').filter({ hasText: '晚半秒，剛想起她。' })).toBeVisible()
    await menu().click()
    await fan.page.getByRole('menuitem', { name: '刪除' }).click()
    // It is gone for good when nobody took that back for some seconds.
    await expect(async () => {
      await goes(studio, address)
      await expect(studio.getByText('這則留言已刪除')).toBeVisible({ timeout: 1500 })
    }).toPass({ timeout: 20_000 })
  })
  expect([...creator.complaints, ...fan.complaints]).toEqual([])
})

test('what one may not see one may not like: the button says so before it is pressed, and when it is', async ({ browser }) => {
  const fan = await comes(browser)
  await passedTheDoor(fan)
  await signsIn(fan, 'fan@stagedoor.example')
  const { page, context } = fan
  const lockedOf = async (list: string) => {
    const reply = await page.request.get(`/api${list}`)
    const { data } = (await reply.json()) as { data: { data: { _id: string; canView: boolean; isLiked: boolean }[] } }
    return data.data.find(({ canView, isLiked }) => !canView && !isLiked)?._id ?? ''
  }
  const works = [
    `/posts/${await lockedOf('/user/feeds?scope=all&isFree=false&limit=50')}`,
    `/galleries/${await lockedOf('/performer-assets/galleries/search?isFree=false&limit=50')}`,
    `/videos/${await lockedOf('/performer-assets/videos/search?isFree=false&limit=50')}`,
  ]
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/reactions')) asked.push(request.url())
  })
  for (const path of works)
    await test.step(path, async () => {
      await goes(page, path)
      const like = page.getByRole('main').getByRole('button', { name: /^喜歡/ }).first()
      await expect(like).toHaveAttribute('aria-disabled', 'true')
      await expect(like).toHaveAccessibleDescription('解鎖後才能按喜歡')
      // It can be reached, so that who cannot see it hears why.
      await like.focus()
      await expect(like).toBeFocused()
      await like.click({ force: true })
      await expect(page.getByText('解鎖後才能按喜歡')).toBeVisible()
      await expect(like).toHaveAttribute('aria-pressed', 'false')
    })
  expect(asked).toEqual([])
  await context.close()
})

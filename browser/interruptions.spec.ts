// What the site that the stories visit is made of goes away and comes back: its database as somebody reads, its process as people talk.
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { comes, goes } from './people.ts'
import { asks, couple, lines } from './talking.ts'

// Where scripts/browser-server.ts keeps it; a server of one's own (BROWSER_PORT) says where its is.
const dataDir = process.env['BROWSER_DATA_DIR'] ?? join(import.meta.dirname, '../test-results/data')
const cluster = join(dataDir, 'postgres/cluster')
const [files, elsewhere] = [join(cluster, 'global'), join(cluster, 'global.elsewhere')]

test('while the database is away every page says so and when to come back; then it is there again, without anybody’s doing', async ({
  page,
  request,
}) => {
  test.skip(!existsSync(join(cluster, 'postmaster.pid')), 'the database of this server is not here')
  await page.goto('/home')
  const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  // Without these it cannot come back at once, however fast the machine is.
  renameSync(files, elsewhere)
  try {
    process.kill(pid, 'SIGKILL')
    await expect.poll(async () => (await request.get('/readyz')).status()).toBe(503)
    for (const path of ['/', '/home', '/en-US/home', '/auth/login', '/error.html', '/api/user/feeds', '/api/performers/top']) {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect([path, answer.status()]).toEqual([path, 503])
      expect(Number(answer.headers()['retry-after'])).toBeGreaterThan(0)
    }
    const shut = await page.goto('/home')
    expect(shut?.status()).toBe(503)
    await expect(page.getByRole('heading', { name: '系統發生錯誤' })).toBeVisible()
  } finally {
    renameSync(elsewhere, files)
  }
  await expect.poll(async () => (await request.get('/readyz')).status(), { timeout: 40_000 }).toBe(200)
  await page.getByRole('link', { name: '再試一次' }).click()
  await expect(page.getByRole('heading', { name: '系統發生錯誤' })).toBeHidden()
  expect((await page.goto('/home'))?.status()).toBe(200)
})

test('the process is killed while a creator and a fan at two tabs and a phone write: every line stands once, in one order, before all of them', async ({
  browser,
  request,
}) => {
  const file = join(dataDir, 'in-use-by.json')
  test.skip(!existsSync(file), 'the process of this server is not here')
  const { fan, lan, id, address } = await couple(browser)
  const phone = await comes(browser, { phone: true })
  await phone.context.addCookies(await fan.context.cookies())
  const windows = { lan: lan.page, tab: fan.page, other: await fan.context.newPage(), phone: phone.page }
  for (const page of Object.values(windows)) {
    await goes(page, address)
    await page.evaluate(() => void Object.assign(window, { isTheSame: true }))
  }
  const written: string[] = []
  const writes = async (who: keyof typeof windows) => {
    const text = `第${written.length + 1}句`
    written.push(text)
    await windows[who].getByRole('textbox', { name: /^寫給/ }).fill(text)
    await windows[who].getByRole('button', { name: /^送出/ }).click()
    await expect(lines(windows[who])).toContainText(text)
  }
  await writes('lan')
  await writes('tab')
  await phone.context.setOffline(true)
  await writes('phone')
  const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
  for (const who of ['lan', 'tab', 'other', 'phone'] as const) await writes(who)
  await expect(lines(lan.page).getByText('沒有網路，連上後送出').or(lines(lan.page).getByText('傳送中')).first()).toBeVisible()
  // Whoever runs it starts it again.
  await expect
    .poll(
      () =>
        request.get('/readyz').then(
          (answer) => answer.status(),
          () => 0,
        ),
      { timeout: 90_000 },
    )
    .toBe(200)
  await writes('other')
  await phone.context.setOffline(false)

  const said = async (page: Page) => (await lines(page).innerText()).match(/第\d+句/g)
  await expect.poll(async () => (await said(lan.page))?.length, { timeout: 60_000 }).toBe(written.length)
  const { data } = (await asks(lan.page, 'get', `/messages/conversations/${id}`)) as { data: { text: string }[] }
  // The creator's welcome may have come between.
  const kept = data.map(({ text }) => text).filter((text) => /^第\d+句$/.test(text))
  expect(kept.toSorted()).toEqual(written.toSorted())
  for (const [who, page] of Object.entries(windows)) {
    await expect.poll(() => said(page), { message: who, timeout: 60_000 }).toEqual(kept)
    await expect(lines(page).getByText(/沒有網路，連上後送出|傳送中/)).toHaveCount(0)
    expect(await page.evaluate(() => 'isTheSame' in window), `${who} was not loaded anew`).toBe(true)
  }
})

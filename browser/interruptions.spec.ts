// The database of the site that the stories visit goes away and comes back, as somebody reads.
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'

// Where scripts/browser-server.ts keeps it; a server of one's own (BROWSER_PORT) says where its is.
const cluster = join(process.env['BROWSER_DATA_DIR'] ?? join(import.meta.dirname, '../test-results/data'), 'postgres/cluster')
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

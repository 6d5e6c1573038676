// The files of a page: they come once, by whatever the page says of them, and then never again until a build changes them.
import { expect, type Page, test } from '@playwright/test'
import { comes, goes, hasLookedForLetters, site } from './people.ts'

interface Loaded {
  name: string
  /** 0: nothing was asked, the browser had it. */
  transferSize: number
}

const filesOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.includes('/assets/'))
      .map((entry) => ({ name: entry.name, transferSize: (entry as PerformanceResourceTiming).transferSize })),
  ) as Promise<Loaded[]>

test('the page travels compressed, and its files come once; on the next visit nobody asks for them', async ({ browser }) => {
  const { page, context, complaints } = await comes(browser)
  const [document] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/auth/login'),
    goes(page, '/auth/login'),
  ])
  const headers = await document.allHeaders()
  expect(['zstd', 'br', 'gzip']).toContain(headers['content-encoding'])
  expect(headers['link']).toMatch(/^<\/assets\/[^>]+\.css>; rel=preload; as=style, .*rel=modulepreload/)
  const first = await filesOf(page)
  expect(first.length).toBeGreaterThan(5)
  expect(first.every(({ transferSize }) => transferSize > 0)).toBe(true)
  expect(new Set(first.map(({ name }) => name)).size).toBe(first.length)

  // What comes when a page is idle has come, too.
  await hasLookedForLetters(page)
  await goes(page, '/auth/login')
  const again = await filesOf(page)
  expect(again.length).toBeGreaterThan(5)
  expect(again.filter(({ transferSize }) => transferSize > 0)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})

test('whoever asks all the same hears that nothing changed', async ({ request }) => {
  const page = await (await request.get(`${site}/auth/login`)).text()
  const file = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? ''
  const first = await request.get(site + file)
  expect(first.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
  const again = await request.get(site + file, { headers: { 'if-none-match': first.headers()['etag'] ?? '' } })
  expect([again.status(), (await again.body()).length]).toEqual([304, 0])
})

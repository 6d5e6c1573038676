// The browser of these stories is as strict as anybody's. One that is lenient (no same-origin policy, no Origin sent) would let every other story lie.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@playwright/test'
import { comes, goes, site } from './people.ts'

test('another site’s page can neither read ours nor press in a visitor’s name, and its requests say where they come from', async ({
  browser,
}) => {
  const origins: (string | undefined)[] = []
  const elsewhere = createServer((request, answer) => {
    origins.push(request.headers.origin)
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>elsewhere</title>')
  }).listen(0, '127.0.0.1')
  await new Promise((done) => elsewhere.once('listening', done))
  const address = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
  try {
    const visitor = await comes(browser)
    await visitor.page.goto(address)
    const read = await visitor.page.evaluate(
      async (url) =>
        fetch(url, { credentials: 'include' }).then(
          () => 'read',
          () => 'refused',
        ),
      `${site}/api/settings/public`,
    )
    expect(read).toBe('refused')
    const pressed = await visitor.page.evaluate(
      async (url) =>
        fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then(
          () => 'sent',
          () => 'refused',
        ),
      `${site}/api/auth/logout`,
    )
    expect(pressed).toBe('refused')
    await visitor.page.evaluate(async () => fetch('/', { method: 'POST' }))
    expect(origins.at(-1)).toBe(address)
    await visitor.context.close()
  } finally {
    elsewhere.close()
  }
})

test('a page’s policy holds: a script that is slipped into it does not run, and nothing is loaded from elsewhere', async ({ browser }) => {
  const visitor = await comes(browser)
  await goes(visitor.page, '/auth/login')
  const ran = await visitor.page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.strangeScript = true'
    document.body.append(script)
    return 'strangeScript' in window
  })
  expect(ran).toBe(false)
  const loaded = await visitor.page.evaluate(async () =>
    fetch('http://127.0.0.1:9/').then(
      () => 'loaded',
      (error: Error) => error.message,
    ),
  )
  expect(loaded).not.toBe('loaded')
  await expect
    .poll(() => visitor.complaints.filter((line) => line.startsWith('policy:')).map((line) => line.split(' ')[1]))
    .toEqual(expect.arrayContaining(['script-src-elem', 'connect-src']))
  await visitor.context.close()
})

test('Chinese has letters: two characters do not look alike, and are as wide as each other', async ({ browser }) => {
  const { page, context } = await comes(browser)
  await page.setContent('<p style="font: 40px sans-serif"><span>鑼</span><span>鼓</span></p>')
  const [gong, drum] = await Promise.all([0, 1].map((n) => page.locator('span').nth(n).screenshot()))
  expect(gong!.equals(drum!)).toBe(false)
  const widths = await page.locator('span').evaluateAll((spans) => spans.map((span) => Math.round(span.getBoundingClientRect().width)))
  expect(widths).toEqual([40, 40])
  await context.close()
})

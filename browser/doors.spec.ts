// The doors before every page: the age gate, also on a slow line, signing out and in again, a closed country, and the hours of somebody's first visit.
import { expect, test } from '@playwright/test'
import { comes, demoPassword, goes, isAlive, passedTheDoor, type Person, site } from './people.ts'

/** By the call that the page would make: it is about the first page that somebody sees. */
async function isSignedIn({ page }: Person, username: string): Promise<void> {
  const reply = await page.request.post('/api/auth/login', { data: { username, password: demoPassword }, headers: { origin: site } })
  expect(reply.status()).toBe(200)
}

test('whoever presses at the age gate before the page is alive is let in once it is', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  const { page } = fan
  await isSignedIn(fan, 'fan@stagedoor.example')
  // No script arrives before the press, however long the press takes on a busy machine.
  const pressed = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  const enter = page.getByRole('button', { name: '我已年滿18歲，進場' })
  await enter.click()
  expect(await page.locator('html[data-alive]').count()).toBe(0)
  // Whoever is too young leaves by a link, which waits for nothing.
  await expect(page.getByRole('link', { name: '未滿18歲，離開' })).toHaveAttribute('href', /^https:/)
  pressed.resolve()
  await expect(enter).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  expect(fan.complaints).toEqual([])
})

test('a press before its part of the page is alive counts once: at once where React comes for its sake, and a moment later where it cannot', async ({
  browser,
}) => {
  const { page } = await comes(browser)
  const html = await (await page.request.get('/auth/login')).text()
  const script = /<script[^>]*>([^<]*__reactProps[^<]*)<\/script>/.exec(html)?.[1]
  expect(script).toBeDefined()
  await page.setContent(
    `<html data-alive><body><button type="button" id="now">now</button><button type="button" id="later">later</button></body></html>`,
  )
  await page.evaluate(script!)
  await page.evaluate(() => {
    // As React does: its mark first, then the press; where its file is still to come the press is dropped, and the mark comes later.
    for (const id of ['now', 'later']) {
      const button = document.getElementById(id)!
      const come = () => Object.assign(button, { __reactProps$x: {} })
      button.addEventListener('click', () => {
        if (id === 'now') come()
        if ('__reactProps$x' in button) button.dataset['times'] = String(Number(button.dataset['times'] ?? 0) + 1)
        else setTimeout(come, 120)
      })
    }
  })
  for (const id of ['now', 'later']) {
    await page.locator(`#${id}`).click()
    await page.waitForTimeout(400)
    await expect(page.locator(`#${id}`)).toHaveAttribute('data-times', '1')
    await page.locator(`#${id}`).click()
    await expect(page.locator(`#${id}`)).toHaveAttribute('data-times', '2')
  }
})

test('the age gate asks before what is for members, in light, and remembers an adult for a year or until the browser closes', async ({
  browser,
}) => {
  const fan = await comes(browser, { theme: 'dark' })
  const { page, context } = fan
  await isSignedIn(fan, 'fan@stagedoor.example')
  const gate = page.getByRole('dialog', { name: '門後是成人的舞臺' })
  const lasts = async () => {
    const kept = (await context.cookies()).find(({ name }) => name === 'eighteen_day')
    return kept && (kept.expires === -1 ? 'this session' : Math.round((kept.expires - Date.now() / 1000) / 86_400))
  }
  await goes(page, '/wallet')
  await expect(gate).toHaveAttribute('data-theme', 'light')
  await expect(page.getByRole('main').getByText('錢包')).toHaveCount(0)
  await expect(gate.getByRole('link', { name: '未滿18歲，離開' })).toHaveAttribute('href', 'https://duckduckgo.com/')
  await gate.getByLabel('在這部裝置上記住一年').uncheck()
  await expect(gate.getByLabel('在這部裝置上記住一年')).not.toBeChecked()
  await gate.getByRole('button', { name: '我已年滿18歲，進場' }).click()
  await expect(gate).toBeHidden()
  expect(await lasts()).toBe('this session')
  // A date that is nobody's of age opens nothing, whoever wrote it there.
  await context.addCookies([{ name: 'eighteen_day', value: new Date().toISOString().slice(0, 10), url: site }])
  await goes(page, '/wallet')
  await gate.getByRole('button', { name: '我已年滿18歲，進場' }).click()
  await expect(gate).toBeHidden()
  expect(await lasts()).toBe(365)
  // What is for everybody asks nobody.
  await context.clearCookies({ name: 'eighteen_day' })
  await goes(page, '/terms')
  await expect(gate).toHaveCount(0)
  expect(fan.complaints).toEqual([])
})

test('signing out leads to the door, where nothing is left of it; signing in there leads back to what was asked for', async ({
  browser,
}) => {
  const fan = await comes(browser)
  const { page, context } = fan
  const socket = page.locator('html[data-socket]')
  await goes(page, '/explore')
  await isSignedIn(fan, 'fan@stagedoor.example')
  await passedTheDoor(fan)
  await goes(page, '/explore')
  await expect(socket).toHaveAttribute('data-socket', 'connected')
  await page.getByRole('button', { name: '我', exact: true }).click()
  await page.getByRole('menuitem', { name: '登出' }).click()
  await page.waitForURL('**/auth/login')
  expect((await context.cookies()).filter(({ name }) => name === 'token' || name === 'originalToken')).toEqual([])
  await isAlive(page)
  await goes(page, '/wallet?kind=tip')
  await expect(page).toHaveURL(`${site}/auth/login?redirect=${encodeURIComponent('/wallet?kind=tip')}`)
  // The socket is for members, and comes a moment after the page: a visitor's has had that moment.
  await page.getByLabel('電子信箱或使用者名稱').fill('fan@stagedoor.example')
  await page.getByLabel('密碼', { exact: true }).fill(demoPassword)
  await expect(socket).toHaveCount(0)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForURL(`${site}/wallet?kind=tip`)
  expect(fan.complaints).toEqual([])
})

test('whose account is closed finds the way to write to us beside the refusal, in a window of its own', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  const closed = { statusCode: 403, code: 'account_inactive', message: '這個帳號已停用。', error: 'Forbidden' }
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 403, json: closed }))
  await goes(page, '/auth/login')
  await page.getByLabel('電子信箱或使用者名稱').fill('fan@stagedoor.example')
  await page.getByLabel('密碼', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('這個帳號已停用')
  const [letter] = await Promise.all([page.waitForEvent('popup'), page.getByRole('alert').getByRole('link').click()])
  await expect(letter).toHaveURL(`${site}/contact`)
  await expect(page).toHaveURL(`${site}/auth/login`)
  expect(complaints).toEqual([])
})

test('a form that is sent before its page is alive says nothing in the address, and stands there again', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/auth/login')
  await page.getByLabel('電子信箱或使用者名稱').fill('fan@stagedoor.example')
  await page.getByLabel('密碼', { exact: true }).fill('not.for.an.address')
  await page.getByRole('button', { name: '登入', exact: true }).click()
  await page.waitForLoadState()
  await expect(page.getByRole('button', { name: '登入', exact: true })).toBeVisible()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/auth/login')
  expect(complaints.filter((each) => !/ERR_FAILED/.test(each))).toEqual([])
})

test('in a closed country a visitor reads why, the papers stay open, and a member keeps what is theirs', async ({ browser }) => {
  test.setTimeout(90_000)
  const [visitor, fan, office] = [await comes(browser, { phone: true, theme: 'dark' }), await comes(browser), await comes(browser)]
  // Ours is the proxy here, and believed: the visitor and the fan call from the country that is closed.
  for (const { context } of [visitor, fan, office]) await context.setExtraHTTPHeaders({ 'x-forwarded-for': '8.8.8.8' })
  await isSignedIn(office, 'admin@stagedoor.example')
  const closed = async (blockedCountries: string[]) => {
    const reply = await office.page.request.put('/api/admin/settings', {
      data: { values: { blockedCountries } },
      headers: { origin: site },
    })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  await closed(['US'])
  try {
    await test.step('a visitor', async () => {
      const { page } = visitor
      for (const path of ['/home', '/explore', '/papertheatre', '/auth/register']) {
        expect((await page.goto(path))?.status(), path).toBe(451)
        await expect(page.getByRole('heading', { name: '這個地區目前無法進場' })).toBeVisible()
      }
      for (const path of ['/terms', '/privacy', '/contact', '/auth/login']) {
        expect((await page.goto(path))?.status(), path).toBe(200)
        await expect(page.getByRole('heading', { name: '這個地區目前無法進場' })).toBeHidden()
      }
    })

    await test.step('a member: the account, the wallet and what was bought; nothing else', async () => {
      const { page } = fan
      await isSignedIn(fan, 'fan@stagedoor.example')
      await fan.context.addCookies([{ name: 'eighteen_day', value: '1990-01-01', url: site }])
      expect((await page.goto('/home'))?.status()).toBe(451)
      await page.getByRole('link', { name: '已解鎖' }).click()
      await expect(page.getByRole('heading', { level: 1, name: '已解鎖' })).toBeVisible()
      await expect(page.locator('main article img').first()).toBeVisible()
      for (const path of ['/wallet', '/settings', '/subscriptions']) {
        await goes(page, path)
        await expect(page.getByRole('heading', { name: '這個地區目前無法進場' })).toBeHidden()
      }
    })

    await test.step('staff work on', async () => {
      expect((await office.page.goto('/admin'))?.status()).toBe(200)
    })
  } finally {
    await closed([])
  }
  for (const person of [visitor, fan, office]) expect(person.complaints.filter((each) => !/status of 451/.test(each))).toEqual([])
})

test('the hours of a first visit are those of the reader as soon as the page is alive, and nothing disagrees', async ({ browser }) => {
  const { page, complaints } = await comes(browser)
  const first = page.locator('time').first()
  const inZone = async (timeZone: string) => {
    const at = new Date((await first.getAttribute('datetime')) ?? '')
    return new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(at)
  }
  await goes(page, '/en-US/papertheatre?view=list')
  await expect(async () => expect(await first.getAttribute('title')).toContain(await inZone('Asia/Taipei'))).toPass()
  // The next page is written so from the beginning.
  const html = await (await page.request.get('/en-US/papertheatre?view=list')).text()
  expect(html).toContain(`title="${await first.getAttribute('title')}"`)
  expect(complaints).toEqual([])
})

// What people are told: on the page that they look at, by letter, and in a browser in which nobody looks at the site.
import { type Browser, expect, type Page, test } from '@playwright/test'
import { connect } from '#server/platform/db/db.ts'
import { runningEmbedded } from '#server/platform/db/embedded.ts'
import { violationsOn } from './axe.ts'
import { comes, goes, isAlive, joins, passedTheDoor, type Person, signsIn, site } from './people.ts'

const headers = { origin: site }

async function arrives(browser: Browser, name: string): Promise<Person> {
  const person = await comes(browser)
  await passedTheDoor(person)
  await signsIn(person, name)
  return person
}

const mine = async ({ request }: Page) =>
  ((await (await request.get('/api/users/me')).json()) as { data: { unread: { notifications: number } } }).data

/** A post of the performer’s that is sold, the newest that this fan has not bought. */
async function forSale({ page }: Person, username: string) {
  const reply = await page.request.get(`/api/user/feeds/search/${username}?limit=50`)
  const { data } = (await reply.json()) as { data: { data: { _id: string; isSale: string; price: number; isBought: boolean }[] } }
  const post = data.data.find(({ isSale, isBought }) => isSale === 'ppv' && !isBought)
  if (!post) throw new Error(`${username} sells no post`)
  return post
}

test('a sale is told on the page that its creator looks at, and leads from the badge to the list to the thing', async ({ browser }) => {
  const lan = await arrives(browser, 'creator@stagedoor.example')
  const fan = await comes(browser)
  await joins(fan, '小月', { tokens: 500 })
  await lan.page.request.post('/api/notifications/read', { headers, data: {} })
  await goes(lan.page, '/home')
  const place = lan.page.getByRole('navigation', { name: '主選單' }).getByRole('link', { name: '通知' })
  await expect(place).toHaveAccessibleName('通知')
  await expect(lan.page.locator('html')).toHaveAttribute('data-socket', 'connected')

  const post = await forSale(fan, 'papertheatre')
  const paid = await fan.page.request.post(`/api/wallet/charges/feed/${post._id}`, { headers, data: { expectedPrice: post.price } })
  expect(paid.status(), await paid.text()).toBe(200)
  await expect(place).toContainText('1')

  await place.click()
  await expect(lan.page).toHaveURL('/notifications')
  await expect(lan.page).toHaveTitle(/^\(1\) 通知/)
  const row = lan.page.getByRole('main').getByRole('listitem').first()
  await expect(row).toContainText(/小月以.*代幣解鎖了/)
  await expect(row).toContainText('未讀')
  await row.getByRole('link').click()
  await expect(lan.page).toHaveURL(`/posts/${post._id}`)
  await expect.poll(async () => (await mine(lan.page)).unread.notifications).toBe(0)
  await goes(lan.page, '/notifications')
  await expect(lan.page.getByRole('main').getByRole('listitem').first()).not.toContainText('未讀')
  expect([...lan.complaints, ...fan.complaints]).toEqual([])
})

/** What waits for somebody's daily digest is due now: nobody waits for the hour that they chose. */
async function isTheHourOf(email: string): Promise<void> {
  const connectionString = await runningEmbedded(process.env['BROWSER_DATA_DIR'] ?? '')
  const db = connect({ connection: { connectionString: connectionString ?? '' } })
  try {
    await db.pool.query(
      'update notifications.notices set mail_due_at = now() where mail_due_at is not null and account_id = (select id from accounts.accounts where email = $1)',
      [email],
    )
  } finally {
    await db.close()
  }
}

test('letters, at once and of the day, are left by one press on the page that they lead to, and by a mail program without a page', async ({
  browser,
}) => {
  const lan = await arrives(browser, 'creator@stagedoor.example')
  const che = await arrives(browser, 'ache.piano@stagedoor.example')
  const office = await arrives(browser, 'admin@stagedoor.example')
  const fan = await comes(browser)
  await joins(fan, '阿星', { tokens: 500 })
  await goes(lan.page, '/settings/notifications')
  const line = lan.page.getByRole('listitem').filter({ hasText: '有人買了你的作品' })
  await line.getByRole('combobox').click()
  await lan.page.getByRole('option', { name: '馬上寄' }).click()
  await expect(lan.page.getByText('已儲存')).toBeVisible()
  await lan.page.request.post('/api/notifications/read', { headers, data: {} })
  const post = await forSale(fan, 'papertheatre')
  await fan.page.request.post(`/api/wallet/charges/feed/${post._id}`, { headers, data: { expectedPrice: post.price } })
  // The other one hears of it once a day.
  await che.page.request.put('/api/notifications/preferences', { headers, data: { kinds: [{ kind: 'sale', email: 'digest' }] } })
  const theirs = await forSale(fan, 'ache.piano')
  const sold = await fan.page.request.post(`/api/wallet/charges/feed/${theirs._id}`, { headers, data: { expectedPrice: theirs.price } })
  expect(sold.status(), await sold.text()).toBe(200)
  await expect.poll(async () => (await mine(che.page)).unread.notifications).toBeGreaterThan(0)
  await isTheHourOf('ache.piano@stagedoor.example')

  /** Of the newest letter about it. */
  const link = async (to = 'creator@stagedoor.example') => {
    const reply = await office.page.request.get(`/api/admin/letters?recipient=${to}&limit=20`)
    const { data } = (await reply.json()) as { data: { data: { text: string }[] } }
    return data.data.find(({ text }) => text.includes('阿星'))?.text.match(/\/unsubscribe\/(\S+)/)?.[1]
  }
  await expect.poll(link, { timeout: 130_000 }).toBeTruthy()
  const token = await link()
  const email = async () => {
    const reply = await lan.page.request.get('/api/notifications/preferences')
    const { data } = (await reply.json()) as { data: { kinds: { kind: string; email: string }[] } }
    return data.kinds.find(({ kind }) => kind === 'sale')?.email
  }
  // Whoever opens the letter need not be signed in.
  const reader = await comes(browser)
  await goes(reader.page, `/api/notifications/unsubscribe/${token}`)
  await expect(reader.page).toHaveURL(`/unsubscribe/${token}`)
  expect(await email()).toBe('now')
  await expect(reader.page.getByRole('main')).toContainText('「解鎖」')
  await reader.page.getByRole('button', { name: '不再寄給我' }).click()
  await expect(reader.page.getByRole('status').filter({ hasText: '「解鎖」' })).toContainText('不再寄信')
  expect(await email()).toBe('off')
  expect(await violationsOn(reader.page)).toEqual([])

  // Pressed by mistake: the same link takes it back, and stops them again.
  await reader.page.getByRole('button', { name: '改回來' }).click()
  await expect(reader.page.getByRole('status').filter({ hasText: '「解鎖」' })).toContainText('又會寄信')
  expect(await email()).toBe('now')
  await reader.page.getByRole('button', { name: '不再寄給我' }).click()
  await expect(reader.page.getByRole('button', { name: '改回來' })).toBeVisible()
  expect(await email()).toBe('off')
  // Whoever opens it later reads how it stands.
  await goes(reader.page, `/unsubscribe/${token}`)
  await expect(reader.page.getByRole('button', { name: '改回來' })).toBeVisible()
  // Changed by whoever got hold of it, it is none.
  await goes(reader.page, `/unsubscribe/${token?.slice(0, -4)}AAAA`)
  await expect(reader.page.getByRole('heading', { name: '這個連結不能用了' })).toBeVisible()

  const data = 'List-Unsubscribe=One-Click'
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  await lan.page.request.put('/api/notifications/preferences', { headers, data: { kinds: [{ kind: 'sale', email: 'now' }] } })
  const program = await browser.newContext()
  const answer = await program.request.post(`${site}/api/notifications/unsubscribe/${token}`, { headers: type, data })
  expect(answer.status()).toBe(200)
  expect(await email()).toBe('off')
  await program.close()

  // The letter of the day is left as a whole, by one press as well.
  const ofTheDay = () => link('ache.piano@stagedoor.example')
  await expect.poll(ofTheDay, { timeout: 70_000 }).toBeTruthy()
  await goes(reader.page, `/unsubscribe/${await ofTheDay()}`)
  await expect(reader.page.getByRole('main')).toContainText('不再寄任何通知信')
  await reader.page.getByRole('button', { name: '不再寄給我' }).click()
  await expect(reader.page.getByRole('button', { name: '改回來' })).toBeVisible()
  const { data: left } = (await (await che.page.request.get('/api/notifications/preferences')).json()) as { data: { emails: boolean } }
  expect(left.emails).toBe(false)
  await reader.page.getByRole('button', { name: '改回來' }).click()
  await expect(reader.page.getByText('通知又會寄信。')).toBeVisible()
  expect([...lan.complaints, ...che.complaints, ...reader.complaints]).toEqual([])
})

test('the network’s absence is a page of ours in the reader’s language and theme', async ({ browser }) => {
  const fan = await comes(browser, { theme: 'dark' })
  await joins(fan, '小雨')
  const { page, context } = fan
  await goes(page, '/home')
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state === 'activated')

  await test.step('without a network a page says so, and comes back when it is tried again', async () => {
    // The worker of the first page is there from the second on, and keeps the page for later in this one's language.
    await goes(page, '/home')
    await expect.poll(() => page.evaluate(async () => (await (await caches.open('stagedoor')).match('/offline'))?.status)).toBe(200)
    await context.setOffline(true)
    await page.goto('/explore').catch(() => {})
    await expect(page.getByRole('heading', { name: '線斷了，舞臺還在。' })).toBeVisible()
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 15, 20)')
    expect(await violationsOn(page)).toEqual([])
    await context.setOffline(false)
    await page.getByRole('link', { name: '再試一次' }).click()
    await isAlive(page)
    await expect(page).toHaveURL('/explore')
  })
})

test('a browser that listens to a key of before subscribes anew by itself, once its reader opens a page', async ({ browser }) => {
  const fan = await comes(browser)
  await joins(fan, '小晴')
  const { page, context } = fan
  await goes(page, '/home')
  await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/'))?.active?.state === 'activated')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  // There is no push service here: what the browser would say of one is put in its place, and the site's answer too.
  await worker.evaluate(() => {
    const { prototype } = (self as unknown as { PushManager: { prototype: Record<string, unknown> } }).PushManager
    const asked: unknown[] = []
    const known = self as unknown as { asked: unknown[]; fetch: typeof fetch }
    known.asked = asked
    prototype['getSubscription'] = async () => ({ unsubscribe: async () => asked.push('unsubscribed') })
    prototype['subscribe'] = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      asked.push(applicationServerKey)
      return { toJSON: () => ({ endpoint: 'https://push.example/new', expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }) }
    }
    known.fetch = async (address, init) => {
      asked.push([address, init?.body])
      return Response.json({ data: { key: 'new-key', isNew: true } })
    }
  })
  const heard = () => worker.evaluate(() => (self as unknown as { asked: unknown[] }).asked)
  await page.reload()
  await isAlive(page)
  await expect
    .poll(heard)
    .toEqual(
      expect.arrayContaining([
        ['/api/notifications/push-key', undefined],
        'unsubscribed',
        'new-key',
        [
          '/api/notifications/push-subscriptions',
          JSON.stringify({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }),
        ],
      ]),
    )
  expect(fan.complaints).toEqual([])
})

test('the settings say what this browser can, and what to do where its reader said no', async ({ browser }) => {
  const fan = await comes(browser)
  await joins(fan, '小滿')
  await goes(fan.page, '/settings/notifications')
  await expect(fan.page.getByRole('status').filter({ hasText: /這部裝置|推播/ })).toContainText('推播')
  await fan.page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }))
  await goes(fan.page, '/settings/notifications')
  await expect(fan.page.getByText('瀏覽器已封鎖這個網站的推播')).toBeVisible()
  const quiet = fan.page.getByRole('switch', { name: '勿擾時段' })
  await quiet.click()
  await expect(fan.page.getByText('已儲存')).toBeVisible()
  await goes(fan.page, '/settings/notifications')
  await expect(quiet).toBeChecked()
  expect(fan.complaints).toEqual([])
})

test('on a phone, in the language with the longer words, each choice stays within its panel', async ({ browser }) => {
  const fan = await comes(browser, { phone: true })
  await joins(fan, '小禾')
  for (const width of [390, 320]) {
    await fan.page.setViewportSize({ width, height: 800 })
    await goes(fan.page, '/settings/notifications?locale=en-US')
    const lists = fan.page.getByRole('main').getByRole('list')
    const tooWide = await lists.evaluateAll((all) =>
      all.flatMap((list) => {
        const end = list.getBoundingClientRect().right
        return [...list.querySelectorAll('[role=combobox], [role=checkbox]')]
          .filter((each) => each.getBoundingClientRect().right > end + 1)
          .map((each) => each.outerHTML)
      }),
    )
    expect(tooWide, `${width} px`).toEqual([])
  }
  expect(fan.complaints).toEqual([])
})

test('choices that follow each other faster than the server answers are all kept, and seen as chosen meanwhile', async ({ browser }) => {
  const fan = await comes(browser)
  await joins(fan, '小禾')
  const { page } = fan
  /** The first is still on its way when the rest are chosen. */
  const held = Promise.withResolvers<void>()
  const sent: string[] = []
  await page.route('**/api/notifications/preferences', async (route) => {
    if (route.request().method() !== 'PUT') return route.fallback()
    sent.push(route.request().postData() ?? '')
    if (sent.length === 1) await held.promise
    return route.continue()
  })
  await goes(page, '/settings/notifications')
  const discreet = page.getByRole('switch', { name: '低調顯示' })
  const pushed = page.getByRole('checkbox', { name: '回覆：推播' })
  const here = page.getByRole('checkbox', { name: '新作品：站內' })
  const boxes = [pushed, here, discreet]
  const before = await Promise.all(boxes.map((box) => box.isChecked()))
  const areChanged = async () => {
    for (const [n, box] of boxes.entries()) await expect(box).toBeChecked({ checked: !before[n] })
  }
  // In one turn: the page is not drawn anew in between.
  const handles = await Promise.all(boxes.map((box) => box.elementHandle()))
  await page.evaluate((elements) => elements.forEach((element) => (element as HTMLElement).click()), handles)
  await areChanged()
  await expect.poll(() => sent.length).toBe(1)
  held.resolve()
  await expect.poll(() => sent.length).toBe(3)
  await expect(page.getByText('已儲存').first()).toBeVisible()
  await areChanged()
  await goes(page, '/settings/notifications')
  await areChanged()

  await test.step('one that is refused goes back alone, and what follows it is kept', async () => {
    let asked = 0
    await page.unroute('**/api/notifications/preferences')
    await page.route('**/api/notifications/preferences', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      asked += 1
      if (asked === 1) return route.abort('internetdisconnected')
      return route.continue()
    })
    await pushed.click()
    await discreet.click()
    await expect.poll(() => asked).toBe(2)
    await expect(pushed).toBeChecked({ checked: !before[0] })
    await expect(discreet).toBeChecked({ checked: before[2]! })
    await goes(page, '/settings/notifications')
    await expect(pushed).toBeChecked({ checked: !before[0] })
    await expect(discreet).toBeChecked({ checked: before[2]! })
  })
})

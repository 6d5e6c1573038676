// Visitors' pages are kept for some seconds (docs/adr/0012): whatever was changed is gone from them at once, nothing of anybody is in them, and showing one counts nothing.
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageCache } from '#server/platform/page-cache/page-cache.ts'
import { servePages } from '#server/web.ts'
import { type House, openHouse, type Person, picture } from '#journeys/house.ts'

const taiwan = '168.95.1.1'
const japan = '133.1.0.1'

let house: House
let kept: PageCache
let lan: Person
let office: Person
beforeAll(async () => {
  house = await openHouse(
    { TRUSTED_PROXIES: '127.0.0.1' },
    {
      mount: (config) => async (http, around) => {
        kept = servePages(http, around, config, { entry: () => import('#web/entry-server.tsx') as never, head: () => '' })
      },
    },
  )
  office = await house.staff()
  await office.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
  lan = await house.creator({ name: 'Lan of the lamps' })
}, 600_000)
afterAll(() => house.close())

interface From {
  country?: string
  headers?: Record<string, string>
}

async function page(path: string, { country = taiwan, headers = {} }: From = {}) {
  const {
    statusCode,
    body,
    headers: sent,
  } = await house.app.http.inject({ url: path, headers: { 'x-forwarded-for': country, ...headers } })
  return { status: statusCode, body, headers: sent }
}

let count = 0
/** A free post that staff found fit for everyone, so that visitors read its words. */
async function opens(fileIds: string[] = []) {
  const text = `What stands on the page ${++count} is read by all`
  const post = await lan.api.feeds.create({
    type: fileIds.length > 0 ? 'photo' : 'text',
    fileIds,
    tagline: `Evening ${count}`,
    text,
    isSale: 'free',
    isForFront: true,
  })
  await office.api.admin.markFitForAll({ id: post._id, updatedAt: post.updatedAt })
  return { ...post, text }
}

/** One that is drawn anew says another moment. */
async function isShared(path: string, from?: From): Promise<boolean> {
  const [one, other] = [await page(path, from), await page(path, from)]
  return one.body === other.body
}

/** What came before what. */
let moment = 0

/** Fifty ask all the time. Whoever begins to ask once the change was answered finds nothing of `words` any more. */
async function isGoneAtOnce(path: string, words: string, change: () => Promise<unknown>, from: From = {}): Promise<void> {
  const begun: { at: number; found: boolean }[] = []
  let isOver = false
  const readers = Array.from({ length: 50 }, async () => {
    while (!isOver) {
      const at = ++moment
      begun.push({ at, found: (await page(path, from)).body.includes(words) })
    }
  })
  const until = (enough: () => boolean) => expect.poll(enough, { timeout: 60_000, interval: 10 }).toBe(true)
  await until(() => begun.length > 100)
  await change()
  const since = ++moment
  await until(() => begun.filter(({ at }) => at >= since).length > 100)
  isOver = true
  await Promise.all(readers)
  expect(
    begun.some(({ found }) => found),
    'it stood there before',
  ).toBe(true)
  expect(begun.filter(({ at, found }) => at >= since && found)).toEqual([])
}

test('a page serves those who come after its maker, whatever campaign sent them', async () => {
  const post = await opens()
  const first = await page(`/posts/${post._id}`)
  expect(first.body).toContain(post.text)
  expect((await page(`/posts/${post._id}?utm_source=letter&fbclid=1`)).body).toBe(first.body)
  expect(first.headers['cache-control']).toBe('private, no-store')
})

test('it is compressed once for all, and says the same as it is', async () => {
  const plain = await page('/terms')
  const zstd = await house.app.http.inject({ url: '/terms', headers: { 'x-forwarded-for': taiwan, 'accept-encoding': 'gzip, zstd' } })
  expect(zstd.headers).toMatchObject({ 'content-encoding': 'zstd', vary: 'cookie, accept-encoding' })
  expect(zstdDecompressSync(zstd.rawPayload).toString()).toBe(plain.body)
})

test('what staff took down is gone at once', async () => {
  const post = await opens()
  await isGoneAtOnce(`/posts/${post._id}`, post.text, () => office.api.admin.rejectWork({ id: post._id, reason: 'Not allowed here' }))
})

test('what another process took down is gone at once, too', async () => {
  const post = await opens()
  const elsewhere = new pg.Client({ ...(house.db.pool.options as pg.ClientConfig) })
  await elsewhere.connect()
  try {
    await isGoneAtOnce(`/posts/${post._id}`, post.text, () =>
      elsewhere.query(
        `update works.works set state = 'removed', decision_reason = 'Elsewhere', fit_for_all_at = null, fit_for_all_by = null where id = $1`,
        [post._id],
      ),
    )
  } finally {
    await elsewhere.end()
  }
})

test('words that were changed are gone at once', async () => {
  const post = await opens()
  await isGoneAtOnce(`/posts/${post._id}`, post.text, () => lan.api.feeds.update({ id: post._id, text: 'Something else' }))
})

test('what was open and is locked now is gone at once, from the landing, too', async () => {
  const photo = await lan.api.feeds.uploadPhoto({ file: await picture(600, 400) })
  await house.settle()
  const [post, other] = [await opens(), await opens([photo._id])]
  await isGoneAtOnce(`/posts/${post._id}`, post.text, () => lan.api.feeds.update({ id: post._id, isSale: 'followers' }))
  await isGoneAtOnce('/', other._id, () => office.api.admin.unmarkFitForAll({ id: other._id }))
})

test('who hides from a country is gone from there at once, and stays elsewhere', async () => {
  await isGoneAtOnce(`/${lan.username}`, 'Lan of the lamps', () => lan.api.blocks.blockCountries({ countryCodes: ['JP'] }), {
    country: japan,
  })
  expect((await page(`/${lan.username}`)).body).toContain('Lan of the lamps')
})

test('a face of another name is gone at once', async () => {
  const mei = await house.creator({ name: 'Mei by the river' })
  await isGoneAtOnce(`/${mei.username}`, 'Mei by the river', () => mei.api.me.updatePerformer({ name: 'Mei elsewhere' }))
})

test('what the office set is seen at once, also where another process was asked to', async () => {
  await isGoneAtOnce('/terms', 'Stagedoor', () => office.api.admin.saveSettings({ values: { siteName: 'Lantern house' } }))
  await isGoneAtOnce('/terms', 'Lantern house', () =>
    house.db.pool.query(`update settings.settings set value = '"Moon house"' where key = 'siteName'`),
  )
})

test('a country that is closed is closed at once', async () => {
  const post = await opens()
  await isGoneAtOnce(`/posts/${post._id}`, post.text, () => office.api.admin.saveSettings({ values: { blockedCountries: ['FR'] } }), {
    country: '90.1.1.1',
  })
  await office.api.admin.saveSettings({ values: { blockedCountries: [] } })
})

test('each look of a page is its own: language, theme, zone, country, address of the site, and what was said to being counted', async () => {
  await office.api.admin.saveSettings({ values: { gaCode: 'G-TEST1234' } })
  const cookie = (said: string): From => ({ headers: { cookie: said } })
  const looks = [
    {},
    ...['theme=light', 'theme=dark', 'tz=America/New_York', 'analytics=yes', 'analytics=no'].map(cookie),
    { country: japan },
    { headers: { host: 'other.example' } },
  ]
  const bodies = []
  for (const each of looks) bodies.push((await page('/explore', each)).body)
  bodies.push((await page('/en-US/explore')).body)
  expect(new Set(bodies).size).toBe(bodies.length)
  expect((await page('/explore', cookie('theme=dark'))).body).toContain('data-theme="dark"')
  expect((await page('/explore', cookie('theme=light'))).body).toContain('data-theme="light"')
  expect((await page('/explore', cookie('analytics=yes'))).headers['content-security-policy']).toContain('google')
  expect((await page('/explore', cookie('analytics=no'))).headers['content-security-policy']).not.toContain('google')
  expect((await page('/explore', cookie('i18nextLng=en-US'))).headers['location']).toBe('/en-US/explore')
  await office.api.admin.saveSettings({ values: { gaCode: '' } })
})

test('nothing of anybody is kept: no name, balance, token or birth date of those who signed in, looked for something, or came with a link', async () => {
  const fan = await house.fan({ balance: 4321.5, name: 'Fan of the lamps' })
  const own: [string, From?][] = [
    ...['/home', '/explore', `/${lan.username}`, '/wallet'].map((path): [string, From] => [
      path,
      { headers: { cookie: `token=${fan.token}; eighteen_day=1971-03-09` } },
    ]),
    ['/home', { headers: { cookie: 'token=one-that-is-over' } }],
    ['/auth/reset?token=a-token-in-a-letter'],
    ['/auth/login?redirect=%2Fwallet%3Fmine'],
    ['/search?q=what-i-look-for'],
    ['/explore?x=what-nobody-reads'],
  ]
  for (const [path, from] of own) if (path !== '/wallet') expect(await isShared(path, from), path).toBe(false)
  expect(
    await isShared('/home', { headers: { cookie: 'eighteen_day=1971-03-09; other=a-cookie-of-mine', 'user-agent': 'a-browser-of-mine' } }),
  ).toBe(true)
  const everything = kept.all().map(({ html, headers }) => html + JSON.stringify(headers))
  expect(everything.length).toBeGreaterThan(0)
  const mine = [
    'Fan of the lamps',
    fan.username,
    '4,321.5',
    '4321.5',
    fan.token,
    '1971-03-09',
    'a-token-in',
    'what-',
    'one-that-is-over',
    'of-mine',
    'mine',
  ]
  for (const each of mine)
    expect(
      everything.filter((page) => page.includes(each)),
      each,
    ).toEqual([])
})

test('what is not there is kept for nobody, so that nobody fills the memory with it', async () => {
  expect(await isShared('/nobody.at.all')).toBe(false)
})

/** Every address whose page is shared, so that a new one is looked at, too. */
async function sharedAddresses(): Promise<string[]> {
  const { routes } = await import('#web/routes.tsx')
  const post = await opens()
  const texts = { 'en-US': { title: 'News', content: 'Of the house', isPublished: true } }
  for (const type of ['page', 'post'] as const)
    await office.api.pages.create({ type, slug: `of-the-house-${type}`, order: 0, places: [], texts })
  const examples: Record<string, string> = {
    'pages/:slug': 'pages/of-the-house-page',
    'blog/:slug': 'blog/of-the-house-post',
    ':profileId': lan.username,
    'posts/:postId': `posts/${post._id}`,
  }
  return (routes[0]?.children ?? [])
    .filter((route) => 'isForAll' in route)
    .map(({ path = '' }) => `/${path.includes(':') ? (examples[path] ?? `an example for ${path} is missing`) : path}`)
}

test('a page of somebody’s own is no kept one, also where it is for all: its length tells a stranger nothing (SECURITY, Compression)', async () => {
  const mei = await house.fan({ name: 'Mei' })
  const asks = (from: string) =>
    page('/explore?g=guess', { headers: { cookie: `token=${mei.token}`, 'accept-encoding': 'gzip', 'sec-fetch-site': from } })
  const lured = await asks('cross-site')
  expect([lured.status, lured.headers['content-encoding']]).toEqual([200, undefined])
  expect(lured.body).toContain(mei.username)
  expect((await asks('same-origin')).headers['content-encoding']).toBe('gzip')
})

test('showing a shared page writes nothing, and all that it is made of tells of its changes or may be some seconds old', async () => {
  const slow: Record<string, string> = {
    'reactions.totals': 'likes and views may be some seconds old',
    'reactions.reactions': 'what this reader did: a visitor did nothing',
    'reactions.waiting': 'likes and views may be some seconds old',
    'follows.totals': 'the number of followers may be some seconds old',
    'follows.follows': 'whom this reader follows: a visitor follows nobody',
    'subscriptions.subscriptions': 'to whom this reader subscribes: a visitor to nobody',
    'subscriptions.periods': 'likewise',
    'wallet.transfers': 'what this reader bought: a visitor nothing',
    'wallet.accounts': 'likewise',
    'blocks.users': 'whom a person blocks: a visitor is nobody',
    'finding.postings': 'written with the work or profile that it finds',
    'finding.documents': 'written with the work or profile that it finds',
    'feeds.votes': 'votes may be some seconds old',
    'works.kinds': 'changes with the program',
    'comments.comments': 'how many there are may be some seconds old',
    'search.keywords': 'what others look for may be some seconds old',
    'accounts.sessions': 'who was here a moment ago may be some seconds old',
    'live.streams': 'who is live may be some seconds old',
    'live.bans': 'who is shut out of a stage: a visitor is nobody',
    'platform.page_changes': 'it is what tells',
  }
  const texts = new Set<string>()
  // Jobs ask at the same time.
  const inPage = new AsyncLocalStorage<true>()
  const hear = (message: unknown) => inPage.getStore() && texts.add((message as { text: string }).text)
  const addresses = await sharedAddresses()
  await house.settle()
  subscribe('stagedoor:asked', hear)
  const shared = []
  for (const path of addresses) shared.push([path, await inPage.run(true, () => isShared(path))])
  unsubscribe('stagedoor:asked', hear)
  expect(shared).toEqual(addresses.map((path) => [path, true]))
  expect([...texts].filter((text) => /^\s*(?:with[\s\S]*?)?\b(?:insert into|update [a-z]+\.|delete from)/.test(text))).toEqual([])
  const read = new Set(
    [...texts].flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+([a-z_]+\.[a-z_]+)/g)].map(([, name = '']) => name)),
  )
  expect(read.size).toBeGreaterThan(10)
  const { rows } = await house.db.pool.query<{ name: string; tells: boolean }>(`
    select format('%s.%s', n.nspname, c.relname) as name, exists (select from pg_trigger where tgrelid = c.oid and tgname = 'page_changed') as tells
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r'`)
  const silent = rows.filter(({ name, tells }) => read.has(name) && !tells).map(({ name }) => name)
  expect(silent.filter((name) => !(name in slow)).toSorted()).toEqual([])
})

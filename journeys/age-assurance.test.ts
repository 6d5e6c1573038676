// Ages checked by a provider (docs/adr/0029): from a region that asks for it, by whatever row, page, address of bytes or socket. The provider is a real one of
// OpenID Connect on the loopback.
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Audience, Endpoint, Endpoints } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { type House, type Person, picture } from '#journeys/house.ts'
import { openHouseWithPages } from '#journeys/with-pages.ts'
import { forgetOld } from '#server/people/age/queries.ts'
import { openIdKeys, openProvider, type OpenIdProvider } from '#server/people/federation/testing-openid.ts'
import { sql } from '#server/platform/db/db.ts'

const [japan, taiwan] = ['133.1.0.1', '168.95.1.1']
/** Where the site is reached: what the provider was told beforehand, while it listens elsewhere. */
const site = 'http://127.0.0.1:4998'
const explicit = { tagline: 'Velvet hour', text: 'What only adults read' }

let house: House
let provider: OpenIdProvider
let people: { fan: Person; creator: Person; staff: Person }
let post: { _id: string }
beforeAll(async () => {
  provider = await openProvider([`${site}/age/return`])
  house = await openHouseWithPages({
    TRUSTED_PROXIES: '127.0.0.1',
    PUBLIC_URL: site,
    SIGN_IN_LOOPBACK: 'true',
    AGE_CLIENT_SECRET: openIdKeys.secret,
  })
  people = { fan: await house.fan({ balance: 200 }), creator: await house.creator({ name: 'Lan' }), staff: await house.staff() }
  await set({ reviewDefault: 'after', ageAssuranceRegions: ['JP'] })
  const file = await people.creator.api.feeds.uploadPhoto({ file: await picture(1200, 800, 5) })
  const preview = await people.creator.api.feeds.uploadThumbnail({ file: await picture(600, 400, 6) })
  await house.settle()
  post = await people.creator.api.feeds.create({
    type: 'photo',
    ...explicit,
    fileIds: [file._id],
    thumbnailId: preview._id,
    isSale: 'ppv',
    price: 5,
  })
  // Works are shown once they were looked at, and their previews, too.
  await people.staff.api.admin.approveWork({ id: post._id })
  await people.fan.api.feeds.charge({ id: post._id })
}, 120_000)
afterAll(async () => {
  await house.close()
  await provider.close()
})

const set = (values: Record<string, unknown>) => people.staff.api.admin.saveSettings({ values })
const offered = () =>
  set({
    ageAssuranceMode: 'provider',
    ageAssuranceIssuer: provider.issuer,
    ageAssuranceClientId: openIdKeys.clientId,
    ageAssuranceScope: 'age',
    ageAssuranceClaim: 'age_over_18',
    ageAssuranceDays: 365,
  })
beforeEach(async () => {
  provider.answersOnly = undefined
  await offered()
})

type Said = Record<string, unknown> & { code?: string; data?: Record<string, unknown> }

/** A browser: its cookies come along. */
function browser({ from = japan, as }: { from?: string; as?: Person | undefined } = {}) {
  const cookies = new Map<string, string>(as ? [['token', as.token]] : [])
  async function ask(
    url: string,
    { method = 'GET', body, from: elsewhere = from }: { method?: string; body?: unknown; from?: string } = {},
  ) {
    const answer = await house.app.http.inject({
      method: method as 'GET',
      url,
      headers: {
        'x-forwarded-for': elsewhere,
        'content-language': 'en-US',
        host: 'stage.example',
        origin: 'http://stage.example',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    for (const { name, value } of answer.cookies)
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    const isJson = answer.headers['content-type']?.includes('json') ?? false
    return {
      status: answer.statusCode,
      said: (isJson && answer.body ? answer.json() : {}) as Said,
      text: answer.body,
      cookies: answer.cookies,
    }
  }
  const start = async (redirect?: string) => {
    const { said } = await ask('/api/age-assurance/start', { method: 'POST', body: redirect === undefined ? {} : { redirect } })
    return (said.data?.['url'] ?? said.code) as string
  }
  const comesBack = (back: URL) =>
    ask('/api/age-assurance/result', {
      method: 'POST',
      body: Object.fromEntries([...back.searchParams].filter(([name]) => ['code', 'state', 'iss', 'error'].includes(name))),
    })
  return {
    cookies,
    ask,
    start,
    comesBack,
    /** All of it, as this person of the provider's. */
    check: async (login: string, redirect?: string) => comesBack(await provider.signsIn(await start(redirect), login)),
  }
}

const adult = 'grown'
const nobodyMore = () =>
  void provider.people.set(adult, { age_over_18: true, birthdate: '1990-02-03', name: 'Grown Up', email: 'grown@nightpass.example' })
beforeEach(nobodyMore)

/** What a page shows: the way to a check, that there is none, or itself. */
async function look(path: string, window = browser(), from = japan) {
  const { status, text } = await window.ask(`/en-US${path}`, { from })
  if (text.includes('Your age is checked before you come in here')) return status === 403 ? 'check' : `check with ${status}`
  if (text.includes('We cannot let you in from your region yet')) return status === 403 ? 'shut' : `shut with ${status}`
  return status
}

const rows = Object.entries(contract as Record<string, Endpoints>).flatMap(([slice, table]) =>
  Object.entries(table).map(([name, row]) => [`${slice}.${name}`, row as Endpoint] as const),
)
const roles = ['visitor', 'fan', 'creator', 'staff'] as const
const admitted: Readonly<Record<Audience, readonly string[]>> = {
  anyone: roles,
  member: ['fan', 'creator', 'staff'],
  creator: ['creator'],
  staff: ['staff'],
}

test('what is open in a closed country is open before a check, but for what is explicit; staff are let in everywhere', async () => {
  expect(
    rows
      .filter(([, { isExplicit }]) => isExplicit)
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(
    `comments.list feeds.fileStatus feeds.one galleries.one galleries.photos galleries.view messaging.changes messaging.conversation messaging.conversations
    messaging.messages messaging.search shop.downloadLink shop.product videos.fileStatus videos.one videos.view works.tagged`.split(/\s+/),
  )
  for (const [name, row] of rows) {
    for (const role of roles) {
      if (name === 'accounts.logout' || !admitted[row.for].includes(role)) continue
      const window = browser({ as: role === 'visitor' ? undefined : people[role] })
      const url = `/api${row.path.replace(/:(\w+)/g, '0198f9a0-1111-7000-8000-000000000001')}`
      const { status, said } = await window.ask(url, { method: row.method, ...(row.method !== 'GET' && { body: { nonsense: true } }) })
      const isOpen =
        role === 'staff' || (!row.isExplicit && (row.inClosedCountry === true || (role !== 'visitor' && row.inClosedCountry === 'members')))
      if (isOpen) expect(said.code, `${name} as ${role}`).not.toBe('age_not_assured')
      else expect([status, said.code], `${name} as ${role}`).toEqual([403, 'age_not_assured'])
    }
  }
}, 120_000)

test('without a provider the region is shut, in words, and a date that somebody typed does not count; elsewhere, and to staff, nothing changes', async () => {
  await set({ ageAssuranceIssuer: '' })
  const visitor = browser()
  visitor.cookies.set('eighteen_day', '1980-01-01')
  for (const path of ['/', '/home', '/explore', '/lan', `/posts/${post._id}`, '/auth/register'])
    expect([path, await look(path, visitor)]).toEqual([path, 'shut'])
  for (const path of ['/terms', '/privacy', '/contact', '/auth/login', '/auth/forgot'])
    expect([path, await look(path, visitor)]).toEqual([path, 200])
  expect(await visitor.start()).toBe('age_check_not_offered')
  for (const path of ['/home', '/explore', `/posts/${post._id}`]) expect([path, await look(path, browser(), taiwan)]).toEqual([path, 200])

  const fan = browser({ as: people.fan })
  fan.cookies.set('eighteen_day', '1980-01-01')
  for (const path of ['/home', '/explore', '/messages', '/bookmarks', `/posts/${post._id}`])
    expect([path, await look(path, fan)]).toEqual([path, 'shut'])
  for (const path of [
    '/wallet',
    '/wallet/payments',
    '/unlocked',
    '/orders',
    '/subscriptions',
    '/settings',
    '/me',
    '/notifications',
    '/settings/reports',
  ])
    expect([path, await look(path, fan)]).toEqual([path, 200])
  const signedIn = await browser().ask('/api/auth/login', {
    method: 'POST',
    body: { username: people.fan.username, password: people.fan.password },
  })
  expect(signedIn.status).toBe(200)

  const office = browser({ as: people.staff })
  for (const path of ['/admin', '/explore', `/posts/${post._id}`]) expect([path, await look(path, office)]).toEqual([path, 200])
  expect((await office.ask('/en-US/admin')).text).toContain('no provider is configured')
  await offered()
  expect((await office.ask('/en-US/admin')).text).not.toContain('no provider is configured')
  // No list of regions is everywhere.
  await set({ ageAssuranceRegions: [] })
  expect(await look('/explore', browser(), taiwan)).toBe('check')
  await set({ ageAssuranceRegions: ['JP'], ageAssuranceMode: 'self_declared' })
  expect(await look('/explore')).toBe(200)
})

test('nothing explicit is in a page, its source or its requests before the check: no word, no picture, no address of one', async () => {
  const shown = await people.fan.api.feeds.one({ id: post._id })
  const { url: avatar } = await people.creator.api.profiles.uploadPerformerAvatar({ file: await picture(300, 300, 7) })
  const secrets = [explicit.text, explicit.tagline, shown.files[0]!._id, avatar]
  const fan = browser({ as: people.fan })
  for (const window of [browser(), fan])
    for (const path of [
      '/',
      '/home',
      '/explore',
      '/search?q=velvet',
      '/videos',
      '/shop',
      '/live',
      `/posts/${post._id}`,
      `/${people.creator.username}`,
      '/messages',
    ]) {
      const { text } = await window.ask(`/en-US${path}`)
      for (const secret of secrets) expect(text, `${secret} on ${path}`).not.toContain(secret)
    }
  // What they bought is named, and not shown: neither its words nor its picture.
  for (const path of [
    '/en-US/unlocked',
    '/en-US/wallet',
    '/api/user/bought?limit=20',
    '/api/wallet/charges/search?limit=20',
    '/api/notifications?limit=20',
  ]) {
    const { status, text } = await fan.ask(path)
    expect(status, path).toBe(200)
    for (const secret of [explicit.text, shown.files[0]!.url!.split('?')[0]!]) expect(text, `${secret} on ${path}`).not.toContain(secret)
  }
  // The preview, which visitors elsewhere see, neither.
  const { thumbnail } = (await house.visitor().feeds.one({ id: post._id })) as { thumbnail?: { url: string } }
  for (const path of ['/en-US/unlocked', '/api/user/bought?limit=20', '/en-US/wallet'])
    expect((await fan.ask(path)).text, path).not.toContain(thumbnail!.url.split('?')[0]!)
  // Nor by an address from elsewhere.
  const bytes = async (url: string, window: ReturnType<typeof browser>, from = japan) => (await window.ask(url, { from })).status
  const url = shown.files[0]!.url!
  expect([await bytes(url, fan), await bytes(url, fan, taiwan)]).toEqual([404, 200])
  for (const window of [browser(), fan])
    expect([await bytes(thumbnail!.url, window), await bytes(thumbnail!.url, window, taiwan)]).toEqual([404, 200])
  expect([await bytes(avatar, browser()), await bytes(avatar, fan), await bytes(avatar, browser(), taiwan)]).toEqual([404, 200, 200])
  await browser({ as: people.creator })
    .ask(url)
    .then(({ status }) => expect(status, 'another viewer’s address').toBe(404))
})

test('a visitor is checked and reads on where they were; another browser is not; nobody is by a cookie that this site did not sign', async () => {
  const window = browser()
  expect(await look('/explore?kind=performer', window)).toBe('check')
  const url = new URL(await window.start('/explore?kind=performer'))
  expect(url.origin).toBe(provider.issuer)
  expect(url.searchParams.get('scope')).toBe('openid age')
  expect(url.searchParams.get('prompt')).toBe('login')
  expect(url.searchParams.get('code_challenge_method')).toBe('S256')
  for (const proof of ['state', 'nonce', 'code_challenge']) expect(url.searchParams.get(proof)?.length).toBeGreaterThan(40)

  const back = await window.comesBack(await provider.signsIn(url.href, adult))
  expect(back.said.data).toEqual({ method: 'openid', expiresAt: expect.any(String), redirect: '/explore?kind=performer' })
  expect(Date.parse(String(back.said.data!['expiresAt']))).toBeCloseTo(house.clock.now().getTime() + 365 * 86_400_000, -5)
  expect(back.cookies.find(({ name }) => name === 'age_assured')).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: expect.any(Number),
    path: '/',
  })
  for (const path of ['/explore?kind=performer', `/posts/${post._id}`, '/auth/register'])
    expect([path, await look(path, window)]).toEqual([path, 200])
  expect((await window.ask('/api/performers/top')).status).toBe(200)
  expect(await look('/explore')).toBe('check')

  const good = window.cookies.get('age_assured')!
  const [method, expiry, signature] = good.split('.') as [string, string, string]
  const forged = [
    'openid',
    '1',
    `${method}.${Number(expiry) + 1}.${signature}`,
    `${method}.${expiry}.${signature.slice(1)}A`,
    `${good}.`,
    ` ${good}`,
  ]
  for (const cookie of forged) {
    const liar = browser()
    liar.cookies.set('age_assured', encodeURIComponent(cookie))
    expect([cookie, await look('/explore', liar)]).toEqual([cookie, 'check'])
    expect((await liar.ask('/api/performers/top')).said.code).toBe('age_not_assured')
  }
})

test('a member’s result is their sign-in’s: in each of their browsers, for each account behind it, and for nobody else', async () => {
  const [fan, other] = [await house.fan(), await house.fan()]
  const window = browser({ as: fan })
  expect(await look('/home', window)).toBe('check')
  expect((await window.ask('/api/users/me')).said.data).toMatchObject({ mustAssureAge: true, ageVerified: false })
  expect((await window.check(adult, '/home')).said.data).toMatchObject({ redirect: '/home' })
  expect(window.cookies.has('age_assured')).toBe(false)
  for (const again of [window, browser({ as: fan })]) expect(await look('/home', again)).toBe(200)
  expect((await window.ask('/api/users/me')).said.data).toMatchObject({ mustAssureAge: false, ageVerified: true })
  // The gate that asks for a date does not stand behind the one that asked a provider.
  expect((await window.ask('/en-US/wallet')).text).not.toContain('role="dialog"')
  expect(await look('/home', browser({ as: other }))).toBe('check')
  // A visitor's result is not the member's who signs in there, whoever that is.
  const shared = browser()
  await shared.check(adult)
  expect(await look('/explore', shared)).toBe(200)
  shared.cookies.set('token', other.token)
  expect(await look('/explore', shared)).toBe('check')

  const { _id: id } = await fan.api.identity.apply({
    name: 'Summer night',
    username: 'age.summer',
    gender: 'female',
    country: 'JP',
    phone: '+81 900 000 000',
    acceptedTermsVersion: (await house.visitor().settings.public({})).termsVersion,
    acceptedAgreement: true,
    idVerification: await picture(600, 400, 1),
    documentVerification: await picture(600, 400, 2),
  })
  const { data } = await people.staff.api.admin.performers({ state: 'pending', limit: 100 })
  for (const paper of data.find((each) => each._id === id)!.documents) await people.staff.api.admin.document({ id: paper._id })
  await people.staff.api.admin.approvePerformer({ id })
  const held = browser()
  held.cookies.set('token', (await fan.api.switching.go({ accountId: id })).token)
  expect(await look('/explore', held)).toBe(200)
  await expect(
    house.db.transaction((tx) => tx.run(sql`insert into age.results (account_id, method, expires_at) values (${id}, 'openid', ${tx.now})`)),
  ).rejects.toThrow(/no way in of its own/)
})

test('kept of a check are its result, its method and its end: no date, no name, no number of anybody', async () => {
  const fan = await house.fan()
  await browser({ as: fan }).check(adult)
  const columns = await house.db.many<{ name: string }>(
    sql`select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'age' order by 1`,
  )
  expect(columns.map(({ name }) => name)).toEqual([
    ...['account_id', 'browser_hash', 'created_at', 'expires_at', 'goes_to', 'state_hash'].map((name) => `attempts.${name}`),
    ...['account_id', 'expires_at', 'method'].map((name) => `results.${name}`),
  ])
  const dumped = await house.db.many<{ row: string }>(
    sql`select to_jsonb(r)::text as row from age.results r union all select to_jsonb(a)::text from age.attempts a`,
  )
  for (const said of [adult, '1990-02-03', 'Grown', 'nightpass']) expect(dumped.map(({ row }) => row).join()).not.toContain(said)
  // Who is too young leaves nothing at all, and may ask again.
  provider.people.set('young', { age_over_18: false, birthdate: '2015-02-03' })
  const child = browser({ as: await house.fan() })
  expect((await child.check('young', '/live')).said).toMatchObject({ code: 'age_check_too_young' })
  expect(await house.db.many(sql`select from age.attempts`)).toHaveLength(0)
  expect(await house.db.many(sql`select from age.results where account_id <> all (select id from accounts.accounts)`)).toHaveLength(0)
  expect((await child.ask('/api/users/me')).said.data).toMatchObject({ mustAssureAge: true })
})

test('each no has its own words, and what was begun is over: declined, too young, silent, used, another’s, too old, away, meant for somebody else', async () => {
  const window = browser()
  const no = async (code: string, answer: Promise<{ status: number; said: Said }>, redirect: string | null = '/live') => {
    const { status, said } = await answer
    expect([status, said.code, said['redirect'], window.cookies.has('age_assured')]).toEqual([
      code === 'age_check_unavailable' ? 503 : 422,
      code,
      redirect ?? undefined,
      false,
    ])
    expect(said['message']).toMatch(/^[A-Z].{20,}\.$/)
  }
  const wayOut = await window.start('/live')
  const state = new URL(wayOut).searchParams.get('state')!
  const declined = new URL(`${site}/age/return?error=access_denied&state=${state}`)
  await no('age_check_declined', window.comesBack(declined))
  await no('age_check_over', window.comesBack(declined), null)

  provider.people.set('young', { age_over_18: false })
  await no('age_check_too_young', window.check('young', '/live'))
  provider.people.set('silent', { name: 'Silent' })
  await no('age_check_says_nothing', window.check('silent', '/live'))

  // Used: the same address again, after it let somebody in and after it did not.
  const first = browser()
  const address = await provider.signsIn(await first.start('/live'), adult)
  await no('age_check_over', window.comesBack(address), null)
  expect((await first.comesBack(address)).status).toBe(200)
  await no('age_check_over', first.comesBack(address), null)

  const late = await provider.signsIn(await window.start('/live'), adult)
  house.clock.advance({ minutes: 16 })
  await no('age_check_over', window.comesBack(late), null)
  await house.db.transaction(forgetOld)
  expect(await house.db.many(sql`select from age.attempts`)).toHaveLength(0)

  // One who began as a member comes back as themselves.
  const member = browser({ as: await house.fan() })
  const theirs = await provider.signsIn(await member.start('/live'), adult)
  member.cookies.set('token', (await house.fan()).token)
  await no('age_check_over', member.comesBack(theirs), null)

  // A code of another attempt: its nonce and verifier are another's.
  const [one, two] = [await provider.signsIn(await window.start('/live'), adult), new URL(await window.start('/live'))]
  one.searchParams.set('state', two.searchParams.get('state')!)
  await no('age_check_over', window.comesBack(one))
  const foreign = await provider.signsIn(await window.start('/live'), adult)
  foreign.searchParams.set('iss', 'https://another.example')
  await no('age_check_refused', window.comesBack(foreign))

  const away = await provider.signsIn(await window.start('/live'), adult)
  provider.answersOnly = { status: 503 }
  await no('age_check_unavailable', window.comesBack(away))
  // And one that nobody knew before it went away.
  await set({ ageAssuranceIssuer: 'http://127.0.0.1:9' })
  expect(await window.start()).toBe('age_check_unavailable')
  expect(await look('/explore', window)).toBe('check')
})

test('which claim proves it is the operator’s to say: one that is true, a birth date by the rule of the house, or a value', async () => {
  const claims = async (ageAssuranceClaim: string, ageAssuranceScope: string, known: object) => {
    await set({ ageAssuranceClaim, ageAssuranceScope })
    provider.people.set('somebody', known)
    const { said } = await browser().check('somebody')
    return said.code ?? 'in'
  }
  const bornOn = (days: number) => ({ birthdate: new Date(house.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10) })
  expect(await claims('birthdate', 'profile', bornOn(18 * 365))).toBe('in')
  expect(await claims('birthdate', 'profile', bornOn(18 * 365 - 1))).toBe('age_check_too_young')
  expect(await claims('birthdate', 'profile', { birthdate: '0000-02-03' })).toBe('age_check_says_nothing')
  expect(await claims('birthdate', 'profile', {})).toBe('age_check_says_nothing')
  // Not asked for is not said.
  expect(await claims('birthdate', '', bornOn(10_000))).toBe('age_check_says_nothing')
  expect(await claims('assurance_level=adult', 'age', { assurance_level: 'adult' })).toBe('in')
  expect(await claims('assurance_level=adult', 'age', { assurance_level: 'teen', age_over_18: true })).toBe('age_check_too_young')
  await expect(set({ ageAssuranceClaim: '' })).rejects.toMatchObject({ code: 'invalid' })
  await expect(set({ ageAssuranceClaim: 'a b' })).rejects.toMatchObject({ code: 'invalid' })
})

test('a page that is kept for those who were checked is never shown to who was not, nor the other way about', async () => {
  const checked = browser()
  await checked.check(adult)
  for (const path of ['/explore', '/home', `/posts/${post._id}`])
    for (let round = 0; round < 3; round++) {
      expect([path, await look(path, checked)]).toEqual([path, 200])
      expect([path, await look(path, browser())]).toEqual([path, 'check'])
      expect([path, await look(path, browser(), taiwan)]).toEqual([path, 200])
    }
})

test('a socket opens for those who were checked; an address of a stream by HLS for nobody else', async () => {
  const connects = (token?: string, cookie?: string) =>
    new Promise<boolean>((done) => {
      const socket = io(house.address, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        extraHeaders: { 'x-forwarded-for': japan, ...(cookie && { cookie }) },
        ...(token && { query: { token } }),
      })
      const end = (isOpen: boolean) => {
        socket.close()
        done(isOpen)
      }
      socket.once('connect', () => end(true))
      socket.once('connect_error', () => end(false))
    })
  const [fan, checked] = [await house.fan(), await house.fan()]
  await browser({ as: checked }).check(adult)
  const visitor = browser()
  await visitor.check(adult)
  expect(await connects()).toBe(false)
  expect(await connects(fan.token)).toBe(false)
  expect(await connects(checked.token)).toBe(true)
  expect(await connects(people.staff.token)).toBe(true)
  expect(await connects(undefined, `age_assured=${visitor.cookies.get('age_assured')}`)).toBe(true)
  const piece = '/media/live/0198f9a0-1111-7000-8000-000000000001/00000000000000000000000000000000.m3u8'
  expect((await browser({ as: fan }).ask(piece)).said.code).toBe('age_not_assured')
  expect((await browser({ as: checked }).ask(piece)).status).toBe(404)
})

test('letters and pushes to somebody who lives there do not say before the check what a locked work is called', async () => {
  const fan = await house.fan()
  await fan.api.accounts.update({ country: 'JP' })
  const sayings = async () => {
    const { readersOf } = await import('#server/talk/notifications/preferences.ts')
    const { readerOf } = await import('#server/talk/notifications/mailing.ts')
    const reader = (await readersOf(house.db, [fan.id], 'post')).get(fan.id)!
    return (await readerOf(house.db, reader, 'UTC')).viewer
  }
  expect(await sayings()).toMatchObject({ isAdult: false, mustAssure: true })
  await browser({ as: fan }).check(adult)
  expect(await sayings()).toMatchObject({ isAdult: true })
})

test('the office and the pages on which a payment goes on have no gate, because they show no work', async () => {
  const fan = browser({ as: people.fan })
  const { transactionId } = await people.fan.api.payments.topUp({ amount: 10 })
  const secrets = [explicit.text, explicit.tagline, post._id, people.creator.username, '/media/']
  for (const path of [`/payment/return?transaction=${transactionId}`, `/checkout/stripe/${transactionId}`]) {
    // From where a typed date counts, and before anybody typed one.
    const { status, text } = await fan.ask(`/en-US${path}`, { from: taiwan })
    expect([path, status < 400]).toEqual([path, true])
    for (const secret of secrets) expect(text, `${secret} on ${path}`).not.toContain(secret)
  }
  // Whoever comes back from paying reads what became of it, before a check too.
  expect(await look(`/payment/return?transaction=${transactionId}`, fan)).toBe(200)
  expect((await fan.ask(`/api/payment/transactions/${transactionId}`)).status).toBe(200)
  for (const [window, expected] of [
    [browser({ from: taiwan }), 302],
    [browser({ from: taiwan, as: people.fan }), 403],
  ] as const) {
    const { status, text } = await window.ask('/en-US/admin/works', { from: taiwan })
    expect(status).toBe(expected)
    for (const secret of secrets.slice(0, 3)) expect(text).not.toContain(secret)
  }
})

test('a result ends when the office said, in the browser and with the account', async () => {
  await set({ ageAssuranceDays: 2 })
  const fan = await house.fan()
  const [member, visitor] = [browser({ as: fan }), browser()]
  for (const window of [member, visitor]) {
    await window.check(adult)
    expect(await look('/explore', window)).toBe(200)
  }
  house.clock.advance({ days: 2, seconds: 1 })
  for (const window of [member, visitor]) expect(await look('/explore', window)).toBe('check')
  await house.db.transaction(forgetOld)
  expect(await house.db.many(sql`select from age.results where account_id = ${fan.id}`)).toHaveLength(0)
  await member.check(adult)
  expect(await look('/explore', member)).toBe(200)
})

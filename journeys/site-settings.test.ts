// What the office sets is what people get: each setting that is seen on pages, or that no slice's own tests change.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as settings from '#server/site/settings/settings.ts'
import { fallbacks, type Settings } from '#server/site/settings/table.ts'
import { servePages } from '#server/web.ts'
import type { Boot } from '#web/app/boot.ts'

let house: House
let office: Person
const drawn: { boot?: Boot } = {}
const lastBoot = (): Boot | undefined => drawn.boot
let drawnHead = ''

beforeAll(async () => {
  house = await openHouse(
    {},
    {
      mount: (config) => async (http, around) => {
        const render = async (_url: string, given: { boot: Boot; head: (sources: readonly string[]) => string }) => {
          drawn.boot = given.boot
          drawnHead = given.head([])
          return { status: 200, html: '<p>the page</p>', sources: [], isForAll: false }
        }
        servePages(http, around, config, { entry: async () => ({ render: render as never }), head: () => '' })
      },
    },
  )
  office = await house.staff()
})
afterAll(() => house.close())
beforeEach(() => set({ ...fallbacks, paymentGateway: 'sandbox' }))

const set = (values: Partial<Settings>) => house.db.transaction((tx) => settings.save(tx, values, undefined))

async function visit(url: string, { cookie = '', token = '' } = {}) {
  delete drawn.boot
  const { statusCode, headers } = await house.app.http.inject({ url, headers: { cookie: token ? `token=${token}; ${cookie}` : cookie } })
  const policy = Object.fromEntries(
    String(headers['content-security-policy'] ?? '')
      .split('; ')
      .map((rule) => [rule.slice(0, rule.indexOf(' ')), rule.slice(rule.indexOf(' ') + 1)]),
  )
  return {
    status: statusCode,
    to: headers.location,
    retryAfter: headers['retry-after'],
    locale: lastBoot()?.locale,
    analytics: lastBoot()?.analytics,
    policy,
  }
}

test('a new visitor reads the site’s own language without a prefix, and whoever chose another keeps it', async () => {
  expect(await visit('/home')).toMatchObject({ status: 200, locale: 'zh-TW' })
  await set({ defaultLocale: 'en-US' })
  expect(await visit('/home')).toMatchObject({ status: 200, locale: 'en-US' })
  expect(await visit('/zh-TW/home')).toMatchObject({ status: 200, locale: 'zh-TW' })
  expect(await visit('/home?tag=rain', { cookie: 'i18nextLng=zh-TW' })).toMatchObject({ status: 302, to: '/zh-TW/home?tag=rain' })
  // The address may say it in its query, too, and comes before what was chosen once.
  expect(await visit('/home?tag=rain&locale=zh-TW')).toMatchObject({ status: 302, to: '/zh-TW/home?tag=rain' })
  expect(await visit('/home?locale=en-US', { cookie: 'i18nextLng=zh-TW' })).toMatchObject({ status: 200, locale: 'en-US' })
  expect(await visit('/home?locale=xx-XX')).toMatchObject({ status: 200, locale: 'en-US' })
})

test('a language that the site does not offer is nobody’s: its addresses lead to the one it does', async () => {
  await set({ supportedLocales: ['zh-TW'] })
  expect(await visit('/en-US/home?tag=rain')).toMatchObject({ status: 302, to: '/home?tag=rain' })
  expect(await visit('/en-US')).toMatchObject({ status: 302, to: '/' })
  expect(await visit('/en-US//evil.example')).toMatchObject({ status: 302, to: '/evil.example' })
  expect(await visit('/home', { cookie: 'i18nextLng=en-US' })).toMatchObject({ status: 200, locale: 'zh-TW' })
  await set({ supportedLocales: ['en-US'], defaultLocale: 'en-US' })
  expect(await visit('/zh-TW/home')).toMatchObject({ status: 302, to: '/home' })
})

test('no write slips through a closed site: not the first after it closed, and not the first after staff saved something else', async () => {
  const [fan, performer] = [await house.fan(), await house.creator()]
  const follow = async () =>
    (await house.app.http.inject({ method: 'POST', url: `/api/follows/${performer.id}`, headers: { authorization: fan.token } })).statusCode
  await set({ maintenanceMode: true })
  expect(await follow()).toBe(503)
  await set({ siteName: '夜幕' })
  expect(await follow()).toBe(503)
  await set({ maintenanceMode: false })
  expect(await follow()).toBe(200)
})

test('a closed site says so with 503 and when to come again; staff, and the way in, stay open', async () => {
  await set({ maintenanceMode: true })
  const shut = await visit('/home')
  expect([shut.status, Number(shut.retryAfter) > 0]).toEqual([503, true])
  expect((await visit('/auth/login')).status).toBe(200)
  expect((await visit('/home', { token: office.token })).status).toBe(200)
})

test('the site’s pictures may stand elsewhere: logo, the one for the dark, icon, and that of a closed site', async () => {
  expect((await visit('/home')).policy['img-src']).toBe("'self' data: blob:")
  await set({
    logoUrl: 'https://one.example/logo.svg',
    darkmodeLogoUrl: 'https://two.example/logo.svg',
    favicon: 'https://three.example/icon.png',
    maintenanceImage: 'https://four.example/closed.jpg',
  })
  expect((await visit('/home')).policy['img-src']).toBe(
    "'self' data: blob: https://one.example https://two.example https://three.example https://four.example",
  )
  expect(drawnHead).toContain('href="https://three.example/icon.png"')
  // What would end the rule, or begin another one, is no host that anybody has.
  await set({ logoUrl: 'https://x;sandbox/a.png', darkmodeLogoUrl: '', favicon: 'https://three.example/icon.png', maintenanceImage: '' })
  expect((await visit('/home')).policy).toMatchObject({ 'img-src': "'self' data: blob: https://three.example" })
  expect((await visit('/home')).policy).not.toHaveProperty('sandbox')
  await set({ logoUrl: '/media/logo.svg', darkmodeLogoUrl: '', favicon: '/favicon.ico', maintenanceImage: '' })
  expect((await visit('/home')).policy['img-src']).toBe("'self' data: blob:")
})

test('nobody is counted before they said yes: until then the policy knows no Google', async () => {
  expect((await visit('/home', { cookie: 'analytics=yes' })).analytics).toBe('none')
  await set({ gaCode: 'G-STAGE00D' })
  for (const [cookie, analytics] of [
    ['', 'unasked'],
    ['analytics=no', 'no'],
    ['analytics=maybe', 'unasked'],
  ] as const) {
    const page = await visit('/home', { cookie })
    expect(page.analytics).toBe(analytics)
    expect(JSON.stringify(page.policy)).not.toContain('google')
  }
  const counted = await visit('/home', { cookie: 'analytics=yes' })
  expect(counted.analytics).toBe('yes')
  expect(counted.policy['script-src']).toMatch(/ https:\/\/www\.googletagmanager\.com$/)
  expect(counted.policy['connect-src']).toContain('https://*.google-analytics.com')
})

test('tips keep within the least and the most that the office set', async () => {
  const [rin, mei] = [await house.creator(), await house.fan({ balance: 100 })]
  const tips = (amount: number) => mei.api.earnings.tip({ id: rin.id, amount })
  await set({ minimumTipPrice: 20, maximumTipPrice: 30 })
  for (const amount of [19.99, 30.01]) await expect(tips(amount)).rejects.toMatchObject({ code: 'amount_out_of_bounds' })
  await tips(20)
  await set({ minimumTipPrice: 10, maximumTipPrice: 10 })
  await tips(10)
  expect(await mei.balance()).toBe(70)
})

test('top-ups keep within the least and the most that the office set', async () => {
  const mei = await house.fan()
  const tops = (amount: number) => mei.api.payments.topUp({ amount, paymentGateway: 'sandbox' })
  await set({ minimumWalletPrice: 20, maximumWalletPrice: 30 })
  for (const amount of [19.99, 30.01]) await expect(tops(amount)).rejects.toMatchObject({ errors: [{ code: 'amount_out_of_bounds' }] })
  await tops(25)
})

test('what can be paid out begins at the sum that the office set, and clears after the days that it set', async () => {
  const rin = await house.creator()
  await set({ minimumPayoutAmount: 77, clearingDays: 21 })
  expect(await rin.api.payouts.calculate({})).toMatchObject({ minimumPayoutAmount: 77, clearingDays: 21 })
})

test('players begin as loud as the office set', async () => {
  await set({ volume: 0.4 })
  await visit('/home')
  expect(lastBoot()?.settings.volume).toBe(0.4)
})

test('newcomers accept the terms that the office set, and no older ones', async () => {
  const { termsVersion } = await house.visitor().settings.public({})
  await set({ termsVersion: '2027-01-01' })
  expect((await house.visitor().settings.public({})).termsVersion).toBe('2027-01-01')
  await expect(house.visitor().accounts.register(newcomer(termsVersion))).rejects.toMatchObject({
    errors: [{ field: 'acceptedTermsVersion' }],
  })
  await house.visitor().accounts.register(newcomer('2027-01-01'))
})

const newcomer = (acceptedTermsVersion: string) => ({
  name: 'Lan',
  username: 'lan.of.the.terms',
  email: 'lan.of.the.terms@stagedoor.example',
  password: 'correct horse lan',
  dateOfBirth: '1990-01-01',
  acceptedTermsVersion,
})

test('a subscription costs at most what the office set', async () => {
  const rin = await house.creator()
  await set({ maximumSubscriptionPrice: 50 })
  await expect(rin.api.me.updatePerformer({ monthlyPrice: 50.01 })).rejects.toMatchObject({ errors: [{ field: 'monthlyPrice' }] })
  await rin.api.me.updatePerformer({ monthlyPrice: 50 })
})

test('what is paid is paid in the site’s currency', async () => {
  const mei = await house.fan()
  await set({ currency: 'EUR' })
  await mei.api.payments.topUp({ amount: 25, paymentGateway: 'sandbox' })
  const { data } = await mei.api.payments.transactions({})
  expect(data[0]).toMatchObject({ totalPrice: 25, currency: 'EUR' })
})

test('an avatar is fetched from no host that the office did not name', async () => {
  const rin = await house.creator()
  const asked: string[] = []
  const reach = {
    addressesOf: async (host: string) => {
      asked.push(host)
      return []
    },
    mayConnect: () => true,
  }
  const fetches = () => profiles.fetchPicture(house.db, rin.id, 'https://pictures.example/a.jpg', reach)
  await expect(fetches()).rejects.toMatchObject({ fields: [{ code: 'image_host_not_allowed' }] })
  expect(asked).toEqual([])
  await set({ avatarHosts: ['pictures.example'] })
  await expect(fetches()).rejects.toMatchObject({ fields: [{ code: 'file_unreadable' }] })
  expect(asked).toEqual(['pictures.example'])
})

// Signing in by somebody else's word, over HTTP: a real provider of OpenID Connect on the loopback, and stand-ins for Google and X that look at every
// signature and parameter (docs/adr/0023).
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type House, openHouse, picture } from '#journeys/house.ts'
import { codeOf, enrol } from '#journeys/second-factor.ts'
import { forgetOld } from '#server/people/federation/queries.ts'
import { googleKeys, openGoogle, type Google } from '#server/people/federation/testing-google.ts'
import { openIdKeys, openProvider, type OpenIdProvider } from '#server/people/federation/testing-openid.ts'
import { openTwitter, twitterKeys, type Twitter } from '#server/people/federation/testing-twitter.ts'
import { sql } from '#server/platform/db/db.ts'

let house: House
let openid: OpenIdProvider
let google: Google
let twitter: Twitter
/** Where the site is reached: what providers were told beforehand, while it listens elsewhere. */
const site = 'http://127.0.0.1:4999'
const callback = (provider: string) => `${site}/auth/callback/${provider}`

beforeAll(async () => {
  ;[openid, google, twitter] = await Promise.all([
    openProvider([callback('openid')]),
    openGoogle(() => callback('google')),
    openTwitter(() => callback('twitter')),
  ])
  house = await openHouse({
    PUBLIC_URL: site,
    SIGN_IN_LOOPBACK: 'true',
    GOOGLE_URL: google.issuer,
    GOOGLE_CLIENT_SECRET: googleKeys.secret,
    TWITTER_API_URL: twitter.url,
    TWITTER_CONSUMER_SECRET: twitterKeys.secret,
    OPENID_CLIENT_SECRET: openIdKeys.secret,
  })
  await set({
    googleEnable: true,
    googleClientId: googleKeys.clientId,
    twitterEnable: true,
    twitterConsumerKey: twitterKeys.key,
    openidEnable: true,
    openidIssuer: openid.issuer,
    openidClientId: openIdKeys.clientId,
    openidLabel: 'Nightpass',
  })
})
afterAll(async () => {
  await house.close()
  await Promise.all([openid.close(), google.close(), twitter.close()])
})
beforeEach(() => void (openid.answersOnly = undefined))

const set = async (values: Record<string, unknown>) => (await house.staff()).api.admin.saveSettings({ values })

type Said = Record<string, unknown> & { code?: string; data?: Record<string, unknown> }
/** A browser: its cookies come along. */
function browser(token?: string) {
  const cookies = new Map<string, string>(token === undefined ? [] : [['token', token]])
  /** Seconds that each cookie lasts, as it was set last. */
  const lasts = new Map<string, number>()
  return {
    cookies,
    lasts,
    async post(path: string, body: object, method = 'POST') {
      const answer = await fetch(`${house.address}/api${path}`, {
        method,
        headers: {
          'content-type': 'application/json',
          'content-language': 'en-US',
          origin: house.address,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        body: JSON.stringify(body),
      })
      for (const each of answer.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(each)!
        if (value === '') cookies.delete(name!)
        else cookies.set(name!, value!)
        lasts.set(name!, Number(/max-age=(\d+)/i.exec(each)?.[1]))
      }
      const json = (await answer.json()) as Said
      return { status: answer.status, code: json.code, data: json.data ?? {}, json }
    },
  }
}
type Window = ReturnType<typeof browser>

/** Through the OpenID provider and back. */
async function comesBy(window: Window, login: string, wish: object = {}) {
  const { data } = await window.post('/auth/social/begin', { provider: 'openid', ...wish })
  const back = await openid.signsIn(String(data['url']), login)
  const { code, state, iss } = Object.fromEntries(back.searchParams)
  return {
    sent: { provider: 'openid', code, state, iss },
    found: await window.post('/auth/social/complete', { provider: 'openid', code, state, iss }),
  }
}
const terms = async () => (await house.visitor().settings.public({})).termsVersion
const adult = async () => ({ dateOfBirth: '1991-04-02', acceptedTermsVersion: await terms() })
let count = 0
/** Somebody whom the OpenID provider knows. */
function somebody(known: object = {}) {
  const login = `mei${++count}${Date.now().toString(36)}`
  const email = `${login}@nightpass.example`
  openid.people.set(login, { email, email_verified: true, name: 'Mei', ...known })
  return { login, email }
}
async function registers(window: Window, login: string) {
  const { found } = await comesBy(window, login)
  return window.post('/auth/social/register', { ticket: found.data['ticket'], ...(await adult()) })
}
const meOf = async (window: Window) => house.as(window.cookies.get('token') ?? '').me.user({})
const lettersTo = (email: string) =>
  house.db.many<{ subject: string }>(sql`select subject from mail.letters where recipient = ${email} order by created_at, id`)

/** Verifies by the letter's link. @param window where it is opened */
async function verifies(email: string, window: Window) {
  const { path } = await house.db.one<{ path: string }>(
    sql`select content -> 'action' ->> 'path' as path from mail.letters where recipient = ${email} and content -> 'action' ->> 'path' like '/auth/verify%' order by created_at desc limit 1`,
  )
  return window.post('/auth/email-verification/confirm', { token: new URL(path, site).searchParams.get('token') })
}
const withPassword = async (email: string) => {
  const window = browser()
  const username = `p${++count}${Date.now().toString(36)}`
  await window.post('/auth/users/register', { username, name: 'Ning', email, password: 'correct horse ning', ...(await adult()) })
  return { window, username }
}

test('buttons are told to everybody only where a provider is whole, and no secret with them', async () => {
  expect((await house.visitor().settings.public({})).signInWays).toEqual([
    { provider: 'openid', label: 'Nightpass' },
    { provider: 'google', label: 'Google' },
    { provider: 'twitter', label: 'X' },
  ])
  await set({ googleEnable: false })
  expect((await house.visitor().settings.public({})).signInWays.map(({ provider }) => provider)).toEqual(['openid', 'twitter'])
  expect(await browser().post('/auth/google/login', { tokenId: 'x' })).toMatchObject({ status: 404, code: 'sign_in_not_offered' })
  await expect(set({ googleEnable: true, googleClientId: '' })).rejects.toMatchObject({
    errors: [{ field: 'googleClientId', code: 'required' }],
  })
  await expect(set({ openidIssuer: 'ftp://somewhere' })).rejects.toMatchObject({ errors: [{ field: 'openidIssuer', code: 'wrong_form' }] })
  await set({ googleEnable: true })
})

test('a newcomer by the real provider has no account before they said their age and agreed; afterwards they come in as themselves', async () => {
  const { login, email } = somebody()
  const window = browser()
  const { found } = await comesBy(window, login, { redirect: '/explore', remember: true })
  expect(found).toMatchObject({
    status: 200,
    data: { isNew: true, redirect: '/explore', said: { label: 'Nightpass', name: 'Mei', email, emailVerified: true } },
  })
  expect(window.cookies.has('token')).toBe(false)
  expect(await house.db.many(sql`select from accounts.accounts where email = ${email}`)).toEqual([])
  const { ticket } = found.data
  expect(await window.post('/auth/social/register', { ticket, ...(await adult()), dateOfBirth: '2015-01-01' })).toMatchObject({
    status: 422,
    code: 'under_age',
  })
  expect(await window.post('/auth/social/register', { ticket, ...(await adult()), acceptedTermsVersion: 'old' })).toMatchObject({
    code: 'terms_outdated',
  })
  const made = await window.post('/auth/social/register', {
    ticket,
    ...(await adult()),
    name: 'Mei',
    username: `mei_${login}`.slice(0, 30),
  })
  expect(made).toMatchObject({ status: 200, data: { token: expect.any(String) } })
  expect(await meOf(window)).toMatchObject({ email, emailVerified: true, ageVerified: true, name: 'Mei' })
  expect(await window.post('/auth/social/register', { ticket, ...(await adult()) }), 'a ticket is good once').toMatchObject({
    code: 'sign_in_over',
  })
  const again = browser()
  expect((await comesBy(again, login)).found).toMatchObject({ status: 200, data: { isNew: false, token: expect.any(String) } })
  expect((await meOf(again))._id).toBe((await meOf(window))._id)
})

test('by whose link a newcomer came goes with them to a provider and back, where no browser remembers it; who is a member already came by nobody’s', async () => {
  const [lan, mei] = [await house.creator({ name: 'Lan' }), await house.creator({ name: 'Mei of mirrors' })]
  const office = await house.staff()
  const codeOf = async (creator: typeof lan) => (await creator.api.referrals.link({})).code
  const [code, other] = [await codeOf(lan), await codeOf(mei)]
  const referrerOf = async (window: Window) => (await office.api.admin.person({ id: (await meOf(window))._id })).referrer
  const registersAfter = async (window: Window, found: Awaited<ReturnType<typeof comesBy>>['found'], more: object = {}) => {
    const made = await window.post('/auth/social/register', { ticket: found.data['ticket'], ...(await adult()), ...more })
    expect(made.status, JSON.stringify(made.json)).toBe(200)
  }
  const registrations = async () => (await lan.api.referrals.stats({})).registrations

  const alone = browser()
  const one = somebody()
  await registersAfter(alone, (await comesBy(alone, one.login, { referralCode: code.toUpperCase() })).found)
  expect(alone.cookies.has('ref')).toBe(false)
  expect(await referrerOf(alone)).toMatchObject({ code, performer: { username: lan.username } })
  expect(await registrations()).toBe(1)
  // They come again by a link: they are a member, and nothing changes.
  const again = browser()
  expect((await comesBy(again, one.login, { referralCode: other })).found.data).toMatchObject({ isNew: false })
  expect((await referrerOf(again))?.code).toBe(code)

  const remembering = browser()
  await remembering.post('/referrals/arrivals', { code: other })
  await registersAfter(remembering, (await comesBy(remembering, somebody().login)).found)
  expect((await referrerOf(remembering))?.code).toBe(other)
  expect(remembering.cookies.has('ref')).toBe(false)

  const saying = browser()
  await registersAfter(saying, (await comesBy(saying, somebody().login, { referralCode: code })).found, { referralCode: other })
  expect((await referrerOf(saying))?.code, 'what the form says goes before').toBe(other)

  const nonsense = browser()
  await registersAfter(nonsense, (await comesBy(nonsense, somebody().login, { referralCode: '../nobody' })).found)
  expect(await referrerOf(nonsense)).toBeUndefined()
  expect(await browser().post('/auth/social/begin', { provider: 'openid', referralCode: 'x'.repeat(101) })).toMatchObject({ status: 422 })
  const byX = browser()
  const { data } = await byX.post('/auth/twitter/login', { referralCode: code })
  const back = twitter.agrees(String(data['url']), { id_str: `77${Date.now()}`, name: 'Ning', screen_name: 'ning' })
  const found = await byX.post('/auth/twitter/callback', back)
  await registersAfter(byX, found, { email: `ning${Date.now()}@nightpass.example` })
  expect(await registrations()).toBe(2)
})

test('what came back is good once, in the browser that went, and not for long', async () => {
  const { login } = somebody()
  const [window, other] = [browser(), browser()]
  const first = await comesBy(window, login)
  expect(first.found.status).toBe(200)
  expect(await window.post('/auth/social/complete', first.sent), 'replayed').toMatchObject({ status: 422, code: 'sign_in_over' })
  const { data } = await window.post('/auth/social/begin', { provider: 'openid' })
  const back = Object.fromEntries((await openid.signsIn(String(data['url']), login)).searchParams)
  await other.post('/auth/social/begin', { provider: 'openid' })
  const sent = { provider: 'openid', code: back['code'], state: back['state'], iss: back['iss'] }
  expect(await other.post('/auth/social/complete', sent), 'another browser').toMatchObject({ code: 'sign_in_over' })
  const both = await Promise.all([window.post('/auth/social/complete', sent), window.post('/auth/social/complete', sent)])
  expect(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    'twice at once',
  ).toEqual([200, 422])
  const late = await window.post('/auth/social/begin', { provider: 'openid' })
  const lateBack = Object.fromEntries((await openid.signsIn(String(late.data['url']), login)).searchParams)
  house.clock.advance({ minutes: 16 })
  expect(
    await window.post('/auth/social/complete', { ...sent, code: lateBack['code'], state: lateBack['state'] }),
    'too late',
  ).toMatchObject({ code: 'sign_in_over' })
})

test('two tabs may be on their way at once, and a code of one opens nothing with the state of the other', async () => {
  const { login } = somebody()
  const window = browser()
  const [one, two] = [
    await window.post('/auth/social/begin', { provider: 'openid' }),
    await window.post('/auth/social/begin', { provider: 'openid' }),
  ]
  const [first, second] = [await openid.signsIn(String(one.data['url']), login), await openid.signsIn(String(two.data['url']), login)]
  const [a, b] = [Object.fromEntries(first.searchParams), Object.fromEntries(second.searchParams)]
  expect(
    await window.post('/auth/social/complete', { provider: 'openid', code: a['code'], state: b['state'], iss: a['iss'] }),
    'PKCE',
  ).toMatchObject({
    status: 422,
    code: 'sign_in_over',
  })
  const third = await openid.signsIn(String((await window.post('/auth/social/begin', { provider: 'openid' })).data['url']), login)
  const c = Object.fromEntries(third.searchParams)
  expect(
    await window.post('/auth/social/complete', {
      provider: 'openid',
      code: c['code'],
      state: c['state'],
      iss: 'https://elsewhere.example',
    }),
  ).toMatchObject({
    code: 'sign_in_refused',
  })
})

test('two newcomers by one identity at once make one account', async () => {
  const { login, email } = somebody()
  const [one, two] = [browser(), browser()]
  const tickets = [(await comesBy(one, login)).found.data['ticket'], (await comesBy(two, login)).found.data['ticket']]
  const person = await adult()
  await Promise.all([
    one.post('/auth/social/register', { ticket: tickets[0], ...person }),
    two.post('/auth/social/register', { ticket: tickets[1], ...person }),
  ])
  expect(await house.db.many(sql`select from accounts.accounts where email = ${email}`)).toHaveLength(1)
  expect(await house.db.many(sql`select from accounts.identities where subject = ${login}`)).toHaveLength(1)
})

test('an account that somebody registered beforehand with another’s address is not entered by both', async () => {
  const { login, email } = somebody()
  const thief = await withPassword(email)
  const owner = browser()
  const refused = (await comesBy(owner, login)).found
  expect(refused).toMatchObject({
    status: 409,
    code: 'identity_email_taken',
    json: { message: expect.stringMatching(/Sign in with your password.*Connected accounts/) },
  })
  // Even where the owner pressed the letter's button: the password is still the stranger's.
  expect(await verifies(email, owner)).toMatchObject({ status: 200 })
  await expect(meOf(thief.window), 'older sessions end with it').rejects.toMatchObject({ status: 401 })
  expect((await comesBy(owner, login)).found).toMatchObject({ code: 'identity_email_taken' })
  // The owner takes it over by their mailbox, and what the stranger linked goes with them.
  const own = somebody()
  const inAgain = browser()
  await inAgain.post('/auth/login', { username: email, password: 'correct horse ning' })
  const { data } = await inAgain.post('/users/identities', { provider: 'openid', currentPassword: 'correct horse ning' })
  const back = Object.fromEntries((await openid.signsIn(String(data['url']), own.login)).searchParams)
  expect(
    await inAgain.post('/auth/social/complete', { provider: 'openid', code: back['code'], state: back['state'], iss: back['iss'] }),
  ).toMatchObject({ data: { linked: true } })
  await owner.post('/auth/users/forgot', { email })
  await house.settle()
  const { path } = await house.db.one<{ path: string }>(
    sql`select content -> 'action' ->> 'path' as path from mail.letters where recipient = ${email} and content -> 'action' ->> 'path' like '/auth/reset%' order by created_at desc limit 1`,
  )
  await owner.post('/auth/users/reset', { token: new URL(path, site).searchParams.get('token'), password: 'my own long words' })
  expect((await comesBy(browser(), own.login)).found.data).toMatchObject({ isNew: true })
  expect((await comesBy(owner, login)).found, 'and now the address is enough').toMatchObject({ status: 200, data: { isNew: false } })
  await house.settle()
  expect((await lettersTo(email)).map(({ subject }) => subject)).toContainEqual(expect.stringContaining('Nightpass'))
})

test('whoever verified their address where they are signed in is linked by it; an address that the provider does not vouch for is nobody’s', async () => {
  const { login, email } = somebody()
  const { window } = await withPassword(email)
  await verifies(email, window)
  expect((await meOf(window)).emailVerified).toBe(true)
  expect((await comesBy(browser(), login)).found).toMatchObject({ status: 200, data: { isNew: false } })
  const unsaid = somebody({ email, email_verified: false })
  const found = (await comesBy(browser(), unsaid.login)).found
  expect(found).toMatchObject({ status: 200, data: { isNew: true, said: { emailVerified: false } } })
  const { ticket } = found.data
  // As in registering: nobody learns that it is taken, and its owner gets a letter.
  expect(await browser().post('/auth/social/register', { ticket, email, ...(await adult()) })).toMatchObject({
    status: 200,
    data: { message: expect.any(String) },
  })
})

test('staff are linked by nobody’s word but their own', async () => {
  const office = await house.staff()
  const { email } = await office.api.me.user({})
  await house.db.transaction((tx) => tx.run(sql`update accounts.accounts set proven_at = ${tx.now} where id = ${office.id}`))
  const { login } = somebody({ email })
  expect((await comesBy(browser(), login)).found).toMatchObject({ code: 'identity_email_taken' })
})

test('linking asks for the password, is told by letter, and the last way in stays', async () => {
  const { login, email } = somebody()
  const window = browser()
  await registers(window, login)
  const list = async () => house.as(window.cookies.get('token')!).federation.identities({})
  const { hasPassword, ways } = await list()
  expect(hasPassword).toBe(false)
  const [linked] = ways
  expect(linked).toMatchObject({ provider: 'openid', label: 'Nightpass', isOffered: true, identity: { name: 'Mei', email } })
  const api = house.as(window.cookies.get('token')!)
  await expect(api.federation.unlink({ id: linked!.identity!._id })).rejects.toMatchObject({ status: 409, code: 'last_way_in' })
  await api.accounts.changePassword({ password: 'a password at last' })
  expect(await window.post('/users/identities', { provider: 'google' })).toMatchObject({ status: 422, code: 'wrong_password' })
  expect(await window.post('/users/identities', { provider: 'openid', currentPassword: 'a password at last' })).toMatchObject({
    code: 'identity_already_linked',
  })
  const { data } = await window.post('/users/identities', { provider: 'google', currentPassword: 'a password at last' })
  const back = google.agrees(String(data['url']), { sub: `g${login}`, email, email_verified: true, name: 'Mei' })
  const stranger = browser()
  stranger.cookies.set('social', window.cookies.get('social')!)
  expect(await stranger.post('/auth/social/complete', { provider: 'google', ...back }), 'whoever began it is who comes back').toMatchObject(
    { code: 'sign_in_over' },
  )
  const { data: more } = await window.post('/users/identities', { provider: 'google', currentPassword: 'a password at last' })
  expect(
    await window.post('/auth/social/complete', { provider: 'google', ...google.agrees(String(more['url']), { sub: `g${login}` }) }),
  ).toMatchObject({ data: { linked: true } })
  await api.federation.unlink({ id: linked!.identity!._id })
  expect((await list()).ways.filter(({ identity }) => identity).map(({ provider }) => provider)).toEqual(['google'])
  await house.settle()
  const letters = (await lettersTo(email)).map(({ subject }) => subject)
  expect(letters.filter((subject) => subject.startsWith('Google was linked'))).toHaveLength(1)
  expect(letters.filter((subject) => subject.startsWith('Nightpass was unlinked'))).toHaveLength(1)
  const other = browser()
  await registers(other, somebody().login)
  const { data: third } = await other.post('/users/identities', { provider: 'google' })
  expect(
    await other.post('/auth/social/complete', { provider: 'google', ...google.agrees(String(third['url']), { sub: `g${login}` }) }),
  ).toMatchObject({
    status: 409,
    code: 'identity_linked_elsewhere',
  })
})

test('whoever may not sign in by the password may not by another’s word: closed, pending, unverified where that is asked', async () => {
  const { login, email } = somebody()
  const window = browser()
  await registers(window, login)
  const state = (value: string) =>
    house.db.transaction((tx) => tx.run(sql`update accounts.accounts set state = ${value} where email = ${email}`))
  for (const [value, code] of [
    ['closed', 'account_inactive'],
    ['pending', 'performer_pending'],
    ['rejected', 'performer_rejected'],
  ] as const) {
    await state(value)
    expect((await comesBy(browser(), login)).found).toMatchObject({ status: 403, code })
  }
  await state('active')
  const plain = somebody({ email: undefined, email_verified: undefined })
  const found = (await comesBy(browser(), plain.login)).found
  expect(found.data['said']).not.toHaveProperty('email')
  const { ticket } = found.data
  expect(await browser().post('/auth/social/register', { ticket, ...(await adult()) })).toMatchObject({ status: 422, code: 'invalid' })
  await set({ requireEmailVerification: true })
  expect(await browser().post('/auth/social/register', { ticket, email: plain.email, ...(await adult()) })).toMatchObject({
    status: 200,
    data: { message: expect.any(String) },
  })
  expect((await comesBy(browser(), plain.login)).found).toMatchObject({ status: 403, code: 'email_not_verified' })
  await verifies(plain.email, browser())
  expect((await comesBy(browser(), plain.login)).found).toMatchObject({ status: 200, data: { isNew: false } })
  await set({ requireEmailVerification: false })
})

test('what changes at the provider changes here, but for what somebody chose here themselves', async () => {
  const { login, email } = somebody()
  const window = browser()
  const { found } = await comesBy(window, login)
  await window.post('/auth/social/register', { ticket: found.data['ticket'], name: 'Mei', ...(await adult()) })
  openid.people.set(login, { email: `new-${email}`, email_verified: true, name: 'Mei-Ling' })
  await comesBy(browser(), login)
  expect(await meOf(window)).toMatchObject({ name: 'Mei-Ling', email: `new-${email}`, emailVerified: true })
  await house.settle()
  expect((await lettersTo(email)).map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/e-mail address/))
  await house.as(window.cookies.get('token')!).accounts.update({ name: 'My own name' })
  openid.people.set(login, { email: `new-${email}`, email_verified: true, name: 'Mei Mei' })
  await comesBy(browser(), login)
  expect(await meOf(window)).toMatchObject({ name: 'My own name' })
})

test('a performer by another’s word is pending with their documents, and comes in once staff have looked', async () => {
  const { login, email } = somebody({ name: 'Lan' })
  const { found } = await comesBy(browser(), login, { role: 'performer' })
  expect(found.data['said']).toMatchObject({ role: 'performer' })
  const username = `lan.${login}`.slice(0, 30)
  await house.visitor().federation.registerPerformer({
    ticket: String(found.data['ticket']),
    username,
    name: 'Lan',
    gender: 'female',
    country: 'TW',
    phone: '+886 900 000 000',
    ...(await adult()),
    acceptedAgreement: true,
    idVerification: await picture(600, 400, 1),
    documentVerification: await picture(600, 400, 2),
  })
  expect((await comesBy(browser(), login)).found).toMatchObject({ status: 403, code: 'performer_pending' })
  const office = await house.staff()
  const { data } = await office.api.admin.performers({ state: 'pending', q: username })
  for (const { _id } of data[0]!.documents) await office.api.admin.document({ id: _id })
  await office.api.admin.approvePerformer({ id: data[0]!._id })
  const window = browser()
  expect((await comesBy(window, login)).found).toMatchObject({ status: 200 })
  expect(await meOf(window)).toMatchObject({ isPerformer: true, email })
})

test('an access token of the widget lets in whom it was given to; another site’s, an expired one and nonsense do not (specification.md section 8)', async () => {
  const { login } = somebody()
  const pan = (accessToken: string) => browser().post('/auth/pan/token', { accessToken, role: 'user' })
  expect(await pan(await openid.tokenFor(login))).toMatchObject({ status: 200, data: { isNew: true, ticket: expect.any(String) } })
  await registers(browser(), login)
  expect(await pan(await openid.tokenFor(login))).toMatchObject({ status: 200, data: { isNew: false, token: expect.any(String) } })
  expect(await pan(await openid.tokenFor(login, 'another')), 'another’s').toMatchObject({ status: 422, code: 'sign_in_refused' })
  expect(await pan('x'.repeat(43)), 'expired').toMatchObject({ status: 401, code: 'sso_expired' })
  // It says nothing of the session that this browser has with us.
  const member = browser((await house.fan({ name: 'Ines' })).token)
  expect(await member.post('/auth/pan/token', { accessToken: 'x'.repeat(43) })).toMatchObject({ code: 'sso_expired' })
  expect(member.cookies.has('token')).toBe(true)
  for (const token of ['', 'short', 'has spaces in it all over', '令牌令牌令牌令牌令牌'])
    expect(await pan(token)).toMatchObject({ status: 400, code: 'sso_malformed' })
  const taken = somebody()
  await withPassword(taken.email)
  expect(await pan(await openid.tokenFor(taken.login))).toMatchObject({ status: 409, code: 'identity_email_taken' })
  const token = await openid.tokenFor(login)
  openid.answersOnly = { status: 429, headers: { 'retry-after': '7' } }
  expect(await pan(token)).toMatchObject({ status: 429, code: 'too_many_requests', json: { seconds: 7 } })
  openid.answersOnly = { status: 502 }
  expect(await pan(token)).toMatchObject({ status: 503, code: 'sign_in_unavailable' })
})

test('a login widget of somebody else is told to pages once the office names its script, and only while its provider is whole', async () => {
  const told = async () => (await house.visitor().settings.public({})).loginWidget
  expect(await told()).toBeUndefined()
  for (const loginWidgetUrl of [
    'javascript:alert(1)',
    '//widget.example/a.js',
    'https://me@widget.example/a.js',
    'https://widget.example/a b',
  ])
    await expect(set({ loginWidgetUrl })).rejects.toMatchObject({ errors: [{ field: 'loginWidgetUrl', code: 'wrong_form' }] })
  await set({ loginWidgetUrl: 'https://widget.example/login.js' })
  const url = 'https://widget.example/login.js'
  expect(await told()).toEqual({ url, applicationId: '', cookieName: '', mode: 'production' })
  await set({ loginWidgetApplicationId: 'stage', loginWidgetCookieName: 'night_pass', loginWidgetMode: 'beta' })
  expect(await told()).toEqual({ url, applicationId: 'stage', cookieName: 'night_pass', mode: 'beta' })
  await set({ openidEnable: false })
  expect(await told()).toBeUndefined()
  await set({ openidEnable: true, loginWidgetUrl: '' })
  expect(await told()).toBeUndefined()
})

test('a provider that is away is said to be, and asked again the next time', async () => {
  await set({ openidIssuer: 'http://127.0.0.1:9' })
  expect(await browser().post('/auth/social/begin', { provider: 'openid' })).toMatchObject({
    status: 503,
    code: 'sign_in_unavailable',
    json: { message: expect.stringContaining('does not answer') },
  })
  await set({ openidIssuer: 'http://10.0.0.1' })
  expect(await browser().post('/auth/social/begin', { provider: 'openid' }), 'an inner address').toMatchObject({ status: 503 })
  await set({ openidIssuer: openid.issuer })
  expect(await browser().post('/auth/social/begin', { provider: 'openid' })).toMatchObject({ status: 200 })
})

test('Google’s ID token: its signature, audience, issuer and end are looked at, and it lets in once', async () => {
  const person = { sub: '1100220033', email: 'hui@gmail.example', email_verified: true, name: 'Hui' }
  const sends = (tokenId: string) => browser().post('/auth/google/login', { tokenId, role: 'user' })
  const token = await google.idToken(person)
  const found = await sends(token)
  expect(found).toMatchObject({ status: 200, data: { isNew: true, said: { provider: 'google', name: 'Hui', emailVerified: true } } })
  expect(await sends(token), 'replayed').toMatchObject({ status: 422, code: 'sign_in_over' })
  for (const otherwise of [{ aud: 'another' }, { iss: 'https://evil.example' }, { isForged: true }])
    expect(await sends(await google.idToken(person, otherwise))).toMatchObject({ status: 422, code: 'sign_in_refused' })
  expect(await sends(await google.idToken(person, { agoSeconds: 4000 })), 'over').toMatchObject({ status: 422, code: 'sign_in_over' })
  expect(await sends('not a token')).toMatchObject({ status: 422, code: 'sign_in_refused' })
  await browser().post('/auth/social/register', { ticket: found.data['ticket'], ...(await adult()) })
  expect(await sends(await google.idToken(person, { jti: 'two' }))).toMatchObject({
    status: 200,
    data: { isNew: false, token: expect.any(String) },
  })
})

test('Google’s code is exchanged once, for our own address, with its PKCE and nonce where this site began it', async () => {
  const window = browser()
  const person = { sub: '77', email: 'wen@gmail.example', email_verified: true, name: 'Wen' }
  const begun = await window.post('/auth/social/begin', { provider: 'google' })
  const { code, state } = google.agrees(String(begun.data['url']), person)
  const redirectUri = callback('google')
  expect(await browser().post('/auth/google/token', { code, redirectUri: 'https://evil.example/auth' })).toMatchObject({
    status: 422,
    code: 'sign_in_refused',
  })
  expect(await browser().post('/auth/google/token', { code, redirectUri }), 'a stolen code lacks its verifier').toMatchObject({
    status: 422,
  })
  const again = google.agrees(String((await window.post('/auth/social/begin', { provider: 'google' })).data['url']), person)
  expect(await window.post('/auth/google/token', { ...again, redirectUri })).toMatchObject({ status: 200, data: { isNew: true } })
  expect(await window.post('/auth/google/token', { ...again, redirectUri })).toMatchObject({ status: 422, code: 'sign_in_over' })
  expect(state).not.toBe(again.state)
})

test('a code that brings a token of nobody’s key lets nobody in', async () => {
  const window = browser()
  const { data } = await window.post('/auth/social/begin', { provider: 'google' })
  const person = { sub: `forged-${Date.now()}`, email: 'forged@nightpass.example', email_verified: true, name: 'Forged' }
  const back = google.agrees(String(data['url']), person, { isForged: true })
  expect(await window.post('/auth/social/complete', { provider: 'google', ...back })).toMatchObject({ code: 'sign_in_refused' })
  const again = await window.post('/auth/social/begin', { provider: 'google' })
  const honest = google.agrees(String(again.data['url']), person)
  expect(await window.post('/auth/social/complete', { provider: 'google', ...honest })).toMatchObject({ status: 200 })
})

test('what a provider says is taken as what a stranger typed: no address that is none, a name cut between letters, a subject that is one', async () => {
  for (const email of [
    'm@x.example,victim@y.example',
    'n@x.example\r\nBcc: victim2@y.example',
    '@',
    'x @',
    `${'a'.repeat(250)}@x.example`,
    'mei@x.example\u0000',
  ]) {
    const { login } = somebody({ email })
    const { found } = await comesBy(browser(), login)
    expect(found, email).toMatchObject({ status: 200, data: { isNew: true } })
    expect(found.data['said'], email).not.toHaveProperty('email')
  }
  const { login } = somebody({ name: `a${'😀'.repeat(80)}` })
  expect((await comesBy(browser(), login)).found.data['said']).toMatchObject({ name: `a${'😀'.repeat(59)}` })
  const nul = somebody({ name: 'Mei\u0000Lin\ud800' })
  expect((await comesBy(browser(), nul.login)).found.data['said']).toMatchObject({ name: 'Mei Lin' })
})

test('where somebody is sent back to is a path of this site', async () => {
  for (const redirect of ['javascript:alert(1)', '//evil.example', 'https://evil.example', '/en-US//evil.example', '/\\evil.example'])
    expect(await browser().post('/auth/social/begin', { provider: 'openid', redirect }), redirect).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'redirect', code: 'wrong_form' }] },
    })
  expect(await browser().post('/auth/social/begin', { provider: 'openid', redirect: '/explore?q=a//b#c' })).toMatchObject({ status: 200 })
})

test('X: three legs, each signed; the secret is the browser’s own, for a day, and lets in once', async () => {
  const person = { id_str: '990011', name: 'Shan', screen_name: 'shan', email: 'shan@x.example' }
  const window = browser()
  const begun = await window.post('/auth/twitter/login', { role: 'user' })
  expect(begun.data).toMatchObject({
    oauthToken: expect.any(String),
    oauthTokenSecret: expect.any(String),
    url: expect.stringContaining('/oauth/authenticate?'),
  })
  expect([...window.cookies.keys()].toSorted()).toEqual(['oauthToken', 'oauthTokenSecret', 'role'])
  expect([...window.lasts.values()]).toEqual([86_400, 86_400, 86_400])
  const back = twitter.agrees(String(begun.data['url']), person)
  expect(await browser().post('/auth/twitter/callback', { ...back, role: 'user' }), 'without the secret').toMatchObject({
    status: 422,
    code: 'sign_in_over',
  })
  expect(await browser().post('/auth/twitter/callback', { ...back, oauthTokenSecret: 'guessed', role: 'user' })).toMatchObject({
    code: 'sign_in_over',
  })
  const found = await window.post('/auth/twitter/callback', { ...back, oauthTokenSecret: begun.data['oauthTokenSecret'], role: 'user' })
  expect(found).toMatchObject({ status: 200, data: { isNew: true, said: { label: 'X', email: 'shan@x.example', emailVerified: true } } })
  expect(await window.post('/auth/twitter/callback', { ...back, oauthTokenSecret: begun.data['oauthTokenSecret'] })).toMatchObject({
    code: 'sign_in_over',
  })
  await window.post('/auth/social/register', { ticket: found.data['ticket'], ...(await adult()) })
  const again = browser()
  const more = await again.post('/auth/twitter/login', {})
  // From its cookie alone: that is how the page does it.
  expect(await again.post('/auth/twitter/callback', { ...twitter.agrees(String(more.data['url']), person) })).toMatchObject({
    status: 200,
    data: { isNew: false },
  })
  const wrong = await again.post('/auth/twitter/login', {})
  const { oauthToken } = twitter.agrees(String(wrong.data['url']), person)
  expect(await again.post('/auth/twitter/callback', { oauthToken, oauthVerifier: 'another' })).toMatchObject({
    status: 422,
    code: 'sign_in_over',
  })
})

test('maintenance and closed countries hold as for the password: members come in by it, nobody registers', async () => {
  const { login } = somebody()
  const window = browser()
  const { found } = await comesBy(window, login)
  await set({ maintenanceMode: true })
  expect(await window.post('/auth/social/register', { ticket: found.data['ticket'], ...(await adult()) })).toMatchObject({
    status: 503,
    code: 'maintenance',
  })
  expect((await comesBy(browser(), login)).found.status).toBe(200)
  await set({ maintenanceMode: false })
  expect(await window.post('/auth/social/register', { ticket: found.data['ticket'], ...(await adult()) })).toMatchObject({ status: 200 })
})

test('whoever has a second factor is asked for it by whatever way they come in, and not before it is kept who asks', async () => {
  const { login, email } = somebody()
  const { window } = await withPassword(email)
  await verifies(email, window)
  const own = browser()
  const { username } = await house.db.one<{ username: string }>(sql`select username from accounts.accounts where email = ${email}`)
  await own.post('/auth/login', { username, password: 'correct horse ning' })
  const { secret } = await enrol(house, { api: house.as(own.cookies.get('token') ?? ''), password: 'correct horse ning' })
  house.clock.advance({ seconds: 30 })

  const other = browser()
  const { found } = await comesBy(other, login)
  expect(found).toMatchObject({ status: 403, code: 'two_factor_required' })
  expect(other.cookies.has('token')).toBe(false)
  const { ticket } = found.json as unknown as { ticket: string }
  expect(await other.post('/auth/login/two-factor', { ticket, code: '000000' })).toMatchObject({ status: 422, code: 'wrong_code' })
  expect(await other.post('/auth/login/two-factor', { ticket, code: codeOf(house, secret, 0) })).toMatchObject({ status: 200 })
  expect(await meOf(other)).toMatchObject({ email })
})

test('what nobody needs any more is forgotten', async () => {
  await browser().post('/auth/social/begin', { provider: 'openid' })
  const kept = () =>
    house.db.one<{ count: number }>(sql`
      select ((select count(*) from federation.attempts) + (select count(*) from federation.tickets) + (select count(*) from federation.spent))::integer as count`)
  expect((await kept()).count).toBeGreaterThan(0)
  house.clock.advance({ hours: 48 })
  await house.db.transaction(forgetOld)
  expect(await kept()).toEqual({ count: 0 })
})

test('nothing of a provider’s tokens, and no secret of a browser, is kept', async () => {
  const { text } = await house.db.one<{ text: string }>(sql`
    select coalesce((select string_agg(a::text, '') from federation.attempts a), '') || coalesce((select string_agg(t::text, '') from federation.tickets t), '') as text`)
  for (const secret of [openIdKeys.secret, googleKeys.secret, twitterKeys.secret]) expect(text).not.toContain(secret)
  const { kept } = await house.db.one<{ kept: boolean }>(
    sql`select exists (select from information_schema.columns where table_schema = 'federation' and column_name ~ 'access|verifier|nonce|secret') as kept`,
  )
  expect(kept).toBe(false)
})

// Closing one's account: what stands in the way, the days in which it can be taken back, what becomes of everything, and what is left in the end.
import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationFor, opensPapers, performsBehind } from '#journeys/becoming.ts'
import { browserOf } from '#journeys/browsers.ts'
import { atCheckout, type House, openHouse, type Person, picture, publishes } from '#journeys/house.ts'
import { codeOf, enrol } from '#journeys/second-factor.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { eraseDue, remind } from '#server/office/closing/erasing.ts'
import { renewDue } from '#server/money/renewals/renewing.ts'
import { sql } from '#server/platform/db/db.ts'
import { returnUnread } from '#server/talk/messaging/jobs.ts'
import { asOwner } from '#server/platform/testing/clone.ts'
import * as proofs from '#server/money/proofs/proofs.ts'

let house: House
let staff: Person
beforeAll(async () => {
  house = await openHouse()
  staff = await house.staff()
  await staff.api.admin.saveSettings({ values: { reviewDefault: 'after' } })
})
afterAll(() => house.close())

const dayMs = 86_400_000

const close = async (who: Person, more: Partial<Parameters<Person['api']['closing']['close']>[0]> = {}) => {
  const { balance, earnings } = await who.api.closing.preview({})
  return who.api.closing.close({
    username: who.username,
    currentPassword: who.password,
    expectedBalance: balance,
    expectedEarnings: earnings,
    ...more,
  })
}

const signIn = ({ username, password }: Person) => house.visitor().accounts.login({ username, password })

const lettersTo = async (email: string) => {
  await house.settle()
  return (await staff.api.admin.letters({ recipient: email, limit: 50 })).data
}

/** The secret of the newest letter's link back. */
const wayBackIn = async (email: string) =>
  (await lettersTo(email)).map(({ text }) => /take-back\?token=([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''

const newcomerFacts = async () => ({
  name: 'Other',
  password: 'correct horse battery',
  dateOfBirth: '1990-05-17',
  acceptedTermsVersion: (await house.visitor().settings.public({})).termsVersion,
})

const nobodysAddress = expect.stringMatching(/^[\da-f-]{36}@closed\.invalid$/) as string

const accountOf = async (id: string) => (await accounts.find(house.db, id))!

/** Nothing in the ledger is out of order, whoever is gone. */
async function booksAreLevel() {
  await proofs.seal(house.db)
  const { findings } = await house.db.transaction((tx) => proofs.verify(proofs.liveBooks(tx), []))
  expect(findings).toEqual([])
}

/** A session lasts a day. */
const again = async (who: Person): Promise<Person> => {
  const api = house.as((await signIn(who)).token)
  return { ...who, api, balance: async () => (await api.me.user({})).balance }
}

/** Time passes, and staff come in anew. */
async function days(count: number) {
  house.clock.advance({ days: count })
  staff = await again(staff)
}

/** Their days are over. */
async function afterTheirDays() {
  await days(31)
  await house.settle()
  await eraseDue(house.db)
  await house.settle()
  await booksAreLevel()
}

const home = { name: '林小美', country: 'TW', city: '臺北市', streetAddress: '忠孝西路一段1號', zipCode: '100' }

test('a fan closes their account: they read what becomes of it, nobody is in it any more, and signing in leads back', async () => {
  await staff.api.admin.saveSettings({ values: { closingDays: 45 } })
  const lan = await house.creator({ name: 'Lan' })
  const fan = await house.fan({ balance: 100, name: 'Mei' })
  const post = await publishes(house, lan, { isSale: 'ppv', price: 20 })
  await fan.api.feeds.charge({ id: post._id, expectedPrice: 20 })
  await fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })
  const { email } = await accountOf(fan.id)

  const read = await fan.api.closing.preview({})
  expect(read).toMatchObject({
    username: fan.username,
    isPerformer: false,
    days: 45,
    balance: 30.5,
    subscriptions: 1,
    purchases: 1,
    stops: [],
    hasPassword: true,
    hasTwoFactor: false,
  })
  await expect(close(fan, { username: 'somebody' })).rejects.toMatchObject({ code: 'username_differs', errors: [{ field: 'username' }] })
  await expect(close(fan, { currentPassword: 'guessed it' })).rejects.toMatchObject({ code: 'wrong_password' })
  await expect(close(fan, { expectedBalance: 1 })).rejects.toMatchObject({ code: 'closing_changed' })
  expect((await accountOf(fan.id)).state).toBe('active')

  const { until } = await close(fan)
  expect(Date.parse(until) - house.clock.now().getTime()).toBeGreaterThan(44 * dayMs)
  await expect(fan.api.me.user({})).rejects.toMatchObject({ status: 401 })
  await expect(signIn(fan)).rejects.toMatchObject({ code: 'account_closing', details: { until } })
  await expect(house.visitor().accounts.login({ username: fan.username, password: 'guessed it' })).rejects.toMatchObject({
    code: 'incorrect_credentials',
  })
  expect((await lan.api.subscriptions.subscribers({})).data).toMatchObject([{ status: 'cancelled' }])
  expect((await lettersTo(email))[0]?.subject).toContain('is closing')

  // Staff see it, and the days are over before anything is lost.
  expect((await staff.api.admin.people({ status: 'closing', q: fan.username })).data).toMatchObject([{ _id: fan.id, closesAt: until }])
  await days(41)
  await remind(house.db)
  await remind(house.db)
  expect((await lettersTo(email)).filter(({ subject }) => subject.includes('for good soon'))).toHaveLength(1)

  const token = await signIn(fan).catch(({ details }: { details: { token: string } }) => details.token)
  expect(typeof token).toBe('string')
  await house.visitor().closing.takeBack({ token: token as string })
  await expect(house.visitor().closing.takeBack({ token: await wayBackIn(email) })).rejects.toMatchObject({ code: 'link_expired' })
  const back = house.as((await signIn(fan)).token)
  expect((await back.me.user({})).balance).toBe(30.5)
  expect(await back.feeds.one({ id: post._id })).toMatchObject({ canView: true })
  await afterTheirDays()
  expect((await accountOf(fan.id)).state).toBe('active')
  await staff.api.admin.saveSettings({ values: { closingDays: 30 } })
})

test('others’ money and goods stand in the way, each by its name, for the fan and for the creator alike', async () => {
  const [lan, fan] = [await house.creator({ name: 'Lan' }), await house.fan({ balance: 500 })]
  const stops = async ({ api }: Person) => (await api.closing.preview({})).stops
  const refused = async (who: Person, what: string) => {
    expect(await stops(who)).toEqual([{ what, count: 1 }])
    await expect(close(who)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: what } })
  }

  // A message that was paid for and not read.
  await lan.api.me.updatePerformer({ messagePrice: 5, takesRequests: true })
  const { _id: conversationId } = await fan.api.messaging.begin({ source: 'performer', sourceId: lan.id })
  await fan.api.messaging.send({ id: conversationId, text: 'Hello', expectedPrice: 5 })
  await refused(fan, 'messages')
  await refused(lan, 'messages')
  await lan.api.messaging.readAll({ id: conversationId })
  await house.settle()

  const request = await fan.api.requests.ask({ performerId: lan.id, text: 'A song about rain' })
  await refused(fan, 'requests')
  await refused(lan, 'requests')
  await fan.api.requests.withdraw({ id: request._id })

  const show = await lan.api.live.begin({
    title: 'Soon',
    type: 'ticket',
    price: 10,
    scheduledAt: new Date(house.clock.now().getTime() + dayMs).toISOString(),
  })
  await fan.api.live.charge({ id: show._id, expectedPrice: 10 })
  await refused(fan, 'places')
  await refused(lan, 'shows')
  await staff.api.live.cut({ id: show._id })
  await house.settle()

  await staff.api.admin.freezeWallet({ id: fan.id, reason: 'A bank asks' })
  await refused(fan, 'frozen')
  await staff.api.admin.unfreezeWallet({ id: fan.id, reason: 'The bank is content' })
  expect([await stops(fan), await stops(lan)]).toEqual([[], []])
})

test('what was bought and is still on its way stands in the way of both; a creator who can be paid out is paid out first', async () => {
  const [lan, fan] = [await house.creator({ name: 'Lan' }), await house.fan({ balance: 2000 })]
  const product = await lan.api.shop.createProduct({
    name: 'Print',
    type: 'physical',
    price: 900,
    stock: 2,
    shippingNote: '',
    image: await picture(800, 800, 4),
  })
  await staff.api.admin.approveWork({ id: product._id }).catch(() => {})
  const address = await fan.api.addresses.create(home)
  const { order } = await fan.api.shop.charge({ id: product._id, deliveryAddressId: address._id })
  expect((await fan.api.closing.preview({})).stops).toEqual([{ what: 'orders', count: 1 }])
  expect((await lan.api.closing.preview({})).stops).toEqual([{ what: 'shipments', count: 1 }])
  await lan.api.shop.updateOrder({ id: order._id, deliveryStatus: 'processing' })
  await lan.api.shop.updateOrder({ id: order._id, deliveryStatus: 'shipping', carrier: 'Post', shippingCode: 'A1' })
  await fan.api.shop.updateOrder({ id: order._id, deliveryStatus: 'delivered' })
  await house.settle()
  expect((await fan.api.closing.preview({})).stops).toEqual([])
  expect(await lan.api.closing.preview({})).toMatchObject({ earnings: 720, worksSold: 1, stops: [{ what: 'earnings', count: 1 }] })
  await expect(close(lan)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'earnings' } })
})

test('a creator closes: hidden at once, subscribers have unused time back and a letter, and who bought goes on reading', async () => {
  const lan = await house.creator({ name: 'Lan Quixwater' })
  const { email: address } = await accountOf(lan.id)
  await lan.api.me.updatePerformer({ tagline: 'Quixwater sings', welcomeMessage: 'Quixwater says hello' })
  await lan.api.replies.create({ name: 'Hello', text: 'Yours, Quixwater' })
  await performersThings(lan.id)
  await lan.api.profiles.uploadAvatar({ file: await picture(300, 300, 7) })
  let [subscriber, buyer] = [await house.fan({ balance: 200 }), await house.fan({ balance: 100 })]
  const [sold, free, only] = [
    await publishes(house, lan, { isSale: 'ppv', price: 20, text: 'Sold words' }),
    await publishes(house, lan, { isSale: 'free', text: 'Free words of Quixwater' }),
    await publishes(house, lan, { isSale: 'subscription', text: 'Words for subscribers' }),
  ]
  await buyer.api.feeds.charge({ id: sold._id, expectedPrice: 20 })
  await subscriber.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })
  const paid = 200 - (await subscriber.balance())
  const email = (await accountOf(subscriber.id)).email
  const image = (await buyer.api.feeds.one({ id: free._id })).files[0]!

  for (const column of await thereOf(lan.id)) had.add(column)
  const read = await lan.api.closing.preview({})
  expect(read).toMatchObject({ isPerformer: true, subscribers: 1, worksSold: 1, works: 3, stops: [] })
  expect(read.givenBack).toBeGreaterThan(paid - 1)
  await close(lan)
  await house.settle()
  await booksAreLevel()

  expect(200 - (await subscriber.balance())).toBeLessThan(1)
  expect((await lettersTo(email)).some(({ subject }) => /Quixwater/.test(subject))).toBe(true)
  for (const { api } of [subscriber, buyer]) {
    await expect(api.feeds.one({ id: free._id })).rejects.toMatchObject({ status: 404 })
    await expect(api.feeds.one({ id: only._id })).rejects.toMatchObject({ status: 404 })
    await expect(api.directory.performer({ id: lan.username })).rejects.toMatchObject({ status: 404 })
    expect(JSON.stringify(await api.search.everything({ q: 'Lan Quixwater' }))).not.toContain(lan.id)
    await expect(api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })).rejects.toMatchObject({
      status: 404,
    })
  }
  // An address that was handed out opens no more.
  if ('url' in image && image.url)
    expect((await fetch(new URL(image.url, house.address), { headers: { authorization: buyer.token } })).status).not.toBe(200)
  expect(await buyer.api.feeds.one({ id: sold._id })).toMatchObject({ canView: true, isBought: true, performer: { name: 'Lan Quixwater' } })
  await expect(subscriber.api.feeds.one({ id: sold._id })).rejects.toMatchObject({ status: 404 })

  await afterTheirDays()
  ;[subscriber, buyer] = [await again(subscriber), await again(buyer)]
  expect(await accountOf(lan.id)).toMatchObject({ state: 'closed', bio: '', passwordHash: null, country: null, birthDate: null })
  expect(await buyer.api.feeds.one({ id: sold._id })).toMatchObject({
    canView: true,
    text: 'Sold words',
    performer: { name: '已關閉的帳號' },
  })
  expect((await buyer.api.bookmarks.bought({})).data).toHaveLength(1)
  await expect(subscriber.api.feeds.one({ id: sold._id })).rejects.toMatchObject({ status: 404 })
  const stands = await whereStands('Quixwater', address, lan.username)
  expect(stands.filter((table) => !(table in kept))).toEqual([])
  expect(await thereOf(lan.id)).toEqual([])
  // What nobody bought has neither words nor files.
  const { files } = await house.db.one<{ files: number }>(sql`select count(*) as files from files.files where owner_id = ${lan.id}`)
  expect(files).toBe(1)
})

/** A fan with everything that a fan may have, under a name and an address that are found nowhere else. */
async function wholeFan(lan: Person) {
  const fan = await house.fan({ balance: 3000, name: 'Ottilie Zwiebelfisch' })
  const { email } = await accountOf(fan.id)
  await atCheckout(house, (await fan.api.payments.topUp({ amount: 10 })).paymentUrl, { action: 'pay', card: 'success' })
  await fan.api.accounts.update({ username: `zwiebelfisch${fan.username.slice(-6)}` })
  await fan.api.accounts.update({ username: fan.username, bio: `Zwiebelfisch of ${email}`, country: 'TW', timezone: 'Asia/Taipei' })
  await fan.api.addresses.create({ ...home, name: 'Ottilie Zwiebelfisch' })
  const { testTokens } = await fan.api.payments.cardSetup({})
  await fan.api.payments.addCard({ provider: 'sandbox', sourceToken: testTokens![0]!.token, holderName: 'Ottilie Zwiebelfisch' })
  await house.visitor().contact.send({ name: 'Ottilie Zwiebelfisch', email, message: 'Hello, I am Zwiebelfisch' })
  const post = await publishes(house, lan, { isSale: 'free' })
  await fan.api.comments.write({ objectId: post._id, objectType: 'feed', content: 'Lovely, says Zwiebelfisch' })
  await fan.api.follows.follow({ id: lan.id })
  await fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })
  const { _id: conversationId } = await fan.api.messaging.begin({ source: 'performer', sourceId: lan.id })
  await fan.api.messaging.send({ id: conversationId, text: 'Good evening, says Zwiebelfisch' })
  const { _id: fileId } = await fan.api.messaging.uploadOpenPhoto({ file: await picture(400, 300, 9) })
  await house.settle()
  await fan.api.messaging.send({ id: conversationId, text: '', fileIds: [fileId] })
  const other = await house.fan({})
  await other.api.reports.send({ target: 'user', targetId: fan.id, reason: 'scam', description: 'Look' })
  const { rows } = {
    rows: await house.db.many<{ id: string }>(sql`select id from reports.cases where owner_id = ${fan.id} or target_id = ${fan.id}`),
  }
  return { fan, email, post, conversationId, fileId, cases: rows }
}

const plainly = (text: string, ...values: unknown[]) => house.db.pool.query(text, values)

/** What a fan may have besides, as other journeys make it one by one. */
async function fansThings(id: string, { id: creatorId, api }: Person, otherId: string) {
  const scheduledAt = new Date(house.clock.now().getTime() + dayMs).toISOString()
  const show = await api.live.begin({ title: 'Soon', type: 'public', scheduledAt })
  await plainly(
    `insert into accounts.identities (account_id, provider, issuer, subject, email, name, linked_at, used_at)
      values ($1, 'google', 'https://accounts.google.com', 'Zwiebelfisch', 'zwiebelfisch@mail.example', 'Ottilie Zwiebelfisch', now(), now())`,
    id,
  )
  await plainly(
    `insert into accounts.links (account_id, purpose, email, token_hash, created_at, expires_at) values ($1, 'undo_email', 'old-mailbox@mail.example', sha256('x'), now(), now() + interval '7 days')`,
    id,
  )
  await plainly(
    `insert into mail.letters (recipient, subject, content, created_at) values ('old-mailbox@mail.example', 'Hello', '{}', now())`,
  )
  await plainly(`insert into accounts.two_factor (account_id, sealed, begun_at) values ($1, sha256('a') || sha256('b'), now())`, id)
  await plainly(
    `insert into accounts.tickets (token_hash, account_id, opens_id, is_remembered, expires_at) values (sha256('t'), $1, $1, false, now())`,
    id,
  )
  await plainly(
    `insert into blocks.users (blocker_id, blocked_id, reason, created_at) values ($1, $2, 'Zwiebelfisch again', now())`,
    otherId,
    id,
  )
  await plainly(`insert into blocks.users (blocker_id, blocked_id, created_at) values ($1, $2, now())`, id, otherId)
  await plainly(
    `insert into fans.notes (performer_id, fan_id, text, written_at) values ($1, $2, 'Zwiebelfisch likes rain', now())`,
    creatorId,
    id,
  )
  await plainly(
    `with list as (insert into fans.lists (performer_id, name, created_at) values ($1, 'Friends', now()) returning id)
      insert into fans.members (list_id, fan_id, added_at) select id, $2, now() from list`,
    creatorId,
    id,
  )
  await plainly(
    `insert into live.bans (performer_id, account_id, reason, banned_at) values ($1, $2, 'Zwiebelfisch is loud', now())`,
    creatorId,
    id,
  )
  await plainly(`insert into live.moderators (performer_id, account_id, named_at) values ($1, $2, now())`, creatorId, id)
  await plainly(`insert into live.reminders (stream_id, account_id, made_at) values ($1, $2, now())`, show._id, id)
  await plainly(
    `insert into notifications.devices (account_id, session_id, endpoint, p256dh, auth, key, country, created_at)
      select account_id, id, 'https://push.example/zwiebelfisch', 'k', 'a', 'k', 'TW', now() from accounts.sessions where account_id = $1 limit 1`,
    id,
  )
  await plainly(`insert into notifications.heard (account_id, source, heard_at) values ($1, 'letter', now())`, id)
  await plainly(`insert into notifications.preferences (account_id, kind, in_app, email, push) values ($1, 'sale', true, 'off', false)`, id)
  await plainly(`insert into notifications.readers (account_id, digest_hour) values ($1, 8) on conflict do nothing`, id)
  await plainly(
    `insert into payments.customers (account_id, gateway, ref) values ($1, 'stripe', 'cus_zwiebelfisch') on conflict do nothing`,
    id,
  )
  await plainly(
    `insert into refills.refills (account_id, is_on, below, amount, card_id, monthly_limit, saved_at, currency)
      select account_id, false, 50, 10, id, 100, now(), 'USD' from payments.cards where account_id = $1 limit 1`,
    id,
  )
  await plainly(
    `insert into accounts.passkeys (account_id, kind, credential_id, public_key, is_verified, counter, transports, name, added_at)
      values ($1, 'passwordless', sha256('c'), sha256('k'), true, 0, '{internal}', 'Phone of Zwiebelfisch', now())`,
    id,
  )
  await plainly(
    `insert into accounts.passkey_challenges (challenge_hash, purpose, account_id, expires_at) values (sha256('p'), 'add_passwordless', $1, now())`,
    id,
  )
  await plainly(
    `insert into belongings.requests (account_id, asked_at, ends_at) values ($1, now(), now() + interval '7 days') on conflict do nothing`,
    id,
  )
  await plainly(`insert into age.results (account_id, method, expires_at) values ($1, 'openid', now() + interval '1 year')`, id)
  await plainly(
    `insert into age.attempts (state_hash, browser_hash, account_id, goes_to, created_at, expires_at)
      values (sha256('s'), sha256('b'), $1, '/', now(), now() + interval '1 year')`,
    id,
  )
  await plainly(
    `insert into referrals.codes (code, performer_id, made_at) values ('a-friend-of-zwiebel', $1, now()) on conflict do nothing`,
    creatorId,
  )
  await plainly(
    `insert into referrals.arrivals (account_id, performer_id, code, came_at)
      select id, $1, 'a-friend-of-zwiebel', created_at from accounts.accounts where id = $2`,
    creatorId,
    id,
  )
}

/** What a performer may have besides. */
async function performersThings(id: string) {
  await plainly(
    `insert into automations.rules (performer_id, occasion, text, is_on, changed_at) values ($1, 'follower', 'Quixwater greets', true, now())`,
    id,
  )
  await plainly(`insert into blocks.countries (performer_id, country) values ($1, 'AQ')`, id)
  await plainly(
    `insert into destinations.accounts (account_id, account_type, sealed, hold_until, changed_at) values ($1, 'paypal', 'x', now(), now())`,
    id,
  )
  await plainly(`insert into destinations.bank_details (account_id, sealed, hold_until, changed_at) values ($1, 'x', now(), now())`, id)
  await plainly(
    `insert into destinations.provider_accounts (account_id, provider, ref, asked_at, created_at) values ($1, 'stripe', 'acct_quixwater', now(), now())`,
    id,
  )
  await plainly(`insert into fans.lists (performer_id, name, created_at) values ($1, 'Friends of Quixwater', now())`, id)
  const other = await house.fan({})
  await plainly(
    `insert into fans.notes (performer_id, fan_id, text, written_at) values ($1, $2, 'Quixwater thinks so', now())`,
    id,
    other.id,
  )
  await plainly(
    `insert into live.bans (performer_id, account_id, reason, banned_at) values ($1, $2, 'Not of Quixwater', now())`,
    id,
    other.id,
  )
  await plainly(`insert into live.moderators (performer_id, account_id, named_at) values ($1, $2, now())`, id, other.id)
  await plainly(`insert into live.profiles (performer_id, title) values ($1, 'Quixwater, live') on conflict do nothing`, id)
  await plainly(`insert into merchants.own_accounts (performer_id, gateway, is_active, changed_at) values ($1, 'stripe', false, now())`, id)
  await plainly(`insert into merchants.own_hooks (performer_id, digest, noted_at) values ($1, sha256('h'), now())`, id)
  await plainly(
    `insert into offers.tiers (performer_id, slot, name, description, benefits, monthly_price, created_at, currency)
      values ($1, 1, 'Quixwater gold', 'Near Quixwater', '{Quixwater}', 900, now(), 'USD')`,
    id,
  )
  await plainly(`insert into referrals.codes (code, performer_id, made_at) values ('quixwater', $1, now())`, id)
  await plainly(`insert into referrals.visits (performer_id, hour, visits) values ($1, date_trunc('hour', now(), 'UTC'), 3)`, id)
  await plainly(
    `insert into referrals.arrivals (account_id, performer_id, code, came_at) select id, $1, 'quixwater', created_at from accounts.accounts where id = $2`,
    id,
    other.id,
  )
  await other.api.follows.follow({ id })
  const { rows } = await plainly(
    `insert into works.works (kind, medium, creator_id, audience, state, title, created_at, updated_at)
      values ('video', 'video', $1, 'free', 'draft', 'Quixwater waves', now(), now()) returning id`,
    id,
  )
  const [work] = rows as { id: string }[]
  await plainly(`insert into videos.videos (work_id, description) values ($1, 'Quixwater waves a hand')`, work!.id)
  await plainly(`insert into videos.welcomes (performer_id, work_id, chosen_at) values ($1, $2, now())`, id, work!.id)
}

/** Where a name may stand for good, and why. */
const kept: Readonly<Record<string, string>> = {
  'audit.entries': 'what was done stays on record, by whom and with which words; it cannot be rewritten',
  'wallet.transfers': 'the ledger: a title may name a creator, and every line is part of a chain of digests',
  'invoices.invoices': 'receipts are issued once and kept as the law of accounts asks',
  'mail.letters': 'letters that others got are theirs',
  'reports.reports': 'what was reported is kept as it was, for complaints and orders',
  'identity.applications': 'who performed, their age and their papers: kept as the law of performers asks',
  'messaging.messages': 'what was written to somebody stays in their conversation',
  'comments.comments': 'what was said under a work stays, as by a closed account',
}

/** Rows that name an account and go with it. A new table that names one stands here or below, or the test that reads the catalogue fails. */
const goes = [
  'accounts.devices (account_id)',
  'accounts.identities (account_id)',
  'accounts.links (account_id)',
  'accounts.passkey_challenges (account_id)',
  'accounts.passkeys (account_id)',
  'accounts.sessions (account_id)',
  'accounts.tickets (opens_id)',
  'accounts.two_factor (account_id)',
  'accounts.ways_back (account_id)',
  'addresses.addresses (owner_id)',
  'age.attempts (account_id)',
  'age.results (account_id)',
  'automations.rules (performer_id)',
  'belongings.requests (account_id)',
  'blocks.countries (performer_id)',
  'blocks.users (blocked_id)',
  'blocks.users (blocker_id)',
  'destinations.accounts (account_id)',
  'destinations.bank_details (account_id)',
  'destinations.provider_accounts (account_id)',
  'fans.lists (performer_id)',
  'fans.members (fan_id)',
  'fans.notes (fan_id)',
  'fans.notes (performer_id)',
  'follows.follows (fan_id)',
  'follows.follows (performer_id)',
  'live.bans (account_id)',
  'live.bans (performer_id)',
  'live.moderators (account_id)',
  'live.moderators (performer_id)',
  'live.profiles (performer_id)',
  'live.reminders (account_id)',
  'merchants.own_accounts (performer_id)',
  'merchants.own_hooks (performer_id)',
  'notifications.devices (account_id)',
  'notifications.heard (account_id)',
  'notifications.notices (account_id)',
  'notifications.preferences (account_id)',
  'notifications.readers (account_id)',
  'payments.customers (account_id)',
  'profiles.pictures (account_id)',
  'referrals.arrivals (account_id)',
  'referrals.arrivals (performer_id)',
  'referrals.visits (performer_id)',
  'refills.refills (account_id)',
  'replies.replies (performer_id)',
  'videos.welcomes (performer_id)',
]

const books = 'the books: who paid whom, by a number that is nobody’s name any more'
const others = 'others’, too: it says that a closed account did it'
const decided = 'what staff did stays on record'
const swept = 'it is over within days, and swept then'
const law = 'kept as the law of performers asks'
const blank = 'its words are blanked; the row holds what others have'
const counted = 'a count'

/** Rows that go on naming an account that is erased, which has no name and no face then: and why. */
const stays: Readonly<Record<string, string>> = {
  'accounts.accounts (holder_id)': 'whose sign-in it stood behind, so that it is nobody else’s',
  'accounts.sessions (actor_id)': decided,
  'automations.said (fan_id)': 'that somebody was greeted, without words',
  'automations.said (performer_id)': 'that somebody was greeted, without words',
  'automations.shares (performer_id)': counted,
  'campaigns.campaigns (performer_id)': blank,
  'closing.closings (account_id)': 'that it was closed, and when',
  'closing.closings (held_by)': decided,
  'comments.comments (author_id)': others,
  'comments.comments (deleted_by)': decided,
  'copies.lookups (asked_by)': decided,
  'copies.lookups (performer_id)': decided,
  'coupons.coupons (created_by)': decided,
  'coupons.uses (account_id)': books,
  'earnings.covers (creator_id)': books,
  'federation.attempts (account_id)': swept,
  'feeds.poll_options (creator_id)': blank,
  'feeds.votes (account_id)': counted,
  'follows.totals (performer_id)': counted,
  'gifts.gifts (giver_id)': blank,
  'gifts.gifts (performer_id)': books,
  'gifts.gifts (recipient_id)': books,
  'identity.applications (account_id)': law,
  'identity.applications (decided_by)': decided,
  'identity.document_views (viewer_id)': decided,
  'identity.documents (account_id)': law,
  'invoices.invoices (account_id)': books,
  'live.consents (guest_id)': law,
  'live.flows (account_id)': swept,
  'live.hls_viewers (account_id)': swept,
  'live.invitations (guest_id)': law,
  'live.menu_items (performer_id)': blank,
  'live.meters (payer_id)': books,
  'live.presences (account_id)': swept,
  'live.requests (fan_id)': blank,
  'live.requests (performer_id)': blank,
  'live.streams (ended_by)': decided,
  'live.streams (guest_id)': others,
  'live.streams (performer_id)': blank,
  'live.tips (fan_id)': books,
  'live.votes (account_id)': counted,
  'live.whereabouts (account_id)': swept,
  'messaging.conversations (fan_id)': others,
  'messaging.conversations (performer_id)': others,
  'messaging.messages (deleted_by)': others,
  'messaging.messages (sender_id)': others,
  'messaging.reads (reader_id)': others,
  'messaging.room_people (account_id)': others,
  'messaging.room_people (muted_by)': decided,
  'notifications.notices (actor_id)': others,
  'notifications.spreads (creator_id)': swept,
  'offers.promotion_uses (fan_id)': books,
  'offers.promotions (performer_id)': books,
  'offers.tiers (performer_id)': blank,
  'payments.cards (account_id)': blank,
  'payments.transactions (account_id)': books,
  'payouts.batches (made_by)': decided,
  'payouts.requests (performer_id)': books,
  'payouts.steps (by_id)': books,
  'profiles.performers (account_id)': blank,
  'reactions.reactions (account_id)': counted,
  'referrals.codes (performer_id)': 'a digest in the place of the code, so that it leads to nobody else',
  'reconciliation.differences (closed_by)': decided,
  'reports.cases (assigned_to)': decided,
  'reports.cases (owner_id)': decided,
  'reports.decisions (decided_by)': decided,
  'reports.reports (reporter_id)': decided,
  'requests.requests (ended_by)': others,
  'requests.requests (fan_id)': blank,
  'requests.requests (performer_id)': blank,
  'shop.download_links (account_id)': 'what was handed out for a sale, for its seller',
  'shop.order_steps (by_id)': others,
  'shop.orders (buyer_id)': blank,
  'shop.orders (seller_id)': others,
  'subscriptions.periods (giver_id)': books,
  'subscriptions.subscriptions (fan_id)': books,
  'subscriptions.subscriptions (performer_id)': books,
  'wallet.accounts (owner_id)': books,
  'wallet.holds (held_by)': decided,
  'wallet.holds (let_go_by)': decided,
  'wallet.holds (owner_id)': books,
  'works.participants (performer_id)': law,
  'works.works (creator_id)': blank,
  'works.works (decided_by)': decided,
  'works.works (fit_for_all_by)': decided,
}

/** Where one account is named, by the catalogue of the database: `schema.table (column)`, and how often. */
async function whereNamed(id?: string): Promise<Map<string, number>> {
  const columns = await house.db.many<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", a.attname::text as "column" from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'accounts.accounts'::regclass order by 1, 2`)
  const found = new Map<string, number>()
  for (const { table, column } of columns) {
    const asked = id === undefined ? 0 : (await house.db.pool.query(`select 1 from ${table} where ${column} = $1`, [id])).rowCount
    found.set(`${table} (${column})`, asked ?? 0)
  }
  return found
}

/** What of it goes, and is there. */
const thereOf = async (id: string) => {
  const named = await whereNamed(id)
  return goes.filter((column) => (named.get(column) ?? 0) > 0)
}

/** What somebody was seen to have, before they were gone. */
const had = new Set<string>()

/** Every column of every table that can hold words, asked for these. */
async function whereStands(...words: string[]): Promise<string[]> {
  const columns = await house.db.many<{ schema: string; name: string; column: string }>(sql`
    select c.table_schema as schema, c.table_name as name, c.column_name as "column" from information_schema.columns c
    join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
    where c.table_schema !~ '^pg_|^information_schema$' and (c.data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY') or c.udt_name in ('word', 'citext'))`)
  expect(columns.length).toBeGreaterThan(300)
  const found = new Set<string>()
  for (const { schema, name, column } of columns)
    for (const word of words) {
      const { rows } = await house.db.pool.query(`select 1 from "${schema}"."${name}" where "${column}"::text ilike $1 limit 1`, [
        `%${word}%`,
      ])
      if (rows.length > 0) found.add(`${schema}.${name}`)
    }
  return [...found].toSorted()
}

test('in the end nothing in the database says who it was, but where it has to; killed in the middle, it comes to the same end', async () => {
  let lan = await house.creator({ name: 'Lan' })
  const { fan, email, post, conversationId, fileId, cases } = await wholeFan(lan)
  expect(await whereStands('Zwiebelfisch', email)).toContain('accounts.accounts')
  for (const { id } of cases) await staff.api.reports.decide({ id, what: 'kept', reason: 'Nothing in it.' })
  await lan.api.messaging.readAll({ id: conversationId })
  await fansThings(fan.id, lan, (await house.fan({})).id)
  for (const column of await thereOf(fan.id)) had.add(column)
  await close(fan)
  for (const column of await thereOf(fan.id)) had.add(column)
  await days(31)
  await house.settle()

  lan = await again(lan)
  // The worker dies in the middle, after what was committed before.
  await asOwner(
    house.db,
    sql`create function notifications.die() returns trigger language plpgsql as $$ begin raise exception 'killed'; end $$;
      create trigger die before delete on notifications.notices for each row execute function notifications.die();`,
  )
  await house.db.pool.query(
    `insert into notifications.notices (account_id, kind, event, topic, created_at, latest_at, expires_at)
      values ($1, 'account', 'password_changed', 'x', now(), now(), now() + interval '400 days')`,
    [fan.id],
  )
  await expect(eraseDue(house.db)).rejects.toThrow()
  expect(await accountOf(fan.id)).toMatchObject({ state: 'closed', email })
  await expect(house.visitor().closing.takeBack({ token: await wayBackIn(email) })).rejects.toMatchObject({ code: 'link_expired' })
  await expect(signIn(fan)).rejects.toMatchObject({ code: 'account_inactive' })
  await asOwner(house.db, sql`drop trigger die on notifications.notices`)
  expect(await eraseDue(house.db)).toBe(1)
  expect(await eraseDue(house.db)).toBe(0)
  await house.settle()

  const stands = await whereStands('Zwiebelfisch', email, 'old-mailbox', fan.username)
  expect(stands.filter((table) => !(table in kept))).toEqual([])
  expect(await thereOf(fan.id)).toEqual([])
  // A receipt is a paper that was given out: it names whom it was given to, for the law of accounts, and nothing changes it.
  expect(stands).toContain('invoices.invoices')
  const { receipts } = await house.db.one<{ receipts: number }>(sql`
    select count(*) as receipts from invoices.invoices where account_id = ${fan.id} and content::text like '%Ottilie Zwiebelfisch%'`)
  expect(receipts).toBe(1)
  await expect(house.db.pool.query("update invoices.invoices set content = '{}' where account_id = $1", [fan.id])).rejects.toThrow()
  expect(await accountOf(fan.id)).toMatchObject({ name: '已關閉的帳號', email: nobodysAddress })
  // What others have stays, without a name; the bytes of a fan are gone.
  expect((await lan.api.comments.list({ objectId: post._id, objectType: 'feed' })).data).toMatchObject([
    { content: 'Lovely, says Zwiebelfisch', creator: { name: '已關閉的帳號' } },
  ])
  const lines = (await lan.api.messaging.messages({ id: conversationId })).data
  expect(lines.map(({ text, isDeleted }) => [text, isDeleted])).toEqual(
    expect.arrayContaining([['Good evening, says Zwiebelfisch', false]]),
  )
  expect(await house.db.many(sql`select id from files.files where id = ${fileId}`)).toEqual([])
  expect(await house.db.many(sql`select id from mail.letters where recipient like '%@closed.invalid'`)).toEqual([])
  expect(await house.db.many(sql`select id from payments.cards where account_id = ${fan.id} and removed_at is null`)).toEqual([])
  await booksAreLevel()

  // The name is nobody else's, the address is free, and plain SQL brings nothing back.
  const newcomer = await newcomerFacts()
  await expect(
    house.visitor().accounts.register({ ...newcomer, username: fan.username, email: 'other@stagedoor.example' }),
  ).rejects.toMatchObject({ code: 'username_taken' })
  expect((await house.visitor().accounts.register({ ...newcomer, username: 'quite.another', email })).token).toBeTruthy()
  await expect(house.db.pool.query("update accounts.accounts set state = 'active' where id = $1", [fan.id])).rejects.toThrow(
    /stays as it is/,
  )
  await expect(house.db.pool.query("update accounts.accounts set name = 'Ottilie' where id = $1", [fan.id])).rejects.toThrow(
    /stays as it is/,
  )
  await expect(house.db.pool.query("update accounts.accounts set bio = 'Ottilie' where id = $1", [fan.id])).rejects.toThrow(
    /an_erased_one_keeps_nothing/,
  )
})

test('nobody can take beforehand the name or the address that somebody is going to have in the end', async () => {
  const fan = await house.fan({})
  const newcomer = await newcomerFacts()
  const taking = (more: { username: string; email: string }) => house.visitor().accounts.register({ ...newcomer, ...more })
  const digest = hash('sha256', fan.id).slice(0, 20)
  await expect(taking({ username: `closed.${digest}`, email: 'squats@stagedoor.example' })).rejects.toMatchObject({
    code: 'username_reserved',
  })
  for (const email of [`${fan.id}@closed.invalid`, 'x@CLOSED.Invalid', 'x@any.invalid', 'x@invalid.invalid'])
    await expect(taking({ username: 'squats.here', email })).rejects.toMatchObject({ errors: [{ field: 'email', code: 'not_an_email' }] })
  const other = await house.fan({})
  await expect(
    other.api.accounts.changeEmail({ email: `${fan.id}@closed.invalid`, currentPassword: other.password }),
  ).rejects.toMatchObject({ errors: [{ field: 'email', code: 'not_an_email' }] })
  // Somebody who had both before that was refused stands in nobody's way either.
  await plainly(
    `update accounts.accounts set username = $2, email = $3 where id = $1`,
    other.id,
    `closed.${digest}`,
    `${fan.id}@closed.invalid`,
  )
  await close(fan)
  await afterTheirDays()
  expect(await accountOf(fan.id)).toMatchObject({ state: 'closed', passwordHash: null, email: nobodysAddress })
  expect((await accountOf(fan.id)).username).toMatch(/^closed\.[\da-f]{20}$/)
})

test('a hold of staff outlives taking back and closing again, until staff let go', async () => {
  let fan = await house.fan({})
  await close(fan)
  await staff.api.closing.hold({ id: fan.id, reason: 'A court asks' })
  for (const _ of [1, 2]) {
    await house.visitor().closing.takeBack({ token: await wayBackIn((await accountOf(fan.id)).email) })
    fan = await again(fan)
    await close(fan)
  }
  expect((await staff.api.admin.person({ id: fan.id })).closing).toMatchObject({ held: { by: 'Office', reason: 'A court asks' } })
  await afterTheirDays()
  expect((await accountOf(fan.id)).state).toBe('closing')
  await staff.api.closing.letGo({ id: fan.id, reason: 'The court is content' })
  // What was let go stays so, too.
  await house.visitor().closing.takeBack({ token: await wayBackIn((await accountOf(fan.id)).email) })
  await close(await again(fan))
  await afterTheirDays()
  expect((await accountOf(fan.id)).state).toBe('closed')
})

test('whoever is closing can still be reported, fan and creator, and is not erased while that is open', async () => {
  const [lan, fan, other] = [await house.creator({ name: 'Lan' }), await house.fan({}), await house.fan({})]
  for (const who of [lan, fan]) await close(who)
  for (const [target, { id: targetId }] of [
    ['performer', lan],
    ['user', fan],
  ] as const)
    await other.api.reports.send({ target, targetId, reason: 'scam', description: 'They asked me to pay elsewhere' })
  await afterTheirDays()
  for (const { id } of [lan, fan]) expect((await accountOf(id)).state).toBe('closing')
})

test('a new password by letter ends the ways back that the old one led to, of both accounts of one sign-in', async () => {
  const fan = await house.fan({})
  const creator = await performsBehind(house, staff, fan, 'mei.back')
  await creator.api.closing.close({ username: 'mei.back', currentPassword: fan.password, expectedBalance: 0, expectedEarnings: 0 })
  const leads = async (username: string, password: string) => {
    const no = await house
      .visitor()
      .accounts.login({ username, password })
      .catch((error: { details: { token: string } }) => error)
    return (no as { details: { token: string } }).details.token
  }
  const ofCreator = await leads('mei.back', fan.password)
  await close(fan)
  const ofFan = await leads(fan.username, fan.password)
  const { email } = await accountOf(fan.id)
  await house.visitor().accounts.forgot({ email })
  const text = (await lettersTo(email)).map((letter) => letter.text).find((each) => each.includes('/auth/reset?token='))
  await house.visitor().accounts.reset({ token: /reset\?token=([\w-]+)/.exec(text!)![1]!, password: 'quite another horse' })
  for (const token of [ofFan, ofCreator])
    await expect(house.visitor().closing.takeBack({ token })).rejects.toMatchObject({ code: 'link_expired' })
  await house.visitor().closing.takeBack({ token: await leads(fan.username, 'quite another horse') })
  expect((await accountOf(fan.id)).state).toBe('active')
})

test('an application to perform that waits or was rejected keeps nobody from closing, and goes along', async () => {
  for (const isRejected of [false, true]) {
    let fan = await house.fan({})
    const username = `applied.${isRejected ? 'in.vain' : 'lately'}`
    const { _id: id } = await fan.api.identity.apply(await applicationFor(house, username))
    if (isRejected) {
      await opensPapers(staff, id)
      await staff.api.admin.rejectPerformer({ id, reason: 'No' })
    }
    // It is as it was where they take their account back.
    await close(fan)
    if (!isRejected) {
      await opensPapers(staff, id)
      await expect(staff.api.admin.approvePerformer({ id })).rejects.toMatchObject({ code: 'applicant_closing' })
    }
    await house.visitor().closing.takeBack({ token: await wayBackIn((await accountOf(fan.id)).email) })
    expect((await accountOf(id)).state).toBe(isRejected ? 'rejected' : 'pending')
    fan = await again(fan)
    await close(fan)
    await afterTheirDays()
    await eraseDue(house.db)
    for (const each of [fan.id, id]) {
      expect(await accountOf(each)).toMatchObject({ state: 'closed', name: '已關閉的帳號', email: nobodysAddress })
      expect(await house.db.one(sql`select erased_at is not null as gone from accounts.accounts where id = ${each}`)).toEqual({
        gone: true,
      })
    }
    expect((await accountOf(id)).username).not.toBe(username)
  }
})

test('staff hold it with a reason on record, and an open report holds it by itself; then it goes on', async () => {
  const fan = await house.fan({})
  let other = await house.fan({})
  await expect(staff.api.closing.hold({ id: fan.id, reason: 'A court asks' })).rejects.toMatchObject({ status: 404 })
  await other.api.reports.send({ target: 'user', targetId: fan.id, reason: 'scam', description: 'Look' })
  const [found] = (await staff.api.reports.cases({ of: fan.id })).data
  await close(fan)
  await staff.api.closing.hold({ id: fan.id, reason: 'A court asks' })
  await expect(staff.api.closing.hold({ id: fan.id, reason: 'Once more' })).rejects.toMatchObject({ code: 'already_decided' })
  expect((await staff.api.admin.person({ id: fan.id })).closing).toMatchObject({ held: { by: 'Office', reason: 'A court asks' } })
  await afterTheirDays()
  other = await again(other)
  expect((await accountOf(fan.id)).state).toBe('closing')
  await staff.api.closing.letGo({ id: fan.id, reason: 'The court is content' })
  await expect(staff.api.closing.letGo({ id: fan.id, reason: 'Again' })).rejects.toMatchObject({ code: 'already_decided' })
  expect((await staff.api.admin.audit({ q: fan.id })).data.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['closing.asked', 'closing.held', 'closing.let_go']),
  )
  await eraseDue(house.db)
  expect((await accountOf(fan.id)).state).toBe('closing')
  await staff.api.reports.decide({ id: found!._id, what: 'kept', reason: 'Nothing in it.' })
  await eraseDue(house.db)
  expect((await accountOf(fan.id)).state).toBe('closed')
  expect((await staff.api.admin.people({ status: 'closed' })).data.map(({ _id }) => _id)).toContain(fan.id)
  await expect(other.api.closing.hold({ id: fan.id, reason: 'Mine' })).rejects.toMatchObject({ status: 403 })
})

test('only oneself: staff who act for somebody do not close, and the last of the staff does not go', async () => {
  const fan = await house.fan({})
  const acting = house.as((await staff.api.switching.go({ accountId: fan.id, reason: 'They asked' })).token)
  await expect(acting.closing.close({ username: fan.username, expectedBalance: 0, expectedEarnings: 0 })).rejects.toMatchObject({
    code: 'not_while_acting',
  })
  const everybody = await house.db.many<{ id: string }>(
    sql`select id from accounts.accounts where role = 'staff' and id <> ${staff.id} and state = 'active'`,
  )
  for (const { id } of everybody) await house.db.transaction((tx) => accounts.setState(tx, id, 'closed'))
  await expect(close(staff)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'last_staff' } })
})

test('two accounts behind one sign-in: the creator’s closes alone and leaves the fan; the fan’s is refused while the creator’s is open', async () => {
  let fan = await house.fan({ balance: 70, name: 'Mei' })
  const creator = await performsBehind(house, staff, fan, 'mei.performs')
  const { email } = await accountOf(fan.id)
  expect((await fan.api.closing.preview({})).stops).toEqual([{ what: 'other_account', count: 1 }])
  await expect(close(fan)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'other_account' } })

  // In the browser in which they went from the one to the other, both are left; elsewhere the fan goes on.
  const browser = await browserOf(house, fan)
  await browser.ask('/users/authByAccount', { accountId: creator.id })
  const [ofCreator, ofFan] = [browser.cookie('token'), browser.cookie('originalToken')]
  const proof = { currentPassword: fan.password, expectedBalance: 0, expectedEarnings: 0 }
  expect(await browser.ask('/auth/users/me/closing', { ...proof, username: fan.username })).toMatchObject({
    json: { code: 'username_differs' },
  })
  expect((await browser.ask('/auth/users/me/closing', { ...proof, username: 'mei.performs' })).status).toBe(200)
  expect([await browser.who(), browser.cookie('token'), browser.cookie('originalToken')]).toEqual([undefined, undefined, undefined])
  for (const token of [ofCreator, ofFan, creator.token]) await expect(house.as(token!).me.user({})).rejects.toMatchObject({ status: 401 })
  expect(await fan.api.me.user({})).toMatchObject({ _id: fan.id, balance: 70 })
  await expect(fan.api.switching.go({ accountId: creator.id })).rejects.toMatchObject({ code: 'account_not_yours' })
  expect(await fan.api.switching.accounts({})).toHaveLength(1)
  expect((await lettersTo(email))[0]?.text).toContain('mei.performs')
  await expect(house.visitor().accounts.login({ username: 'mei.performs', password: fan.password })).rejects.toMatchObject({
    code: 'account_closing',
  })

  // The fan may follow. What is closing behind a sign-in that is closing waits for it.
  expect((await fan.api.closing.preview({})).stops).toEqual([])
  const ofTheirs = await wayBackIn(email)
  await close(fan)
  await expect(house.visitor().closing.takeBack({ token: ofTheirs })).rejects.toMatchObject({ code: 'account_inactive' })
  await house.visitor().closing.takeBack({ token: await wayBackIn(email) })
  fan = await again(fan)
  expect((await accountOf(creator.id)).state).toBe('closing')

  await afterTheirDays()
  fan = await again(fan)
  expect(await accountOf(creator.id)).toMatchObject({ state: 'closed', name: '已關閉的帳號', email, holderId: fan.id })
  expect(await fan.api.me.user({})).toMatchObject({ _id: fan.id, balance: 70, isPerformer: false })
  expect(await accountOf(fan.id)).toMatchObject({ state: 'active', name: 'Mei', email })
  // The fan goes last, and takes the address along.
  await close(fan)
  await afterTheirDays()
  for (const id of [fan.id, creator.id])
    expect(await accountOf(id)).toMatchObject({ state: 'closed', email: nobodysAddress, name: '已關閉的帳號' })
  expect((await accountOf(creator.id)).email).toBe((await accountOf(fan.id)).email)
})

test('both accounts of one sign-in are closing, and the creator’s is held: the fan’s waits for it, and both are erased in the end', async () => {
  const fan = await house.fan({})
  const creator = await performsBehind(house, staff, fan, 'both.close')
  await creator.api.closing.close({ username: 'both.close', currentPassword: fan.password, expectedBalance: 0, expectedEarnings: 0 })
  await close(fan)
  await staff.api.closing.hold({ id: creator.id, reason: 'A court asks' })
  await afterTheirDays()
  expect([(await accountOf(fan.id)).state, (await accountOf(creator.id)).state]).toEqual(['closing', 'closing'])
  await staff.api.closing.letGo({ id: creator.id, reason: 'The court is content' })
  expect(await eraseDue(house.db)).toBe(2)
  for (const id of [fan.id, creator.id])
    expect(await house.db.one(sql`select erased_at is not null as gone from accounts.accounts where id = ${id}`)).toEqual({ gone: true })
})

test('a creator’s subscribers are ended, each has back what is left by the day, and each is written to', async () => {
  let lan = await house.creator({ name: 'Lan' })
  let [early, late] = [await house.fan({ balance: 100, name: 'Early' }), await house.fan({ balance: 100, name: 'Late' })]
  const subscribe = (who: Person) => who.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })
  await subscribe(early)
  await days(10)
  ;[lan, early, late] = [await again(lan), await again(early), await again(late)]
  await subscribe(late)
  await days(5)
  ;[lan, early, late] = [await again(lan), await again(early), await again(late)]
  const periods = await house.db.many<{ fanId: string; tokens: number; startsAt: Date; endsAt: Date }>(sql`
    select s.fan_id as "fanId", p.tokens, p.starts_at as "startsAt", p.ends_at as "endsAt"
    from subscriptions.subscriptions s join subscriptions.periods p on p.subscription_id = s.id where s.performer_id = ${lan.id}`)
  expect(periods).toHaveLength(2)
  const before = { early: await early.balance(), late: await late.balance() }
  const { givenBack, earnings } = await lan.api.closing.preview({})
  await close(lan)
  await house.settle()
  await booksAreLevel()

  const [backEarly, backLate] = [(await early.balance()) - before.early, (await late.balance()) - before.late]
  for (const [who, back] of [
    [early, backEarly],
    [late, backLate],
  ] as const) {
    const { tokens, startsAt, endsAt } = periods.find(({ fanId }) => fanId === who.id)!
    const share = (endsAt.getTime() - house.clock.now().getTime()) / (endsAt.getTime() - startsAt.getTime())
    expect(Math.abs(back - (tokens / 100) * share)).toBeLessThan(0.1)
    const letters = await lettersTo((await accountOf(who.id)).email)
    expect(letters.filter(({ text }) => text.includes(back.toFixed(2).replace(/\.?0+$/, '')))).toHaveLength(1)
    expect((await who.api.subscriptions.mine({})).data).toMatchObject([{ status: 'expired' }])
    await expect(subscribe(who)).rejects.toMatchObject({ status: 404 })
  }
  expect(backEarly).toBeLessThan(backLate)
  expect(Math.abs(backEarly + backLate - givenBack)).toBeLessThan(0.05)
  // Out of what was earned: nobody else paid for it.
  const left = await house.db.one<{ earned: number }>(sql`
    select coalesce(sum(balance), 0)::bigint as earned from wallet.accounts where owner_id = ${lan.id} and kind = 'earnings'`)
  expect(left.earned).toBeGreaterThanOrEqual(0)
  expect(left.earned / 100).toBeLessThan(earnings)
})

test('a creator is paid out before the end: a payout under way stops a closing, and one that came back keeps it from becoming final', async () => {
  let lan = await house.creator({ name: 'Lan Moor', monthlyPrice: 100 })
  let fan = await house.fan({ balance: 20_000 })
  const post = await publishes(house, lan, { isSale: 'ppv', price: 1000 })
  await fan.api.feeds.charge({ id: post._id })
  const bank = {
    firstName: 'Lan',
    lastName: 'Moor',
    bankName: 'Harbour Bank',
    bankAccount: '0012 3456 7890',
    address: '7 Tide Lane',
    city: 'Taipei',
    country: 'TW',
  }
  await lan.api.payouts.saveBank(bank)
  await days(8)
  ;[lan, fan] = [await again(lan), await again(fan)]
  const stops = async () => (await lan.api.closing.preview({})).stops
  expect(await stops()).toEqual([{ what: 'earnings', count: 1 }])
  const asks = async () => {
    const { available } = await lan.api.payouts.calculate({})
    return lan.api.payouts.request({ requestTokens: available.tokens, paymentAccountType: 'banking' })
  }
  const sends = async (id: string) => {
    for (const status of ['approved', 'processing', 'done'] as const) await staff.api.payouts.update({ id, status })
    await house.settle()
  }
  const asked = await asks()
  expect(await stops()).toEqual([{ what: 'payout', count: 1 }])
  await expect(close(lan)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'payout' } })
  await sends(asked._id)
  expect(await stops()).toEqual([])

  // The bank sends it back meanwhile: it is theirs, and they come back for it.
  await close(lan)
  await staff.api.payouts.update({ id: asked._id, status: 'returned', reason: 'There is no such account number.' })
  await afterTheirDays()
  expect((await accountOf(lan.id)).state).toBe('closing')
  await house.visitor().closing.takeBack({ token: await wayBackIn((await accountOf(lan.id)).email) })
  ;[lan, fan] = [await again(lan), await again(fan)]
  expect(await stops()).toEqual([{ what: 'earnings', count: 1 }])

  // Somebody pays for a year, and all that was earned goes out: what would go back to them has to be there.
  await lan.api.me.updatePerformer({ yearlyPrice: 300 })
  await fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'yearly', paymentGateway: 'wallet' })
  await lan.api.payouts.saveBank(bank)
  await days(8)
  ;[lan, fan] = [await again(lan), await again(fan)]
  await sends((await asks())._id)
  expect(await stops()).toEqual([{ what: 'subscribers', count: 1 }])
  await expect(close(lan)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'subscribers' } })
})

test('a creator who owes what was charged back, or whose sales a bank is disputing, closes when that is settled', async () => {
  let lan = await house.creator({ name: 'Lan Moor' })
  const fan = await house.fan({})
  const { paymentUrl } = await fan.api.payments.topUp({ amount: 300 })
  await atCheckout(house, paymentUrl, { action: 'pay', card: 'success' })
  for (let n = 0; n < 3; n++) {
    const post = await publishes(house, lan, { isSale: 'ppv', price: 1000 })
    await fan.api.feeds.charge({ id: post._id })
  }
  await lan.api.payouts.saveBank({
    firstName: 'Lan',
    lastName: 'Moor',
    bankName: 'Harbour Bank',
    bankAccount: '0012 3456 7890',
    address: '7 Tide Lane',
    city: 'Taipei',
    country: 'TW',
  })
  await days(40)
  lan = await again(lan)
  const { available } = await lan.api.payouts.calculate({})
  const { _id } = await lan.api.payouts.request({ requestTokens: available.tokens, paymentAccountType: 'banking' })
  for (const status of ['approved', 'processing', 'done'] as const) await staff.api.payouts.update({ id: _id, status })
  await house.settle()
  const stops = async () => (await lan.api.closing.preview({})).stops
  expect(await stops()).toEqual([])

  await atCheckout(house, paymentUrl, { action: 'dispute' })
  expect(await stops()).toEqual([
    { what: 'debt', count: 1 },
    { what: 'disputes', count: 3 },
  ])
  await expect(close(lan)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'debt, disputes' } })
  await atCheckout(house, paymentUrl, { action: 'lose_dispute' })
  expect(await stops()).toEqual([{ what: 'debt', count: 1 }])

  // Sold again, and the debt is made good.
  const other = await house.fan({ balance: 3000 })
  for (let n = 0; n < 3; n++) {
    const post = await publishes(house, lan, { isSale: 'ppv', price: 1000 })
    await other.api.feeds.charge({ id: post._id })
  }
  expect(await stops()).toEqual([])
})

/** What somebody did in the very moment in which an account was closed, and which was committed after it. */
async function crossing<T>(id: string, act: () => Promise<T>): Promise<T> {
  const { rows } = await plainly('select closes_at from accounts.accounts where id = $1', id)
  const [{ closes_at: closesAt }] = rows as [{ closes_at: Date }]
  await plainly(`update accounts.accounts set state = 'active', closes_at = null where id = $1`, id)
  try {
    return await act()
  } finally {
    await plainly(`update accounts.accounts set state = 'closing', closes_at = $2 where id = $1`, id, closesAt)
  }
}

const walletOf = async (id: string) => {
  const { tokens } = await house.db.one<{ tokens: number }>(sql`
    select coalesce(sum(balance), 0)::bigint as tokens from wallet.accounts where owner_id = ${id} and kind = 'wallet'`)
  return tokens / 100
}

const subscriptionOf = (fanId: string) =>
  house.db.maybe<{ status: string; cycles: number }>(sql`select status, cycles from subscriptions.subscriptions where fan_id = ${fanId}`)

test('whoever subscribes and closes in one moment is charged once at most: the one waits for the other', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const ended = new Set<string>()
  for (let n = 0; n < 12; n++) {
    const fan = await house.fan({ balance: 500 })
    await fan.api.closing.preview({})
    const asked = { username: fan.username, currentPassword: fan.password, expectedBalance: 500, expectedEarnings: 0 }
    await Promise.allSettled([
      fan.api.closing.close(asked),
      new Promise((go) => setTimeout(go, 15 + n * 4)).then(() =>
        fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' }),
      ),
    ])
    const [{ state }, found] = [await accountOf(fan.id), await subscriptionOf(fan.id)]
    ended.add(`${state} ${found?.status ?? 'none'}`)
  }
  expect([...ended]).not.toContain('closing active')
})

test('what a fan began in the moment of closing renews nothing, from the wallet or by card', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const [fan, byCard] = [await house.fan({ balance: 500 }), await house.fan({})]
  await fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })
  await close(fan)
  await plainly(`update subscriptions.subscriptions set status = 'active', renews_at = expires_at where fan_id = $1`, fan.id)
  const left = await walletOf(fan.id)
  // At the gateway's page, which was opened just before.
  const begun = await byCard.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly' })
  if (!('paymentUrl' in begun)) throw new Error('there is no page to pay at')
  const closesAt = new Date(house.clock.now().getTime() + 30 * dayMs)
  await plainly(`update accounts.accounts set state = 'closing', closes_at = $2 where id = $1`, byCard.id, closesAt)
  await atCheckout(house, begun.paymentUrl, { action: 'pay', card: 'success' })
  await house.settle()
  expect(await subscriptionOf(byCard.id)).toBeUndefined()
  expect(await walletOf(byCard.id)).toBeGreaterThan(0)

  await days(31)
  await house.settle()
  await renewDue(house.db)
  await house.settle()
  expect(await subscriptionOf(fan.id)).toEqual({ status: 'expired', cycles: 1 })
  await afterTheirDays()
  await renewDue(house.db)
  expect(await walletOf(fan.id)).toBe(left)
})

test('an end cancels what began in the moment of closing, before anything else goes', async () => {
  const lan = await house.creator({ name: 'Lan' })
  const fan = await house.fan({ balance: 5000 })
  await fan.api.subscriptions.subscribe({ performerId: lan.id, type: 'monthly', paymentGateway: 'wallet' })
  await close(fan)
  await plainly(
    `update subscriptions.subscriptions set status = 'active', renews_at = expires_at + interval '1 year',
      expires_at = expires_at + interval '1 year' where fan_id = $1`,
    fan.id,
  )
  await afterTheirDays()
  expect((await accountOf(fan.id)).state).toBe('closed')
  expect(await subscriptionOf(fan.id)).toMatchObject({ status: 'cancelled' })
})

test('a message that was paid for in the moment of closing: the end waits until its tokens are back', async () => {
  const [lan, fan] = [await house.creator({ name: 'Lan' }), await house.fan({ balance: 50 })]
  await lan.api.me.updatePerformer({ messagePrice: 5 })
  const { _id: id } = await fan.api.messaging.begin({ source: 'performer', sourceId: lan.id })
  await close(lan)
  await crossing(lan.id, () => fan.api.messaging.send({ id, text: 'Hello', expectedPrice: 5 }))
  expect(await walletOf(fan.id)).toBe(45)
  await afterTheirDays()
  expect((await accountOf(lan.id)).state).toBe('closing')
  expect(await returnUnread(house.db)).toBe(1)
  expect(await walletOf(fan.id)).toBe(50)
  await eraseDue(house.db)
  expect((await accountOf(lan.id)).state).toBe('closed')
})

test('whoever is paying at this moment closes when that is over', async () => {
  const fan = await house.fan({})
  const { paymentUrl } = await fan.api.payments.topUp({ amount: 10 })
  expect((await fan.api.closing.preview({})).stops).toEqual([{ what: 'payment', count: 1 }])
  await expect(close(fan)).rejects.toMatchObject({ code: 'closing_stopped', details: { stops: 'payment' } })
  await atCheckout(house, paymentUrl, { action: 'abandon' })
  expect((await fan.api.closing.preview({})).stops).toEqual([])
})

test('where a second factor is on, closing asks for a code, and signing in asks for one before it leads back', async () => {
  const fan = await house.fan({ balance: 20 })
  const { secret } = await enrol(house, fan)
  const later = () => house.clock.advance({ seconds: 60 })
  later()
  expect(await fan.api.closing.preview({})).toMatchObject({ hasTwoFactor: true })
  for (const code of [undefined, '000000'])
    await expect(close(fan, code === undefined ? {} : { code })).rejects.toMatchObject({ code: 'wrong_code', errors: [{ field: 'code' }] })
  await close(fan, { code: codeOf(house, secret) })
  later()

  const ticketOf = () => signIn(fan).catch(({ code, details }: { code: string; details: { ticket?: string } }) => ({ code, ...details }))
  const asked = (await ticketOf()) as { code: string; ticket: string; token?: string }
  expect(asked).toMatchObject({ code: 'two_factor_required' })
  expect(asked.token).toBeUndefined()
  await expect(house.visitor().accounts.enter({ ticket: asked.ticket, code: '000000' })).rejects.toMatchObject({ code: 'wrong_code' })
  const led = (await house
    .visitor()
    .accounts.enter({ ticket: asked.ticket, code: codeOf(house, secret) })
    .catch(({ code, details }: { code: string; details: object }) => ({ code, ...details }))) as {
    code: string
    token: string
    until: string
  }
  expect(led).toMatchObject({ code: 'account_closing', until: expect.any(String) as string })
  later()
  await house.visitor().closing.takeBack({ token: led.token })

  // Taken back it is as it was: nobody comes in by the password alone.
  const { ticket } = (await ticketOf()) as { ticket: string }
  const { token } = (await house.visitor().accounts.enter({ ticket, code: codeOf(house, secret) })) as { token: string }
  expect((await house.as(token).me.user({})).balance).toBe(20)
})

test('an application that is approved while its account is closing does not open it', async () => {
  const lan = await house.creator({ name: 'Lan' })
  await lan.api.identity.uploadDocument({ type: 'idVerification', file: await picture(600, 400, 3) })
  await close(lan)
  const { data } = await staff.api.admin.performers({ state: 'pending', limit: 100 })
  for (const { _id } of data.find(({ _id }) => _id === lan.id)?.documents ?? []) await staff.api.admin.document({ id: _id })
  await staff.api.admin.approvePerformer({ id: lan.id })
  expect((await accountOf(lan.id)).state).toBe('closing')
})

test('every column that names an account has an answer here, and each that goes was seen to be there before', async () => {
  expect([...(await whereNamed()).keys()].filter((column) => !goes.includes(column) && !(column in stays))).toEqual([])
  expect(goes.filter((column) => !had.has(column))).toEqual([])
})

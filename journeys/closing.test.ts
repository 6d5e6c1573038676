// Closing one's account: what stands in the way, the days in which it can be taken back, what becomes of everything, and what is left in the end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { atCheckout, type House, openHouse, type Person, picture, publishes } from '#journeys/house.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { eraseDue, remind } from '#server/office/closing/erasing.ts'
import { sql } from '#server/platform/db/db.ts'
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

const accountOf = async (id: string) => (await accounts.find(house.db, id))!

/** Nothing in the ledger is out of order, whoever is gone. */
async function booksAreLevel() {
  await proofs.seal(house.db)
  const { findings } = await house.db.transaction((tx) => proofs.verify(proofs.liveBooks(tx), []))
  expect(findings).toEqual([])
}

/** A session lasts a day. */
const again = async (who: Person): Promise<Person> => ({ ...who, api: house.as((await signIn(who)).token) })

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

  const read = await lan.api.closing.preview({})
  expect(read).toMatchObject({ isPerformer: true, subscribers: 1, worksSold: 1, works: 2, stops: [] })
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
  await close(fan)
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

  const stands = await whereStands('Zwiebelfisch', email, fan.username)
  expect(stands.filter((table) => !(table in kept))).toEqual([])
  expect(await accountOf(fan.id)).toMatchObject({ name: '已關閉的帳號', email: `${fan.id}@closed.invalid` })
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
  const newcomer = {
    name: 'Other',
    password: 'correct horse battery',
    dateOfBirth: '1990-05-17',
    acceptedTermsVersion: (await house.visitor().settings.public({})).termsVersion,
  }
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

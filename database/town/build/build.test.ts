// Builds the whole town through the product's doors, with pictures in few pixels, and looks at it as its people would.
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tickText } from '#contract/stage/tick-text.ts'
import * as videos from '#server/catalogue/videos/videos.ts'
import { type App, createApp } from '#server/app.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as coupons from '#server/money/coupons/coupons.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as invoices from '#server/money/invoices/invoices.ts'
import * as reports from '#server/office/reports/reports.ts'
import * as payments from '#server/money/payments/payments.ts'
import { differences } from '#server/money/reconciliation/reconciliation.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { disagreements } from '#server/money/wallet/agreement.ts'
import { giftsOf } from '#server/money/gifts/gifts.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as identity from '#server/people/identity/identity.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect, type Database, sql } from '#server/platform/db/db.ts'
import { type Member, visitor } from '#server/platform/http/viewer.ts'
import { letters } from '#server/platform/mail/mail.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as live from '#server/stage/live/live.ts'
import * as metering from '#server/stage/live/metering.ts'
import * as polls from '#server/stage/live/polls.ts'
import * as privateShows from '#server/stage/live/private-shows.ts'
import * as tipping from '#server/stage/live/tipping.ts'
import * as requesting from '#server/talk/requests/requests.ts'
import * as timeline from '#server/windows/timeline/timeline.ts'
import { note } from '#database/town/build/leftovers.ts'
import { historyUntil, reckon } from '#database/town/history.ts'
import { resting } from '#database/town/offers.ts'
import { applicant, creators, fans, staff } from '#database/town/people.ts'
import { evenings, remarks } from '#database/town/posts/evenings.ts'
import { requests } from '#database/town/requests.ts'
import { posts } from '#database/town/posts.ts'
import { announced, shows } from '#database/town/streams.ts'
import { buildTown, townIsWanted } from '#database/town/town.ts'

// In the evening, so that the day has sales behind it.
const clock = movableClock(new Date('2026-11-21T20:00:00Z'))
const plan = { password: 'stagedoor-demo-2026', pictureScale: 0.08, say: () => {} }
let dataDir: string
let db: Database
let app: App
let builtAt: Date

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'stagedoor-town-'))
  const { host, database, user } = await cloneDatabase()
  db = connect({ connection: { host, database, user }, clock })
  app = await createApp({ config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), db, isDemo: true })
})
afterAll(async () => {
  await app.close()
  await db.close()
  await rm(dataDir, { recursive: true })
})

const idOf = async (username: string) => (await accounts.findByName(db, username))?.id ?? ''

async function memberOf(username: string): Promise<Member> {
  const accountId = await idOf(username)
  return { kind: 'member', accountId, sessionId: accountId, role: 'user', username, isAdult: true }
}

test('a build that fails on its way leaves an empty house, and the next one clears its pictures away and begins anew', async () => {
  const lines: string[] = []
  const say = (line: string) => {
    lines.push(line)
    if (line.includes('drawing 40/')) throw new Error('pulled the plug')
  }
  await expect(buildTown(app, { ...plan, say })).rejects.toThrow('pulled the plug')
  expect(await townIsWanted(db)).toBe(true)
  const left = await readdir(join(dataDir, 'media', 'renditions'))
  expect(left.length).toBeGreaterThan(30)
  await note('renditions/half-a-ke')

  builtAt = db.now
  await buildTown(app, { ...plan, say: (line) => void lines.push(line) })
  expect(lines.filter((line) => line.includes('interrupted'))).toHaveLength(1)
  const there = await readdir(join(dataDir, 'media', 'renditions'))
  expect(there.filter((id) => left.includes(id))).toEqual([])
  expect(await townIsWanted(db)).toBe(false)
}, 600_000)

test('everyone can sign in with the one password', async () => {
  for (const username of ['fan@stagedoor.example', 'creator@stagedoor.example', 'admin@stagedoor.example', 'harborlight'])
    expect(await accounts.login(db, { username, password: plan.password })).toHaveProperty('token')
})

test('each wallet holds what the bookkeeper says, the ledger agrees with itself, and 小滿 has 1,280 tokens', async () => {
  expect(await disagreements(db)).toEqual([])
  const { balances } = reckon(historyUntil(builtAt))
  for (const { username } of fans)
    expect([username, await wallet.balanceOf(db, await idOf(username))]).toEqual([username, balances.get(username)])
  expect(await wallet.balanceOf(db, await idOf('xiaoman'))).toBe(128_000)
})

test('every creator has a face, a cover, prices and papers, and every fan a face', async () => {
  const pictures = await profiles.picturesOf(db, await Promise.all([...creators, ...fans].map(({ username }) => idOf(username))))
  for (const { username, monthlyPrice: inDollars } of creators) {
    const [monthlyPrice, currency] = username === resting.creator ? [resting.monthlyPrice, resting.currency] : [inDollars, 'USD']
    const id = await idOf(username)
    expect(pictures.get(id), username).toMatchObject({
      avatar: expect.stringContaining('/media/'),
      cover: expect.stringContaining('/media/'),
    })
    expect(await profiles.find(db, id), username).toMatchObject({ monthlyPrice: Math.round(monthlyPrice * 100), currency })
    expect((await identity.documentsOf(db, [id])).get(id), username).toHaveLength(2)
  }
  for (const { username } of fans) expect(pictures.get(await idOf(username)), username).toHaveProperty('avatar')
})

test('小滿 comes home to twenty posts, and 《零點之後》 is still locked at 120 tokens', async () => {
  const reader = { viewer: await memberOf('xiaoman'), country: 'TW' }
  const { data, nextCursor } = await timeline.home(db, reader, { filter: {}, limit: 20, offset: 0 })
  expect(data).toHaveLength(20)
  expect(nextCursor).toBeDefined()
  expect(data.filter(({ canView, files }) => canView && files.length > 0).length).toBeGreaterThan(5)
  const locked = data.find(({ tagline }) => tagline?.includes('《零點之後》'))
  expect(locked).toMatchObject({ isSale: 'ppv', price: 120, canView: false, isBought: false })
  for (const file of locked?.files ?? []) expect(file).not.toHaveProperty('fileUrl')
})

test('a visitor comes home to twenty works, each with words of its own, and to no text but of those that are open to all', async () => {
  const reader = { viewer: visitor, country: 'TW' }
  const { data } = await timeline.home(db, reader, { filter: {}, limit: 20, offset: 0 })
  expect(data).toHaveLength(20)
  expect(data.filter(({ tagline }) => tagline === '')).toEqual([])
  expect(new Set(data.map(({ title }) => title)).size).toBe(20)
  expect(data.filter(({ text, canView }) => !canView && text !== '')).toEqual([])
  expect(data.filter(({ text, canView }) => canView && text !== '').length).toBeGreaterThan(3)
})

test('every post is out, at its own hour', async () => {
  const { count, first } = await db.one<{ count: number; first: Date }>(
    sql`select count(*) as count, min(published_at) as first from works.works where state = 'active' and kind = 'feed'`,
  )
  // An announced stream stands in the feed as well.
  expect(count).toBe(posts.length + evenings.length + announced.length)
  expect((db.now.getTime() - first.getTime()) / 3_600_000).toBeCloseTo(Math.max(...posts.map(({ hoursAgo }) => hoursAgo)), 0)
})

test('subscriptions run, were cancelled, have lapsed and are tried out, and nobody is owed a renewal', async () => {
  const mine = await subscriptions.list(db, 'fan', await idOf('xiaoman'), { limit: 10, offset: 0 })
  const seen = mine.rows.map(({ status, performerId }) => `${performerId} ${status}`)
  // The third was given to her, and does not renew.
  expect(seen.toSorted()).toEqual(
    [`${await idOf('papertheatre')} active`, `${await idOf('nightradio')} cancelled`, `${await idOf('linmu')} cancelled`].toSorted(),
  )
  expect((await giftsOf(db, await idOf('xiaoman'), { limit: 5, offset: 0 })).total).toBe(1)
  const theirs = await subscriptions.list(db, 'performer', await idOf('papertheatre'), { limit: 100, offset: 0 })
  expect(new Set(theirs.rows.map(({ gateway, status }) => `${gateway} ${status}`))).toEqual(
    new Set(['sandbox active', 'wallet active', 'free expired']),
  )
  expect(await db.one(sql`select count(*) as count from subscriptions.subscriptions where renews_at < ${db.now}`)).toEqual({ count: 0 })
  expect((await subscriptions.list(db, 'performer', await idOf('spot.three'), { limit: 100, offset: 0 })).rows).toContainEqual(
    expect.objectContaining({ fanId: await idOf('yun.ching'), type: 'free', status: 'active' }),
  )
})

test('requests stand at every step between their people, and what is held for them is what the accepted ones were quoted', async () => {
  const states = await db.many<{ state: string; count: number }>(
    sql`select state, count(*) as count from requests.requests group by state order by state`,
  )
  expect(states.map(({ state, count }) => `${state} ${count}`)).toEqual([
    'accepted 3',
    'asked 2',
    'declined 3',
    'delivered 2',
    'expired 1',
    'overdue 1',
    'quoted 1',
    'withdrawn 1',
  ])
  const running = requests.filter(
    ({ acceptedHoursAgo, end, quote }) => acceptedHoursAgo && !end && acceptedHoursAgo < (quote?.days ?? 0) * 24,
  )
  const quoted = running.reduce((sum, { quote }) => sum + (quote?.price ?? 0) * 100, 0)
  const [held] = await db.many(sql`
    select sum(amount)::bigint as held from wallet.transfers where reference like 'request:%' and sign = 1 and reversed_by is null`)
  expect(held).toEqual({ held: quoted })
  const asks = { status: undefined, limit: 20, offset: 0 }
  const { data } = await requesting.list(db, { viewer: await memberOf('xiaoman'), country: 'TW' }, asks)
  expect(data.map(({ state, may }) => [state, may])).toEqual([
    ['asked', ['withdraw']],
    ['quoted', ['accept', 'withdraw']],
    ['delivered', ['object']],
    ['declined', []],
  ])
})

test('the office has cases of all urgencies, one that is late and one by somebody without an account, and has decided some', async () => {
  const office: Member = { ...(await memberOf(staff.username)), role: 'staff' }
  const { data } = await reports.cases(db, office, { limit: 50, offset: 0 })
  const said = data.map(
    ({ state, reasons, isOverdue, assignedTo }) => `${state} ${reasons.join('+')}${isOverdue ? ' late' : ''}${assignedTo ? ' taken' : ''}`,
  )
  expect(said.slice(0, 2)).toEqual(['open illegal late taken', 'open depicted'])
  // In which order the others are due depends on the weekend.
  expect(said.slice(2).toSorted()).toEqual([
    'closed non_consensual taken',
    'closed other',
    'closed scam taken',
    'open copyright',
    'open impersonation+scam',
    'open scam',
    'open threat',
  ])
  const { data: hers } = await reports.mine(db, await idOf('xiaoman'), { limit: 10, offset: 0 })
  expect(hers.map(({ state, decision }) => [state, decision?.what])).toEqual([
    ['open', undefined],
    ['closed', 'kept'],
  ])
  expect(await db.many(sql`select reason from reports.reports where reporter_id is null`)).toEqual([{ reason: 'depicted' }])
})

test('papertheatre has earned something today', async () => {
  const id = await idOf('papertheatre')
  const today = db.now.toISOString().slice(0, 10)
  expect((await earnings.stats(db, id, { from: today, to: today, timeZone: 'UTC' })).net).toBeGreaterThan(0)
})

test('payouts stand at every step: one was paid, one said no to, one came back from the bank, and the office has some to look at and one for the bank', async () => {
  const { rows } = await payouts.search(db, { accountId: await idOf(staff.username), role: 'staff' }, { limit: 20, offset: 0 })
  expect(rows.map(({ status }) => status)).toEqual(['pending', 'pending', 'approved', 'processing', 'rejected', 'returned', 'done'])
  expect(await payouts.disagreements(db)).toEqual([])
  const { available, minimum, blockers } = await payouts.calculate(db, await idOf('papertheatre'))
  expect(blockers).toEqual([])
  expect(available / 10).toBeGreaterThan(minimum)
  const accounts = await destinations.accountsOf(db, await idOf('papertheatre'))
  expect(accounts.map(({ type, holdUntil }) => [type, holdUntil > db.now])).toEqual([
    ['paypal', false],
    ['other', true],
  ])
  expect((await payouts.calculate(db, await idOf('nightradio'))).blockers.map(({ code }) => code)).toContain('bank_on_hold')
})

test('one applicant waits for the office, with sealed papers, and cannot sign in', async () => {
  const { rows } = await identity.applications(db, { state: 'pending', limit: 10, offset: 0 })
  const id = await idOf(applicant.username)
  expect(rows.map(({ accountId }) => accountId)).toEqual([id])
  const [paper] = (await identity.documentsOf(db, [id])).get(id) ?? []
  const opened = await identity.openDocument(db, paper?.id ?? '', { by: await idOf(staff.username) })
  const bytes = Buffer.concat(await opened.content.toArray())
  expect([bytes[0], bytes[1]]).toEqual([0xff, 0xd8])
  await expect(accounts.login(db, { username: applicant.username, password: plan.password })).rejects.toHaveProperty('code')
})

test('no letter and no fact of the told history is still on its way', async () => {
  expect(await db.one(sql`select count(*) as count from outbox.events`)).toEqual({ count: 0 })
  const kept = await letters(db, '', { limit: 1000 })
  expect(kept.length).toBeGreaterThan(creators.length)
  expect(new Set(kept.map(({ state }) => state))).toEqual(new Set(['kept']))
})

test('a fan whom a creator blocked does not find her any more', async () => {
  const reader = { viewer: await memberOf('dario.m'), country: 'US' }
  const { data } = await timeline.home(db, reader, { performerId: await idOf('harborlight'), filter: {}, limit: 5, offset: 0 })
  expect(data).toEqual([])
})

test('people talk under posts, one remark is pinned, a poll stands open, and a film and a recording play in the feed', async () => {
  const spoken = await db.one<{ all: number; pinned: number }>(
    sql`select count(*) as all, count(pinned_at) as pinned from comments.comments where deleted_at is null`,
  )
  expect(spoken).toEqual({ all: remarks.reduce((sum, { answers = [] }) => sum + 1 + answers.length, 0), pinned: 1 })
  const media = await db.many<{ medium: string }>(sql`select distinct medium from works.works where kind = 'feed' and state = 'active'`)
  expect(new Set(media.map(({ medium }) => medium))).toEqual(new Set(['text', 'photo', 'video', 'audio', 'stream']))
  const { votes } = await db.one<{ votes: number }>(sql`select count(*) as votes from feeds.votes`)
  expect(votes).toBeGreaterThan(5)
})

test('a private show is over: 小滿 and the creator read the same receipt, each minute of it signed, and it costs what her wallet paid', async () => {
  const [fan, creator] = [await memberOf('xiaoman'), { ...(await memberOf('papertheatre')), role: 'performer' as const }]
  const { data: asked } = await privateShows.list(db, fan.accountId, { limit: 5, offset: 0 })
  expect(asked.map(({ state, note: said, price }) => [state, said, price])).toEqual([['accepted', '想看你把那隻鶴重新摺一次', 35]])
  const streamId = asked[0]?.streamId ?? ''
  const window = { limit: 5, offset: 0 }
  const [receipt] = (await metering.receipts(db, fan, streamId, window)).data
  expect(receipt).toMatchObject({ role: 'guest', minutes: 9, total: 315, closedWhy: 'left', payer: { username: 'xiaoman' } })
  expect((await metering.receipts(db, creator, streamId, window)).data).toEqual([receipt])
  expect(receipt?.ticks.map(({ number, amount }) => [number, amount])).toEqual(Array.from({ length: 9 }, (_, place) => [place + 1, 35]))
  let before = ''
  for (const tick of receipt?.ticks ?? []) {
    expect(
      createHash('sha256')
        .update(tickText(receipt?._id ?? '', tick, before))
        .digest('hex'),
    ).toBe(tick.digest)
    before = tick.digest
  }
  const { data } = await live.own(db, creator, { status: 'ended', ...window })
  expect(data.map(({ type, endedWhy }) => [type, endedWhy])).toEqual([
    ['private', 'guest'],
    ['public', 'performer'],
  ])
})

test('a show with a poll is over: its goal was reached, its poll is closed with all its votes, and it became a video that subscribers watch', async () => {
  const creator: Member = { ...(await memberOf('papertheatre')), role: 'performer' }
  const { data } = await live.own(db, creator, { status: 'ended', limit: 5, offset: 0 })
  const [show] = data.filter(({ type }) => type === 'public')
  const [told] = shows
  expect(show).toMatchObject({
    title: told?.title,
    viewerCount: told?.watched.length,
    tipGoal: { raised: 180, reachedAt: expect.any(String) },
  })
  expect(await tipping.summary(db, creator.accountId, show?._id ?? '')).toMatchObject({ tips: { count: 3, tokens: 180 } })
  const poll = await polls.ofStream(db, show?._id ?? '', { id: await idOf('xiaoman'), isOwner: false })
  expect(poll).toMatchObject({ isOver: true, totalVote: 6, question: told?.poll.question })
  expect(poll?.options.map(({ totalVote }) => totalVote)).toEqual([3, 1, 2])
  expect(show?.recording).toMatchObject({ state: 'made', privacy: 'subscription' })
  const seenBy = async (username: string) =>
    videos.showOne(db, { viewer: await memberOf(username), country: 'TW' }, show?.recording?.videoId ?? '')
  expect(await seenBy('xiaoman')).toMatchObject({ title: told?.title, canView: true })
  expect(await seenBy('wei.lane')).toMatchObject({ canView: false })
  // Nothing is on air, and whoever carries streams is the engine again.
  expect(await db.many(sql`select from live.streams where status = 'live'`)).toEqual([])
})

test('the office has coupons of every state, 小滿 used one, and each of her payments has its receipt', async () => {
  const { rows } = await coupons.all(db, { q: '', limit: 20, offset: 0 })
  expect(rows.map(({ code, taken, isActive }) => [code, taken, isActive])).toEqual([
    ['HALFPRICE', 0, false],
    ['AUTUMN', 1, true],
    ['MIDAUTUMN26', 0, true],
    ['WELCOME', 1, true],
  ])
  const { rows: papers } = await invoices.mine(db, await idOf('xiaoman'), { limit: 100, offset: 0 })
  expect(papers.filter(({ amount }) => amount === 2700)).toHaveLength(1)
  const payments = await db.many(sql`select from payments.transactions where account_id = ${await idOf('xiaoman')} and paid_at is not null`)
  expect(papers).toHaveLength(payments.length)
})

test('the office has what goes wrong: a lost dispute, a subscription that was given back, and a refund that nothing had told of', async () => {
  const lost = await payments.transactionsOf(db, await idOf('kuo.midnight'), { limit: 100, offset: 0 })
  expect(lost.rows.filter(({ status }) => status === 'chargeback')).toHaveLength(1)
  expect(await db.many(sql`select lost_at is not null as lost from payments.disputes`)).toEqual([{ lost: true }])
  const [refunded] = (await subscriptions.list(db, 'fan', await idOf('dong.zhi'), { limit: 100, offset: 0 })).rows.filter(
    ({ status }) => status !== 'active',
  )
  expect(refunded).toMatchObject({ performerId: await idOf('velvet.curtain'), gateway: 'wallet' })
  const { rows } = await differences(db, { isOpen: true, limit: 10, offset: 0 })
  expect(rows.map(({ kind, outcome, amount }) => [kind, outcome, amount])).toEqual([['refunded', 'settled', 1200]])
})

test('one creator’s prices rest in another currency, and nobody can subscribe there', async () => {
  const fan = await memberOf('aluan')
  const performerId = await idOf(resting.creator)
  const begun = db.transaction((tx) => subscriptions.subscribe(tx, fan, 'TW', { performerId, type: 'monthly', gateway: 'wallet' }))
  await expect(begun).rejects.toMatchObject({ code: 'not_for_sale' })
})

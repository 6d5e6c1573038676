import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { handlers as earningRoutes } from '#server/money/earnings/routes.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { bankOfMei, closeOffice, creator, daysAgo, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { somebody } from '#server/people/accounts/testing.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import * as settings from '#server/site/settings/settings.ts'

const clock = movableClock()
let db: Database
let staff: payouts.Actor
let mei: Creator

beforeAll(async () => {
  ;({ db, staff } = await openOffice(clock))
})
afterAll(() => closeOffice(db))
beforeEach(async () => {
  mei = await creator(db)
})

const asks = (tokens: number, more: Partial<payouts.Ask> = {}, who = mei.who) =>
  db.transaction((tx) => payouts.request(tx, who, { requestTokens: tokens, accountType: 'banking', ...more }))
const changes = (who: payouts.Actor, id: string, change: payouts.Change) => db.transaction((tx) => payouts.change(tx, who, id, change))
const walks = async (id: string, ...statuses: NonNullable<payouts.Change['status']>[]) => {
  for (const status of statuses) await changes(staff, id, { status })
}
const available = async () => (await payouts.calculate(db, mei.id)).available / 100
const balance = async () => (await wallet.earningsOf(db, mei.id)) / 100
const blockers = async (who = mei) => (await payouts.calculate(db, who.id)).blockers.map(({ code }) => code)
const refunds = (transferId: string, part?: number) =>
  db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null, ...(part !== undefined && { part }) }))
const losesApproval = ({ id }: Creator) =>
  db.transaction((tx) =>
    tx.run(sql`update identity.applications set state = 'pending', decided_at = null, decided_by = null where account_id = ${id}`),
  )
const letters = async () =>
  (await db.many<{ subject: string }>(sql`select subject from mail.letters where recipient = ${mei.email} order by id`)).map(
    ({ subject }) => subject,
  )
const accountsOf = async () => {
  const rows = await db.many<{ kind: string; balance: number }>(
    sql`select kind::text as kind, balance from wallet.balances where kind in ('payouts', 'paid_out')`,
  )
  return new Map(rows.map((row) => [row.kind, row.balance / 100]))
}

test('what has cleared can be paid out, at the rate of today, and what has not is on hold with its day', async () => {
  await earns(db, mei.id, 800, daysAgo(db, 10))
  await earns(db, mei.id, 300, daysAgo(db, 2))
  const found = await payouts.calculate(db, mei.id)
  expect(found).toMatchObject({ balance: 1100_00, onHold: 300_00, available: 800_00, fee: 0, minimum: 50_00, rate: 0.1, blockers: [] })
  expect(Math.round((found.nextClearsAt!.getTime() - db.now.getTime()) / 3_600_000)).toBe(5 * 24)
})

test('a refund of an older sale does not raise what is available, nor does one of a sale on hold count twice', async () => {
  const old = await earns(db, mei.id, 800, daysAgo(db, 10))
  const fresh = await earns(db, mei.id, 300, daysAgo(db, 2))
  await refunds(fresh, 100_00)
  expect(await payouts.calculate(db, mei.id)).toMatchObject({ onHold: 220_00, available: 800_00, reversed: 80_00 })
  await refunds(old)
  expect(await payouts.calculate(db, mei.id)).toMatchObject({ balance: 220_00, onHold: 220_00, available: 0 })
  await refunds(fresh).catch(() => {})
  expect(await available()).toBe(0)
})

test('what is asked for leaves the earnings at once, is snapshotted, and is told', async () => {
  await earns(db, mei.id, 800)
  const made = await asks(600, { note: ' 謝謝 ' })
  expect(made).toMatchObject({ status: 'pending', tokens: 600_00, amount: 60_00, fee: 0, currency: 'USD', rate: 1000, note: '謝謝' })
  expect([await balance(), await available()]).toEqual([200, 200])
  expect((await accountsOf()).get('payouts')).toBeGreaterThanOrEqual(600)
  expect(await letters()).toContain(`We have your payout request #${made.number}`)
  const facts = await db.many<{ name: string }>(sql`select name from outbox.events where payload ->> 'requestId' = ${made.id}`)
  expect(facts).toEqual([{ name: 'payout.changed' }])
  expect(await blockers()).toEqual(['payout_open', 'payout_below_minimum'])
})

test('money may be named instead of tokens: rounded so that nobody is paid more than their tokens', async () => {
  await earns(db, mei.id, 2000)
  await db.transaction((tx) => settings.save(tx, { tokenConversionRate: 0.07 }, undefined))
  try {
    const made = await asks(0, { requestTokens: undefined, amount: 100 })
    expect([made.amount, made.tokens]).toEqual([100_00, 142858])
    await changes(mei.who, made.id, { requestTokens: 999.99 })
    expect(await payouts.find(db, mei.who, made.id)).toMatchObject({ tokens: 999_99, amount: 69_99 })
  } finally {
    await db.transaction((tx) => settings.save(tx, { tokenConversionRate: 0.1 }, undefined))
  }
})

test('a rate that no computer holds exactly is kept as the office wrote it: 0.57 is 5700', async () => {
  await earns(db, mei.id, 800)
  await db.transaction((tx) => settings.save(tx, { tokenConversionRate: 0.57 }, undefined))
  try {
    expect(await asks(600)).toMatchObject({ tokens: 600_00, amount: 342_00, rate: 5700 })
  } finally {
    await db.transaction((tx) => settings.save(tx, { tokenConversionRate: 0.1 }, undefined))
  }
})

test('sums that cannot be are refused by name and move nothing', async () => {
  await earns(db, mei.id, 800)
  await expect(asks(499.99)).rejects.toMatchObject({ code: 'payout_below_minimum', details: { minimum: 50, currency: 'USD' } })
  await expect(asks(800.01)).rejects.toMatchObject({ code: 'payout_above_available', details: { available: 80, tokens: 800 } })
  await expect(asks(600, { amount: 60 })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'amount', code: 'repeated' }] })
  await expect(asks(0, { requestTokens: undefined })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'amount', code: 'required' }],
  })
  await expect(asks(600, { accountType: 'stripe' })).rejects.toMatchObject({ code: 'gateway_unavailable' })
  await expect(asks(600, {}, { ...mei.who, actorId: staff.accountId })).rejects.toMatchObject({ code: 'not_allowed' })
  await db.transaction((tx) => settings.save(tx, { payoutFee: 60 }, undefined))
  await expect(asks(600)).rejects.toMatchObject({ code: 'payout_below_minimum', details: { minimum: 60.01 } })
  await db.transaction((tx) => settings.save(tx, { payoutFee: 0 }, undefined))
  expect(await balance()).toBe(800)
})

test('without an approved identity, bank details past their hold, and the same name on both, nothing is paid out', async () => {
  const nameless = await creator(db, { bank: null })
  await earns(db, nameless.id, 800)
  expect(await blockers(nameless)).toEqual(['bank_details_missing'])
  await expect(asks(600, {}, nameless.who)).rejects.toMatchObject({ code: 'bank_details_missing' })
  await db.transaction((tx) => destinations.saveBank(tx, nameless.id, { ...bankOfMei, lastName: 'Chen' }))
  expect(await blockers(nameless)).toEqual(['bank_on_hold', 'payee_name_differs'])
  const refusal = await asks(600, {}, nameless.who).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'bank_on_hold', details: { until: expect.stringMatching(/^\d{4}-/) } })
  const until = new Date((refusal as { details: { until: string } }).details.until)
  expect(Math.round((until.getTime() - db.now.getTime()) / 3_600_000)).toBe(72)
  clock.advance({ hours: 72, seconds: 5 })
  try {
    await expect(asks(600, {}, nameless.who)).rejects.toMatchObject({ code: 'payee_name_differs' })
    await losesApproval(nameless)
    await expect(asks(600, {}, nameless.who)).rejects.toMatchObject({ code: 'not_verified' })
  } finally {
    clock.advance({ hours: -72, seconds: -5 })
  }
  expect(await wallet.earningsOf(db, nameless.id)).toBe(800_00)
})

test('twenty requests at once become one', async () => {
  await earns(db, mei.id, 2000)
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => asks(600)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'payout_open' })
  expect(await balance()).toBe(1400)
})

test('while it is pending its creator edits or cancels it; afterwards neither', async () => {
  await earns(db, mei.id, 900)
  const { id } = await asks(600)
  await changes(mei.who, id, { requestTokens: 900, note: '全部' })
  expect([await balance(), (await payouts.find(db, mei.who, id)).tokens]).toEqual([0, 900_00])
  await expect(changes(mei.who, id, { requestTokens: 900.01 })).rejects.toMatchObject({ code: 'payout_above_available' })
  await expect(changes(mei.who, id, { status: 'approved' })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
  expect(await balance()).toBe(0)
  await changes(mei.who, id, { status: 'cancelled' })
  await changes(mei.who, id, { status: 'cancelled' })
  expect(await balance()).toBe(900)
  const second = await asks(900)
  await walks(second.id, 'approved')
  for (const change of [{ status: 'cancelled' }, { note: 'x' }, { requestTokens: 600 }] as const)
    await expect(changes(mei.who, second.id, change)).rejects.toMatchObject({ code: 'payout_cannot_follow', details: { from: 'approved' } })
  expect((await payouts.stepsOf(db, id)).map(({ step }) => step)).toEqual(['pending', 'edited', 'cancelled'])
})

test('she cancels, or asks for more, while staff approve: one of the two happens, and the books agree', async () => {
  await earns(db, mei.id, 5000)
  for (let round = 0; round < 4; round++) {
    const { id } = await asks(600)
    const hers = round % 2 === 0 ? changes(mei.who, id, { status: 'cancelled' }) : changes(mei.who, id, { requestTokens: 700 })
    const ends = await Promise.allSettled([hers, changes(staff, id, { status: 'approved' })])
    const found = await payouts.find(db, staff, id)
    const refused = ends.filter(({ status }) => status === 'rejected')
    for (const each of refused) expect(each).toMatchObject({ reason: { code: 'payout_cannot_follow' } })
    if (found.status === 'cancelled') expect(refused).toHaveLength(1)
    else expect([found.status, found.tokens]).toEqual(['approved', refused.length === 1 ? 600_00 : 700_00])
    expect(await payouts.disagreements(db)).toEqual([])
    if (found.status === 'approved') await changes(staff, id, { status: 'rejected', reason: '測試' })
  }
  expect(await balance()).toBe(5000)
})

test('what refuses asking refuses another sum: bank details on hold, a name that differs, no approved identity', async () => {
  await earns(db, mei.id, 900)
  const { id } = await asks(600)
  const edits = () => changes(mei.who, id, { requestTokens: 900 })
  await db.transaction((tx) => destinations.saveBank(tx, mei.id, { ...bankOfMei, lastName: 'Chen' }))
  await expect(edits()).rejects.toMatchObject({ code: 'bank_on_hold', details: { until: expect.stringMatching(/^\d{4}-/) } })
  await changes(mei.who, id, { note: '謝謝' })
  clock.advance({ hours: 72, seconds: 5 })
  try {
    await expect(edits()).rejects.toMatchObject({ code: 'payee_name_differs' })
    await losesApproval(mei)
    await expect(edits()).rejects.toMatchObject({ code: 'not_verified' })
  } finally {
    clock.advance({ hours: -72, seconds: -5 })
  }
  expect([await balance(), (await payouts.find(db, mei.who, id)).tokens]).toEqual([300, 600_00])
})

test('staff take it forward step by step, never back; a no says why and gives everything back', async () => {
  await earns(db, mei.id, 900)
  const { id, number } = await asks(900)
  for (const status of ['processing', 'done', 'cancelled'] as const)
    await expect(changes(staff, id, { status })).rejects.toMatchObject({
      code: 'payout_cannot_follow',
      details: { from: 'pending', to: status },
    })
  await expect(changes(staff, id, { status: 'rejected' })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'reason' }] })
  await expect(changes(staff, id, { requestTokens: 1 })).rejects.toMatchObject({
    code: 'invalid',
    fields: [{ field: 'requestTokens', code: 'unknown' }],
  })
  await walks(id, 'approved', 'approved', 'processing')
  expect((await payouts.stepsOf(db, id)).map(({ step }) => step)).toEqual(['pending', 'approved', 'processing'])
  await changes(staff, id, { status: 'rejected', reason: '銀行退回' })
  expect(await balance()).toBe(900)
  for (const status of ['approved', 'processing', 'done'] as const)
    await expect(changes(staff, id, { status })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
  expect(await letters()).toEqual(expect.arrayContaining([`Payout #${number} is approved`, `Payout #${number} was not approved`]))
  const deeds = await db.many<{ action: string }>(sql`select action from audit.entries where subject_id = ${id} order by id`)
  expect(deeds.map(({ action }) => action)).toEqual(['payouts.approved', 'payouts.processing', 'payouts.rejected'])
})

test('who it is and whose account it goes to is asked again before staff agree; rejecting asks nothing', async () => {
  await earns(db, mei.id, 900)
  const { id } = await asks(600)
  const approves = () => changes(staff, id, { status: 'approved' })
  const renamed = (name: string) =>
    db.transaction((tx) => tx.run(sql`update identity.applications set legal_name = ${name} where account_id = ${mei.id}`))
  await renamed('Yun Chen')
  await expect(approves()).rejects.toMatchObject({ code: 'payee_name_differs' })
  await renamed('Mei Lin')
  // The name of the moment of asking is the one that is paid.
  await db.transaction((tx) => destinations.saveBank(tx, mei.id, { ...bankOfMei, lastName: 'Chen' }))
  await approves()
  await changes(staff, id, { status: 'rejected', reason: '銀行退回' })
  await db.transaction((tx) => destinations.saveBank(tx, mei.id, bankOfMei))
  clock.advance({ hours: 72, seconds: 5 })
  try {
    const second = await asks(600)
    await losesApproval(mei)
    await expect(changes(staff, second.id, { status: 'approved' })).rejects.toMatchObject({ code: 'not_verified' })
    expect((await payouts.find(db, staff, second.id)).status).toBe('pending')
    await changes(staff, second.id, { status: 'rejected', reason: '身分待查' })
  } finally {
    clock.advance({ hours: -72, seconds: -5 })
  }
  expect(await balance()).toBe(900)
})

test('a done payout pays the oldest sales; what is refunded afterwards is made good by the next one', async () => {
  const [first, second] = [await earns(db, mei.id, 500, daysAgo(db, 30)), await earns(db, mei.id, 400, daysAgo(db, 20))]
  const { id } = await asks(700)
  const call = { db, viewer: { kind: 'member', accountId: mei.id } } as unknown as Parameters<typeof earningRoutes.lines>[0]
  const lines = async () => (await earningRoutes.lines(call, { limit: 20, offset: 0 })).data
  const paid = async () => new Map((await lines()).map((line) => [`${line.netPrice < 0 ? '-' : ''}${line._id}`, line.payoutId]))
  const unpaid = async () => (await earningRoutes.stats(call, { fromDate: daysAgo(db, 60).toISOString().slice(0, 10) })).unpaid
  expect([(await paid()).get(first), await unpaid()]).toEqual([undefined, 900])
  await walks(id, 'approved', 'processing', 'done')
  expect([(await paid()).get(first), (await paid()).get(second), await unpaid()]).toEqual([id, undefined, 200])
  expect(
    (await earnings.coveredBy(db, mei.id, { payoutId: id, amount: 700_00, limit: 9 })).sales.map(({ transferId }) => transferId),
  ).toEqual([first])

  await refunds(first)
  expect([await balance(), await available(), await unpaid()]).toEqual([-300, 0, -300])
  expect(await blockers()).toEqual(['payout_below_minimum'])
  await expect(asks(500)).rejects.toMatchObject({ code: 'payout_above_available' })
  const third = await earns(db, mei.id, 800, daysAgo(db, 8))
  expect([await balance(), await unpaid()]).toEqual([500, 500])
  const next = await asks(500)
  await walks(next.id, 'approved', 'processing', 'done')
  expect([(await paid()).get(first), (await paid()).get(second), (await paid()).get(third), await unpaid()]).toEqual([
    id,
    next.id,
    next.id,
    0,
  ])
  expect((await lines()).every(({ isPaid }) => isPaid)).toBe(true)
  expect(await payouts.calculate(db, mei.id)).toMatchObject({ paidOut: 1200_00, reversed: 500_00, balance: 0 })
})

test('nobody else finds it: not another creator, not a fan', async () => {
  await earns(db, mei.id, 900)
  const { id } = await asks(900)
  for (const who of [(await creator(db)).who, { accountId: (await somebody(db)).id, role: 'user' as const }]) {
    await expect(payouts.find(db, who, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(changes(who, id, { status: 'cancelled' })).rejects.toMatchObject({ code: 'not_found' })
    expect((await payouts.search(db, who, { limit: 9, offset: 0 })).total).toBe(0)
  }
  expect((await payouts.find(db, mei.who, id)).status).toBe('pending')
  const today = db.now.toISOString().slice(0, 10)
  const found = async (more: Partial<Parameters<typeof payouts.search>[2]>) =>
    (await payouts.search(db, mei.who, { limit: 9, offset: 0, ...more })).total
  expect(await found({ fromDate: today, toDate: today, sortBy: 'requestTokens', sort: 'asc' })).toBeGreaterThan(0)
  expect(await found({ toDate: '2020-01-01' })).toBe(0)
})

test('staff read what waits for them first, the longest waiting before the others, and what is over newest first', async () => {
  const people = [mei, await creator(db), await creator(db), await creator(db)] as const
  const ids: string[] = []
  try {
    for (const { id, who } of people) {
      await earns(db, id, 600)
      ids.push((await asks(600, {}, who)).id)
      clock.advance({ seconds: 60 })
    }
    const [first = '', second = '', third = '', fourth = ''] = ids
    await changes(staff, second, { status: 'rejected', reason: '測試' })
    clock.advance({ seconds: 60 })
    // Asked for first, over last.
    await changes(staff, first, { status: 'rejected', reason: '測試' })
    const { rows } = await payouts.search(db, staff, { limit: 100, offset: 0 })
    const read = rows.map(({ id }) => id).filter((id) => ids.includes(id))
    expect(read).toEqual([third, fourth, first, second])
  } finally {
    clock.advance({ seconds: -60 * (ids.length + 1) })
  }
})

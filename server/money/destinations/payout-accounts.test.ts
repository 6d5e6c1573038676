// Where money goes by PayPal or another way: kept, held and doubted as bank details are.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handlers as destinationRoutes } from '#server/money/destinations/routes.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import { accountOf } from '#server/money/payouts/destination.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { closeOffice, creator, daysAgo, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'

const clock = movableClock()
let db: Database
let staff: payouts.Actor
let mina: Creator

beforeAll(async () => {
  ;({ db, staff } = await openOffice(clock))
})
afterAll(() => closeOffice(db))
beforeEach(async () => {
  mina = await creator(db)
  await earns(db, mina.id, 2000)
})

const saves = (account: string, { type = 'paypal' as 'paypal' | 'other', at = db.now } = {}) =>
  db.transaction((tx) => destinations.saveAccount(tx, mina.id, type, account), { at })
const asks = (accountType: 'paypal' | 'other' | 'banking' = 'paypal') =>
  db.transaction((tx) => payouts.request(tx, mina.who, { requestTokens: 600, accountType }))
const changes = (id: string, change: payouts.Change, who = staff) => db.transaction((tx) => payouts.change(tx, who, id, change))
const call = {
  get db() {
    return db
  },
  get viewer() {
    return { kind: 'member', ...mina.who }
  },
} as unknown as Parameters<typeof destinationRoutes.payoutAccounts>[0]
const shown = async () => (await destinationRoutes.payoutAccounts(call, {})).data
const letters = async () =>
  (
    await db.one<{ n: number }>(
      sql`select count(*) as n from mail.letters where recipient = ${mina.email} and subject = 'Where your payouts go was changed'`,
    )
  ).n

test('it is saved before it is asked for, is sealed, and the same rules as of a bank account tell what is none', async () => {
  await expect(asks()).rejects.toMatchObject({ code: 'payout_account_missing' })
  const wrong = (code: string) => ({ code: 'invalid', fields: [{ field: 'payoutAccount', code }] })
  await expect(saves('  ')).rejects.toMatchObject(wrong('required'))
  await expect(saves('mina')).rejects.toMatchObject(wrong('not_an_email'))
  await saves(' mina@pay.example ')
  const rows = JSON.stringify(await db.many(sql`select a::text from destinations.accounts a where account_id = ${mina.id}`))
  expect(rows).not.toContain(Buffer.from('mina@pay').toString('hex'))
  expect(JSON.stringify(await db.many(sql`select e::text from audit.entries e where subject_id = ${mina.id}`))).not.toContain('mina@pay')
  expect(['mina@pay.example', 'Wise 0012 3456 7890', '12345678'].map(destinations.mask)).toEqual(['m•••@pay.example', '•••• 7890', '••••'])
  await expect(asks('other')).rejects.toMatchObject({ code: 'payout_account_missing' })
})

test('every change is held for 72 hours and told, the same again is neither; what goes to the bank is not held', async () => {
  await saves('mina@pay.example', { at: daysAgo(db, 9) })
  expect(await letters()).toBe(1)
  expect(await shown()).toMatchObject([{ type: 'paypal', payoutAccount: 'm•••@pay.example' }])
  expect((await shown())[0]).not.toHaveProperty('holdUntil')
  await saves('mina@pay.example')
  expect([await letters(), (await shown())[0]]).toEqual([1, expect.not.objectContaining({ holdUntil: expect.anything() })])
  await saves('thief@pay.example')
  expect(await letters()).toBe(2)
  const until = Date.parse((await shown())[0]?.holdUntil ?? '')
  expect(Math.round((until - db.now.getTime()) / 3_600_000)).toBe(72)
  const held = { code: 'bank_on_hold', details: { until: new Date(until).toISOString() } }
  await expect(asks()).rejects.toMatchObject(held)
  expect((await payouts.calculate(db, mina.id)).blockers).toEqual([])
  const { id } = await asks('banking')
  await changes(id, { status: 'cancelled' }, mina.who)
  clock.advance({ hours: 72, seconds: 5 })
  try {
    const made = await asks()
    expect(accountOf(made)).toEqual({ account: 'thief@pay.example' })
    expect(accountOf({ ...made, id: randomUUID() }), 'it opens for its own request only').toBe('unreadable')
    await saves('mina@pay.example')
    await expect(changes(made.id, { requestTokens: 700 }, mina.who)).rejects.toMatchObject({ code: 'bank_on_hold' })
  } finally {
    clock.advance({ hours: -72, seconds: -5 })
  }
})

test('a request keeps the account of its moment, whole to staff who pay it, and the database holds it there', async () => {
  await saves('mina@pay.example', { at: daysAgo(db, 9) })
  const made = await asks()
  await saves('other@pay.example')
  const run = (what: ReturnType<typeof sql>) => db.transaction((tx) => tx.run(what))
  const stays = 'where it was asked to go'
  await expect(run(sql`update payouts.requests set sealed_account = '\\x00' where id = ${made.id}`)).rejects.toThrow(stays)
  await expect(run(sql`update payouts.requests set account_type = 'other' where id = ${made.id}`)).rejects.toThrow(stays)
  const unnamed = sql`
    insert into payouts.requests (performer_id, status, tokens, amount, fee, currency, rate, account_type, sealed_bank, transfer_id, created_at, updated_at)
    select performer_id, 'pending', tokens, amount, fee, currency, rate, 'paypal', sealed_bank, gen_random_uuid(), now(), now()
    from payouts.requests where id = ${made.id}`
  await expect(run(unnamed)).rejects.toThrow('names its account')
  await changes(made.id, { status: 'approved' })
  expect(await payouts.openBank(db, staff.accountId, made.id)).toMatchObject({ payoutAccount: 'mina@pay.example' })
  const { n } = await db.one<{ n: number }>(
    sql`select count(*) as n from audit.entries where action = 'payouts.bank_viewed' and subject_id = ${made.id}`,
  )
  expect(n).toBe(1)
})

test('what came back from there puts it in doubt, not the bank account; saved again it is asked for anew', async () => {
  await saves('mina@pay.example', { at: daysAgo(db, 9) })
  const { id } = await asks()
  for (const status of ['approved', 'processing', 'done'] as const) await changes(id, { status })
  const open = await asks()
  await changes(id, { status: 'returned', reason: 'PayPal returned it' })
  expect(await wallet.earningsOf(db, mina.id)).toBe(1400_00)
  expect(await shown()).toMatchObject([{ returnedAt: expect.any(String) }])
  expect((await destinations.bankOf(db, mina.id))?.doubtedAt).toBeNull()
  await expect(changes(open.id, { status: 'approved' })).rejects.toMatchObject({ code: 'bank_unconfirmed' })
  await changes(open.id, { status: 'rejected', reason: 'x' })
  await expect(asks()).rejects.toMatchObject({ code: 'bank_unconfirmed' })
  await saves('mina@pay.example')
  expect((await shown())[0]).not.toHaveProperty('returnedAt')
  expect((await asks()).status).toBe('pending')
})

test('nobody who acts as somebody says where their money goes', async () => {
  const viewer = { ...mina.who, actorId: staff.accountId }
  const given = { type: 'paypal', payoutAccount: 'staff@pay.example' } as const
  await expect(destinationRoutes.savePayoutAccount({ db, viewer } as never, given as never)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await shown()).toEqual([])
})

// What was paid out and came back: a bank returns it days later, and staff say so.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { handlers as destinationRoutes } from '#server/money/destinations/routes.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import { handlers as earningRoutes } from '#server/money/earnings/routes.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { handlers } from '#server/money/payouts/routes.ts'
import { bankOfMei, closeOffice, creator, daysAgo, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'

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

const reason = '銀行退匯：查無此帳號。'
const asks = (tokens: number, who = mei.who) =>
  db.transaction((tx) => payouts.request(tx, who, { requestTokens: tokens, accountType: 'banking' }))
const changes = (id: string, change: payouts.Change, who = staff) => db.transaction((tx) => payouts.change(tx, who, id, change))
const walks = async (id: string, ...statuses: NonNullable<payouts.Change['status']>[]) => {
  for (const status of statuses) await changes(id, { status })
  return id
}
const paid = async (tokens: number) => walks((await asks(tokens)).id, 'approved', 'processing', 'done')
const comesBack = (id: string) => changes(id, { status: 'returned', reason })
const saves = (more: Partial<typeof bankOfMei> = {}) => db.transaction((tx) => destinations.saveBank(tx, mei.id, { ...bankOfMei, ...more }))
const blockers = async () => (await payouts.calculate(db, mei.id)).blockers.map(({ code }) => code)
const call = (who: payouts.Actor) => ({ db, viewer: { kind: 'member', ...who } }) as unknown as Parameters<typeof handlers.view>[0]
const lines = async () => (await earningRoutes.lines(call(mei.who) as never, { limit: 100, offset: 0 })).data
const payerOf = async (sale: string) => (await lines()).find(({ _id, netPrice }) => _id === sale && netPrice > 0)?.payoutId
const unpaid = async () =>
  (await earningRoutes.stats(call(mei.who) as never, { fromDate: daysAgo(db, 90).toISOString().slice(0, 10) })).unpaid

test('the bank returns it: the tokens are hers again, its sales are unpaid, she is told why, and she asks anew', async () => {
  const [first, second] = [await earns(db, mei.id, 500, daysAgo(db, 30)), await earns(db, mei.id, 400, daysAgo(db, 20))]
  const { id, number } = await asks(700)
  await walks(id, 'approved', 'processing', 'done')
  expect([await payerOf(first), await unpaid(), await wallet.earningsOf(db, mei.id)]).toEqual([id, 200, 200_00])
  expect(payouts.nextFor(staff, await payouts.find(db, staff, id))).toEqual(['returned'])
  await comesBack(id)
  expect(await payouts.find(db, staff, id)).toMatchObject({ status: 'returned', reason, paidId: expect.any(String) })
  expect([await payerOf(first), await payerOf(second), await unpaid(), await wallet.earningsOf(db, mei.id)]).toEqual([
    undefined,
    undefined,
    900,
    900_00,
  ])
  expect(await payouts.calculate(db, mei.id)).toMatchObject({ paidOut: 0, reversed: 0, available: 900_00, pending: 0 })
  const view = await handlers.view(call(mei.who), { id })
  expect(view).toMatchObject({ status: 'returned', reason, lines: [], totalLines: 0, nextStatuses: [] })
  expect(view.history.map(({ step, by }) => `${step} ${by}`).at(-1)).toBe('returned staff')
  const letters = await db.many<{ subject: string; content: string }>(
    sql`select subject, content::text as content from mail.letters where recipient = ${mei.email} and subject like '%came back'`,
  )
  expect(letters).toMatchObject([{ subject: `Payout #${number} came back`, content: expect.stringContaining(reason) }])
  const deeds = await db.many<{ detail: object }>(
    sql`select detail from audit.entries where subject_id = ${id} and action = 'payouts.returned' and actor_id = ${staff.accountId}`,
  )
  expect(deeds).toMatchObject([{ detail: { reason, number } }])

  await saves()
  const again = await paid(900)
  expect([await payerOf(first), await payerOf(second), await unpaid()]).toEqual([again, again, 0])
  await proofs.seal(db)
  expect((await db.transaction((tx) => proofs.verify(proofs.liveBooks(tx)))).findings).toEqual([])
})

test('it is said once, of what is done only, with a reason, and by staff', async () => {
  await earns(db, mei.id, 900)
  const { id } = await asks(600)
  const cannot = { code: 'payout_cannot_follow', details: { to: 'returned' } }
  for (const status of ['approved', 'processing', 'done'] as const) {
    await expect(comesBack(id), `before ${status}`).rejects.toMatchObject(cannot)
    await changes(id, { status })
  }
  await expect(changes(id, { status: 'returned', reason: ' ' })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'reason' }] })
  await expect(changes(id, { status: 'returned' }, mei.who)).rejects.toMatchObject(cannot)
  expect(await wallet.earningsOf(db, mei.id)).toBe(300_00)
  await Promise.all([comesBack(id), comesBack(id)])
  expect(await wallet.earningsOf(db, mei.id)).toBe(900_00)
  expect((await payouts.stepsOf(db, id)).filter(({ step }) => step === 'returned')).toHaveLength(1)
  for (const status of ['done', 'rejected', 'processing'] as const)
    await expect(changes(id, { status, reason })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
})

test('nothing more goes to an account that it came back from: not asked for, not approved, not in the bank’s file, until she looked', async () => {
  await earns(db, mei.id, 2000)
  const first = await paid(600)
  const { id } = await asks(600)
  await changes(id, { status: 'approved' })
  await comesBack(first)
  expect(await blockers()).toContain('bank_unconfirmed')
  expect((await destinationRoutes.bank(call(mei.who) as never, {})).details).toMatchObject({ returnedAt: expect.any(String) })
  await expect(changes(id, { status: 'processing' })).rejects.toMatchObject({ code: 'bank_unconfirmed' })
  await expect(db.transaction((tx) => payouts.exportApproved(tx, staff.accountId, [id]))).rejects.toMatchObject({
    code: 'nothing_to_export',
  })
  await changes(id, { status: 'rejected', reason })
  await expect(asks(600)).rejects.toMatchObject({ code: 'bank_unconfirmed' })

  await saves()
  expect(await blockers(), 'she says that it is right').toEqual([])
  const second = await asks(600)
  await comesBack(await walks(second.id, 'approved', 'processing', 'done'))
  await saves({ bankAccount: '0012 3456 7899' })
  expect(await blockers(), 'she corrects it').toEqual(['bank_on_hold'])
})

test('what was asked for before it came back still says the old account: once she has put it right, it is rejected and asked for anew', async () => {
  await earns(db, mei.id, 2000)
  const first = await paid(600)
  const { id } = await asks(600)
  await changes(id, { status: 'approved' })
  await comesBack(first)
  await saves({ bankAccount: '0012 3456 7899' })
  await expect(changes(id, { status: 'processing' })).rejects.toMatchObject({ code: 'bank_unconfirmed' })
  await expect(db.transaction((tx) => payouts.exportApproved(tx, staff.accountId, [id]))).rejects.toMatchObject({
    code: 'nothing_to_export',
  })
  clock.advance({ hours: 72, seconds: 5 })
  try {
    await changes(id, { status: 'rejected', reason })
    const anew = await asks(600)
    await changes(anew.id, { status: 'approved' })
    const file = await db.transaction((tx) => payouts.exportApproved(tx, staff.accountId, [anew.id]))
    expect(file.csv).toContain('0012 3456 7899')
  } finally {
    clock.advance({ hours: -72, seconds: -5 })
  }
})

test('details that she changed before it came back are not the ones that it came back from', async () => {
  await earns(db, mei.id, 900)
  const id = await paid(600)
  await saves({ bankAccount: '0099 8877 6655' })
  await comesBack(id)
  expect(await blockers()).toEqual(['bank_on_hold'])
})

test('an open one is not approved while the account is in doubt', async () => {
  await earns(db, mei.id, 2000)
  const first = await paid(600)
  const { id } = await asks(600)
  await comesBack(first)
  await expect(changes(id, { status: 'approved' })).rejects.toMatchObject({ code: 'bank_unconfirmed' })
  await saves()
  await changes(id, { status: 'approved' })
})

test('one that came back after a later one was paid: the later pays the oldest sales, and the newest are unpaid', async () => {
  const [first, second] = [await earns(db, mei.id, 600, daysAgo(db, 30)), await earns(db, mei.id, 600, daysAgo(db, 20))]
  const early = await paid(600)
  const late = await paid(600)
  expect([await payerOf(first), await payerOf(second)]).toEqual([early, late])
  await comesBack(early)
  expect([await payerOf(first), await payerOf(second), await unpaid()]).toEqual([late, undefined, 600])
  expect(
    (await earnings.coveredBy(db, mei.id, { payoutId: late, amount: 600_00, limit: 9 })).sales.map(({ transferId }) => transferId),
  ).toEqual([first])
})

test('what was refunded after the later one stood when it was done: it stays paid by it, and the refund waits for the next', async () => {
  const [first, second] = [await earns(db, mei.id, 600, daysAgo(db, 30)), await earns(db, mei.id, 600, daysAgo(db, 20))]
  await earns(db, mei.id, 600, daysAgo(db, 15))
  const early = await paid(600)
  clock.advance({ minutes: 1 })
  const late = await paid(600)
  clock.advance({ minutes: 1 })
  await db.transaction((tx) => wallet.reverse(tx, first, { reason: 'asked', by: null }))
  await comesBack(early)
  expect([await payerOf(first), await payerOf(second), await unpaid()]).toEqual([late, undefined, 600])
  expect(await wallet.earningsOf(db, mei.id)).toBe(600_00)
})

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * sides)
  }
}

test.each([1, 2, 3, 4, 5, 6])(
  'whatever is sold, refunded, paid and returned in whatever order, what is unpaid is what she has (%i)',
  async (seed) => {
    const roll = dice(seed)
    const sales: string[] = []
    const done: string[] = []
    for (let turn = 0; turn < 24; turn++) {
      clock.advance({ minutes: 1 })
      const act = roll(10)
      const { available } = await payouts.calculate(db, mei.id)
      if (act < 4) sales.push(await earns(db, mei.id, 200 + roll(500), daysAgo(db, 10)))
      else if (act < 6 && sales.length > 0) {
        const [sale] = sales.splice(roll(sales.length), 1)
        await db.transaction((tx) => wallet.reverse(tx, sale!, { reason: 'asked', by: null }))
      } else if (act < 8 && available >= 500_00) done.push(await paid(500 + roll(available / 100 - 500)))
      else if (act >= 8 && done.length > 0) {
        const [payout] = done.splice(roll(done.length), 1)
        await comesBack(payout!)
        await saves()
      }
      expect(await unpaid(), `turn ${turn}`).toBeCloseTo((await wallet.earningsOf(db, mei.id)) / 100, 2)
    }
    expect(done.length).toBeGreaterThan(0)
  },
)

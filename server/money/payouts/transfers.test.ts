// Payouts that Stripe carries, against the small Stripe of our own: accounts, transfers, and every order of its words.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  openStripe,
  stripeEvent,
  stripeKeys,
  stripeSecrets,
  stripeSigned,
  type StripeFake,
} from '#server/money/payments/gateways/testing-stripe.ts'
import { handlers as destinationRoutes } from '#server/money/destinations/routes.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as destinationJobs from '#server/money/destinations/jobs.ts'
import * as destinationListeners from '#server/money/destinations/listeners.ts'
import * as payments from '#server/money/payments/payments.ts'
import { work } from '#server/money/payouts/jobs.ts'
import { listen } from '#server/money/payouts/listeners.ts'
import { pursue } from '#server/money/payouts/transfers.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { closeOffice, creator, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as settings from '#server/site/settings/settings.ts'
import { movableClock } from '#server/platform/clock/clock.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createJobs, migrateJobs, type Jobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox, type Outbox } from '#server/platform/outbox/outbox.ts'

const clock = movableClock()
let db: Database
let fake: StripeFake
let jobs: Jobs
let outbox: Outbox
let staff: payouts.Actor
let mei: Creator
const failures: unknown[] = []

beforeAll(async () => {
  ;({ db, staff } = await openOffice(clock))
  await migrateJobs(db)
  fake = await openStripe()
  payments.useStripe({ ...stripeKeys, apiUrl: fake.url })
  jobs = createJobs(db, (error) => failures.push(error))
  outbox = createOutbox(db, jobs, (error) => failures.push(error))
  destinationJobs.work(jobs, db)
  destinationListeners.listen(outbox)
  work(jobs, db)
  listen(outbox)
})
afterAll(async () => {
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
  await fake.close()
  await closeOffice(db)
})
beforeEach(async () => {
  mei = await creator(db)
  await earns(db, mei.id, 800)
  fake.events.length = 0
  fake.things.delete('balance')
  failures.length = 0
})

async function runs(): Promise<void> {
  await outbox.drain()
  await jobs.runDue()
  expect(failures).toEqual([])
}

/** One webhook of Stripe's. */
async function receives(type: string, object: object, more: { id?: string; account?: string } = {}): Promise<void> {
  // What happens at a creator's account says so, and comes by the endpoint for that.
  const account = type === 'account.updated' ? (object as { id: string }).id : more.account
  const body = stripeEvent(type, object, { id: more.id, account })
  const signature = stripeSigned(body, db.now, account ? stripeSecrets.ofCreators : stripeSecrets.ofSite)
  const post = { header: () => signature, query: {}, ip: '127.0.0.1', body: Buffer.from(body) }
  expect(payments.verify('stripe', post, db.now)).toBeUndefined()
  await payments.receiveNotice(db, 'stripe', post)
}
async function tells(): Promise<void> {
  for (const { id, type, object } of fake.events.splice(0)) await receives(type, object, { id })
  await runs()
}
const account = () => fake.things.get(ref) as Record<string, unknown> & { id: string }
let ref = ''

async function begins(): Promise<string> {
  const opened = await destinations.openProviderAccount(db, mei.id)
  ref = opened.ref
  return opened.url
}
async function isEnabled(is = true): Promise<void> {
  Object.assign(account(), { payouts_enabled: is, details_submitted: true, capabilities: { transfers: is ? 'active' : 'inactive' } })
  await receives('account.updated', account())
  await runs()
}
async function ready(): Promise<void> {
  await begins()
  await isEnabled()
}
const asks = () => db.transaction((tx) => payouts.request(tx, mei.who, { requestTokens: 600, accountType: 'stripe' }))
const changes = (id: string, change: payouts.Change) => db.transaction((tx) => payouts.change(tx, staff, id, change))
async function processed(): Promise<string> {
  const { id } = await asks()
  await changes(id, { status: 'approved' })
  await changes(id, { status: 'processing' })
  return id
}
const now = (id: string) => payouts.find(db, staff, id)
const transfers = (id: string) => [...fake.things.values()].filter((thing) => thing['transfer_group'] === id)
const balance = async () => (await wallet.earningsOf(db, mei.id)) / 100

test('a creator sets Stripe up: one account however often they ask, then its pages; what Stripe says of it is kept', async () => {
  const before = [...fake.things.values()].filter(({ object }) => object === 'account').length
  expect(await begins()).toContain('/setup/')
  expect(await begins()).toContain('/setup/')
  expect([...fake.things.values()].filter(({ object }) => object === 'account')).toHaveLength(before + 1)
  expect(await destinations.providerAccountOf(db, mei.id)).toEqual({ ref, payoutsEnabled: false })
  await expect(asks()).rejects.toMatchObject({ code: 'gateway_unavailable' })
  await isEnabled()
  expect(await destinations.providerAccountOf(db, mei.id)).toEqual({ ref, payoutsEnabled: true })
  expect(await begins()).toContain('/express/')
})

test('two tabs that set it up at once have one account', async () => {
  const [one, other] = await Promise.all([destinations.openProviderAccount(db, mei.id), destinations.openProviderAccount(db, mei.id)])
  expect(one.ref).toBe(other.ref)
})

test('an old word that comes late changes nothing, because what is now is asked for; without the transfers capability it is no', async () => {
  await ready()
  await receives('account.updated', { ...account(), payouts_enabled: false })
  await runs()
  expect(await destinations.providerAccountOf(db, mei.id)).toMatchObject({ payoutsEnabled: true })
  Object.assign(account(), { capabilities: { transfers: 'pending' } })
  await receives('account.updated', account())
  await runs()
  expect(await destinations.providerAccountOf(db, mei.id)).toMatchObject({ payoutsEnabled: false })
})

test('who disconnects their account at Stripe is not paid by it any more', async () => {
  await ready()
  fake.things.delete(ref)
  await receives('account.application.deauthorized', { id: 'ca_1', object: 'application' }, { account: ref })
  await runs()
  await expect(asks()).rejects.toMatchObject({ code: 'gateway_unavailable' })
})

test('staff send it: Stripe’s answer makes it done, its webhook changes nothing more', async () => {
  await ready()
  const id = await processed()
  expect(await now(id)).toMatchObject({ status: 'processing' })
  expect(transfers(id)).toEqual([])
  expect(payouts.nextFor(staff, await now(id))).toEqual([])
  for (const status of ['done', 'rejected'] as const)
    await expect(changes(id, { status, reason: 'No' })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
  await runs()
  expect(await now(id)).toMatchObject({ status: 'done', failure: null })
  expect(transfers(id)).toMatchObject([{ amount: 60_00, currency: 'usd', destination: ref, metadata: { payout: id } }])
  await tells()
  await tells()
  expect(await payouts.stepsOf(db, id)).toMatchObject(['pending', 'approved', 'processing', 'done'].map((step) => ({ step })))
  expect(await balance()).toBe(200)
})

test('an answer that was lost: the webhook makes it done, and the job finds the transfer instead of making another', async () => {
  await ready()
  const id = await processed()
  // The official client tries once more by itself.
  for (let time = 0; time < 2; time++) fake.answerNext(503, { error: { type: 'api_error', message: 'busy' } })
  await jobs.runDue()
  expect(failures).toHaveLength(1)
  failures.length = 0
  const made = { id: 'tr_lost', object: 'transfer', amount: 60_00, amount_reversed: 0, reversed: false, currency: 'usd' }
  fake.things.set('tr_lost', { ...made, destination: ref, transfer_group: id, metadata: { payout: id } })
  await receives('transfer.created', fake.things.get('tr_lost') ?? {})
  await runs()
  expect(await now(id)).toMatchObject({ status: 'done', transferRef: 'tr_lost' })
  await db.transaction((tx) => tx.run(sql`update graphile_worker._private_jobs set run_at = now()`))
  await runs()
  expect(transfers(id)).toHaveLength(1)
})

test('a job that gave up is asked for again within hours', async () => {
  await ready()
  const id = await processed()
  await db.transaction((tx) => tx.run(sql`delete from graphile_worker._private_jobs`))
  clock.advance({ hours: 2 })
  await pursue(db)
  await runs()
  expect(await now(id)).toMatchObject({ status: 'done' })
  expect(transfers(id)).toHaveLength(1)
})

test('what Stripe refuses comes back to staff with its reason: sent once more, or given back', async () => {
  await ready()
  fake.things.set('balance', { id: 'balance', object: 'balance', amount: 10_00 })
  const id = await processed()
  await runs()
  expect(await now(id)).toMatchObject({ status: 'processing', failure: expect.stringContaining('insufficient') })
  expect(payouts.nextFor(staff, await now(id))).toEqual(['processing', 'rejected'])
  await changes(id, { status: 'processing' })
  await runs()
  expect(await now(id)).toMatchObject({ status: 'processing', attempt: 2, failure: expect.stringContaining('insufficient') })
  fake.things.delete('balance')
  await changes(id, { status: 'processing' })
  expect(payouts.nextFor(staff, await now(id))).toEqual([])
  await runs()
  expect(await now(id)).toMatchObject({ status: 'done', failure: null })
  expect(transfers(id)).toHaveLength(1)

  mei = await creator(db)
  await earns(db, mei.id, 800)
  await ready()
  await isEnabled()
  const other = await asks()
  await changes(other.id, { status: 'approved' })
  Object.assign(account(), { payouts_enabled: false })
  await changes(other.id, { status: 'processing' })
  await runs()
  expect((await now(other.id)).failure).toContain('may not receive')
  await changes(other.id, { status: 'rejected', reason: 'Stripe needs more of you' })
  expect(await balance()).toBe(800)
})

const takesBack = async (id: string, amount: number) => {
  const [transfer] = transfers(id)
  Object.assign(transfer ?? {}, { amount_reversed: amount, reversed: amount === 60_00 })
  for (let time = 0; time < 2; time++) await receives('transfer.reversed', transfer ?? {})
  await runs()
}
const deeds = async (id: string, action: string) =>
  (await db.one<{ n: number }>(sql`select count(*) as n from audit.entries where subject_id = ${id} and action = ${action}`)).n

test('a transfer that Stripe takes back after it was done has come back: the tokens are hers, once, however often it is told', async () => {
  await ready()
  const id = await processed()
  await runs()
  expect(payouts.nextFor(staff, await now(id))).toEqual([])
  await expect(changes(id, { status: 'returned', reason: 'x' })).rejects.toMatchObject({ code: 'payout_cannot_follow' })
  await takesBack(id, 60_00)
  await tells()
  expect(await now(id)).toMatchObject({ status: 'returned', reason: null, failure: expect.stringContaining('60.00 USD reversed') })
  expect(await balance()).toBe(800)
  expect([await deeds(id, 'payouts.transfer_failed'), await deeds(id, 'payouts.returned')]).toEqual([1, 1])
  const { n } = await db.one<{ n: number }>(
    sql`select count(*) as n from mail.letters where recipient = ${mei.email} and subject like '%was taken back'`,
  )
  expect(n).toBe(1)
  // Her bank has nothing to do with it.
  expect((await destinations.bankOf(db, mei.id))?.doubtedAt).toBeNull()
  expect((await payouts.calculate(db, mei.id)).blockers).toEqual([])
})

test('a part that Stripe takes back is told to staff and stays done; the rest of it makes it the whole', async () => {
  await ready()
  const id = await processed()
  await runs()
  await takesBack(id, 20_00)
  expect(await now(id)).toMatchObject({ status: 'done', failure: expect.stringContaining('20.00 USD reversed') })
  expect(await balance()).toBe(200)
  await takesBack(id, 60_00)
  expect(await now(id)).toMatchObject({ status: 'returned' })
  expect(await balance()).toBe(800)
})

test('taken back before its answer came: the answer that was overtaken ends nothing, and the earlier attempt does not fail the next', async () => {
  await ready()
  const id = await processed()
  const made = { id: `tr_${id}`, object: 'transfer', amount: 60_00, currency: 'usd', destination: ref, transfer_group: id }
  const transfer = { ...made, metadata: { payout: id }, amount_reversed: 60_00, reversed: true }
  fake.things.set(transfer.id, transfer)
  await db.transaction((tx) => tx.run(sql`delete from graphile_worker._private_jobs`))
  await receives('transfer.reversed', transfer)
  await runs()
  expect(await now(id)).toMatchObject({ status: 'processing', failure: expect.stringContaining('reversed') })
  // What Stripe said of it a moment earlier arrives only now.
  fake.things.set(transfer.id, { ...transfer, amount_reversed: 0, reversed: false })
  await receives('transfer.created', transfer)
  await runs()
  expect(await now(id)).toMatchObject({ status: 'processing', transferRef: null })
  fake.things.set(transfer.id, transfer)
  await changes(id, { status: 'processing' })
  await db.transaction((tx) => tx.run(sql`delete from graphile_worker._private_jobs`))
  await receives('transfer.reversed', transfer)
  await runs()
  expect(payouts.nextFor(staff, await now(id)), 'the second attempt is under way').toEqual([])
  clock.advance({ hours: 2 })
  await pursue(db)
  await runs()
  expect(await now(id)).toMatchObject({ status: 'done', attempt: 2 })
  expect(transfers(id).filter(({ reversed }) => !reversed)).toHaveLength(1)
})

test('a transfer of another sum, to another account, or of nothing of ours ends no payout', async () => {
  await ready()
  const id = await processed()
  await db.transaction((tx) => tx.run(sql`delete from graphile_worker._private_jobs`))
  const made = { id: 'tr_other', object: 'transfer', amount: 1_00, amount_reversed: 0, reversed: false, currency: 'usd', destination: ref }
  for (const metadata of [{ payout: id }, { payout: crypto.randomUUID() }, {}]) {
    fake.things.set('tr_other', { ...made, transfer_group: 'another', metadata })
    await receives('transfer.created', fake.things.get('tr_other') ?? {})
    await runs()
  }
  expect(await now(id)).toMatchObject({ status: 'processing', transferRef: null })
  await changesBySql(id, 'rejected', 'a transfer that is under way')
})
const changesBySql = (id: string, status: string, says: string) =>
  expect(
    db.transaction((tx) => tx.run(sql`update payouts.requests set status = ${status}, reason = 'x', ended_at = now() where id = ${id}`)),
  ).rejects.toThrow(says)

test('where a payout by Stripe goes stays what it was, and none is done without its transfer', async () => {
  await ready()
  const { id } = await asks()
  const run = (what: ReturnType<typeof sql>) => db.transaction((tx) => tx.run(what))
  await expect(run(sql`update payouts.requests set provider_ref = 'acct_x' where id = ${id}`)).rejects.toThrow('where it was asked to go')
  await expect(run(sql`update payouts.requests set provider_ref = null where id = ${id}`)).rejects.toThrow('where it was asked to go')
  await expect(
    run(sql`update destinations.provider_accounts set ref = (select ref from destinations.provider_accounts where account_id <> ${mei.id} limit 1)
    where account_id = ${mei.id}`),
  ).rejects.toThrow('one_creator_each')
  for (const status of ['approved', 'processing'] as const) await changes(id, { status })
  const paid = sql`update payouts.requests set status = 'done', ended_at = now(), paid_id = transfer_id where id = ${id}`
  await expect(run(paid)).rejects.toThrow('done_by_transfer')
})

test('what nobody can carry is not begun, so that it can still be given back', async () => {
  await ready()
  const { id } = await asks()
  await changes(id, { status: 'approved' })
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
  try {
    await expect(changes(id, { status: 'processing' })).rejects.toMatchObject({ code: 'gateway_unavailable' })
    await changes(id, { status: 'rejected', reason: 'Stripe is not set up any more' })
    expect(await balance()).toBe(800)
  } finally {
    payments.useStripe({ ...stripeKeys, apiUrl: fake.url })
  }
})

test('nobody who acts as somebody opens their account; without its keys Stripe is not offered', async () => {
  const viewer = { ...mei.who, actorId: staff.accountId }
  await expect(destinationRoutes.stripeAccount({ db, viewer } as never, {} as never)).rejects.toMatchObject({ code: 'not_allowed' })
  const state = () => destinationRoutes.stripeAccountState({ db, viewer: mei.who } as never, {} as never)
  expect(await state()).toEqual({ isOffered: true, payoutsEnabled: false })
  payments.useStripe({ secretKey: undefined, webhookSecret: undefined, apiUrl: undefined })
  try {
    expect(await state()).toEqual({ isOffered: false, payoutsEnabled: false })
    await expect(destinations.openProviderAccount(db, mei.id)).rejects.toMatchObject({ code: 'gateway_unavailable' })
  } finally {
    payments.useStripe({ ...stripeKeys, apiUrl: fake.url })
  }
})

test('New Taiwan dollars are collected with cents and paid out whole: what is less than a dollar stays with Mei, and 100.50 is refused', async () => {
  await db.transaction((tx) => settings.save(tx, { currency: 'TWD', minimumWalletPrice: 90, minimumSubscriptionPrice: 90 }, undefined))
  await ready()
  const request = (asked: { requestTokens?: number; amount?: number }, accountType: 'stripe' | 'banking' = 'stripe') =>
    db.transaction((tx) => payouts.request(tx, mei.who, { ...asked, accountType }))
  await expect(request({ amount: 50.5 })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'amount', code: 'no_fractions' }] })
  const before = await balance()
  const { id } = await request({ requestTokens: 606 })
  expect(await now(id)).toMatchObject({ amount: 6000, tokens: 60_000, currency: 'TWD' })
  expect(before - (await balance())).toBe(600)
  await changes(id, { status: 'approved' })
  await changes(id, { status: 'processing' })
  await runs()
  expect(transfers(id)).toMatchObject([{ amount: 6000, currency: 'twd' }])
  expect(await now(id)).toMatchObject({ status: 'done' })
})

test('yen go to Stripe as yen, and come back as what was asked for', async () => {
  const inYen = { minimumWalletPrice: 300, minimumSubscriptionPrice: 300, maximumWalletPrice: 50_000, maximumSubscriptionPrice: 50_000 }
  await db.transaction((tx) => settings.save(tx, { currency: 'JPY', tokenConversionRate: 15, ...inYen }, undefined))
  await ready()
  const id = await processed()
  await runs()
  expect(await now(id)).toMatchObject({ amount: 900_000, currency: 'JPY', status: 'done' })
  expect(transfers(id)).toMatchObject([{ amount: 9000, currency: 'jpy' }])
})

// The site gets another secret: what the old one opens moves over, and with what nothing opens the site goes on.
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { report, sealed } from './keys-change.ts'
import { handlers as destinationRoutes } from '#server/money/destinations/routes.ts'
import * as merchants from '#server/money/merchants/merchants.ts'
import * as destinations from '#server/money/destinations/destinations.ts'
import { handlers as merchantRoutes } from '#server/money/merchants/routes.ts'
import { handlers as gateways } from '#server/money/payments/routes.ts'
import { ccbillNames, ccbillPost, openCcbill } from '#server/money/payments/gateways/testing-ccbill.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { handlers } from '#server/money/payouts/routes.ts'
import { bankOfMei, closeOffice, creator, daysAgo, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import { handlers as books } from '#server/people/addresses/routes.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { changeKey, keysOf, type Place } from '#server/platform/keys/keys.ts'
import { ownerUrl } from '#server/platform/testing/clone.ts'

let db: Database
let owner: Database
let staff: payouts.Actor
let place: Place
let mei: Creator
let lan: Creator
let asked: string
let byPaypal: string
let hook: URL

const home = { name: '林小美', country: 'TW', city: '臺北市', streetAddress: '忠孝西路一段1號', zipCode: '100' }
beforeEach(async () => {
  ;({ db, staff } = await openOffice())
  openCcbill()
  owner = connect({ connection: { connectionString: await ownerUrl(db) } })
  place = { dataDir: await mkdtemp(join(tmpdir(), 'stagedoor-keys-')), given: {} }
  useSecret((await keysOf(db, place)).secret)
  mei = await creator(db)
  lan = await creator(db)
  for (const { id } of [mei, lan]) await earns(db, id, 2000)
  await db.transaction((tx) => destinations.saveAccount(tx, lan.id, 'paypal', 'lan@pay.example'), { at: daysAgo(db, 10) })
  asked = await asks(mei, 'banking')
  byPaypal = await asks(lan, 'paypal')
  const given = { subAccountNumber: '0077', flexformId: '687fa3e0-e60d-4466-88e2-181fa56dd6a9', salt: 'their-own-salt' }
  await db.transaction((tx) => merchants.keep(tx, mei.id, 'ccbill', { isActive: true, given }))
  hook = new URL((await merchants.hookOf(db, mei.id, 'ccbill')) ?? '', 'https://stage.example')
  await db.transaction((tx) => addresses.create(tx, mei.id, home))
})
afterEach(async () => {
  await owner.close()
  await closeOffice(db)
  await rm(place.dataDir, { recursive: true })
})

const asks = async (who: Creator, accountType: 'banking' | 'paypal') =>
  (await db.transaction((tx) => payouts.request(tx, who.who, { requestTokens: 600, accountType }))).id

/** As the routes are called, by somebody. */
const by = (who: payouts.Actor) => ({ db, viewer: { kind: 'member', ...who } }) as never
const paging = { limit: 20, offset: 0 }

/** The command, as the operator gives it, and the site's next start. */
async function changesTheSecret() {
  const changed = await owner.transaction((tx) => changeKey(tx, 'secret', place, sealed))
  useSecret((await keysOf(db, place)).secret)
  return changed
}

/** CCBill tells the address that Mei gave it: who she is, is asked before anything else. */
async function receives(at: URL) {
  const { query, body, ip } = ccbillPost('BillingDateChange', { clientSubacc: '0077', ...ccbillNames(asked) }, db.now)
  const call = { db, ip, rawBody: Buffer.from(body), header: () => 'application/json' }
  const { secret: _, ...more } = query ?? {}
  const said = { ...more, eventType: 'BillingDateChange', ...Object.fromEntries(at.searchParams), gateway: 'ccbill' }
  return gateways.callhook(call as never, said)
}

test('with the old secret there everything is sealed anew, in approved payouts too, and what gateways know stays good', async () => {
  await db.transaction((tx) => payouts.change(tx, staff, asked, { status: 'approved' }))
  const before = await handlers.view(by(staff), { id: asked })
  const { moved, closed } = await changesTheSecret()
  expect([moved, closed]).toEqual([8, []])
  expect(await handlers.view(by(staff), { id: asked })).toEqual(before)
  expect(await payouts.openBank(db, staff.accountId, asked)).toMatchObject(bankOfMei)
  expect(await payouts.openBank(db, staff.accountId, await approved(byPaypal))).toMatchObject({ payoutAccount: 'lan@pay.example' })
  expect(await destinationRoutes.bank(by(mei.who), {})).toMatchObject({ details: { bankAccount: '•••• 7890' } })
  expect((await books.search(by(mei.who), paging)).data).toMatchObject([home])
  // The address of then, and the new one that she may put in its place.
  const now = new URL((await merchants.hookOf(db, mei.id, 'ccbill')) ?? '', 'https://stage.example')
  expect(now.href).not.toBe(hook.href)
  for (const each of [hook, now]) expect(await receives(each)).toEqual({ received: true })
  hook.searchParams.set('seller', lan.id)
  await expect(receives(hook)).rejects.toMatchObject({ code: 'signature_invalid' })
  // Guards are on again.
  await expect(
    owner.transaction((tx) => tx.run(sql`update payouts.requests set sealed_bank = '\\x00' where id = ${asked}`)),
  ).rejects.toThrow('stays as it was approved')
})

const approved = async (id: string) => (await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'approved' }))).id

test('with the old secret lost the site says what has to be given again, and staff reject what nobody can read', async () => {
  await rm(join(place.dataDir, 'keys', 'secret'))
  const changed = await changesTheSecret()
  expect(report('secret', changed).join('\n')).toContain(`the bank of a payout: payout:`)
  expect([changed.moved, changed.closed.length]).toEqual([0, 8])

  for (const [id, who] of [
    [asked, mei],
    [byPaypal, lan],
  ] as const) {
    expect((await handlers.search(by(staff), paging)).data.find(({ _id }) => _id === id)).toMatchObject({
      isUnreadable: true,
      nextStatuses: ['rejected'],
    })
    expect((await handlers.search(by(who.who), paging)).data).toMatchObject([{ isUnreadable: true }])
    expect(await handlers.view(by(staff), { id })).toMatchObject({ isUnreadable: true })
    await expect(approved(id)).rejects.toMatchObject({ code: 'bank_unreadable' })
    const earned = await wallet.earningsOf(db, who.id)
    await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'rejected', reason: 'Please ask again' }))
    expect(await wallet.earningsOf(db, who.id)).toBe(earned + 60_000)
  }

  const blockers = async () => (await handlers.calculate(by(mei.who), {})).blockers.map(({ code }) => code)
  expect(await blockers()).toEqual(['bank_unreadable'])
  expect(await destinationRoutes.bank(by(mei.who), {})).toEqual({ needsAgain: true })
  await expect(asks(mei, 'banking')).rejects.toMatchObject({ code: 'bank_unreadable' })
  await destinationRoutes.saveBank(by(mei.who), bankOfMei)
  expect(await blockers()).toEqual(['bank_on_hold'])

  expect((await destinationRoutes.payoutAccounts(by(lan.who), {})).data).toMatchObject([{ type: 'paypal', needsAgain: true }])
  await destinationRoutes.savePayoutAccount(by(lan.who), { type: 'paypal', payoutAccount: 'lan@pay.example' })
  expect((await destinationRoutes.payoutAccounts(by(lan.who), {})).data).toMatchObject([{ payoutAccount: 'l•••@pay.example' }])

  // Nothing is sold through an account that nobody can read, nor by the site's in its place; what runs there is still received.
  expect((await merchantRoutes.ownAccounts(by(mei.who), {})).data).toEqual([
    { key: 'ccbill', status: 'active', ending: '77', needsAgain: true },
  ])
  await expect(merchantRoutes.ownAccount(by(mei.who), { key: 'ccbill', status: 'active' })).rejects.toMatchObject({ code: 'invalid' })
  expect(await receives(hook)).toEqual({ received: true })

  const [address] = (await books.search(by(mei.who), paging)).data
  expect(address).toMatchObject({ country: 'TW', name: '', needsAgain: true })
  await books.update(by(mei.who), { id: address!._id, ...home })
  expect((await books.search(by(mei.who), paging)).data).toMatchObject([home])
})

test('an old secret that lies aside is found: whoever put another in its place loses nothing', async () => {
  const folder = join(place.dataDir, 'keys')
  await rename(join(folder, 'secret'), join(folder, 'secret.old'))
  await writeFile(join(folder, 'secret'), 'ab'.repeat(32))
  expect(await changesTheSecret()).toMatchObject({ moved: 8, closed: [] })
  expect(await destinationRoutes.bank(by(mei.who), {})).toMatchObject({ details: { bankAccount: '•••• 7890' } })
})

test('every column of sealed words is one that a change moves', async () => {
  const columns = await db.many<{ name: string }>(sql`
    select table_schema || '.' || table_name || '.' || column_name as name from information_schema.columns
    where data_type = 'bytea' and column_name like 'sealed%' order by 1`)
  expect(sealed.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(columns.map(({ name }) => name))
})

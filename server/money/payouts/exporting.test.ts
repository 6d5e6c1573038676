import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as destinations from '#server/money/destinations/destinations.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import { bankOfMei, closeOffice, creator, earns, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
let staff: payouts.Actor
let mei: Creator

beforeAll(async () => {
  ;({ db, staff } = await openOffice())
})
afterAll(() => closeOffice(db))
beforeEach(async () => {
  mei = await creator(db)
})

const saves = (more: Partial<typeof bankOfMei>) => db.transaction((tx) => destinations.saveBank(tx, mei.id, { ...bankOfMei, ...more }))
const approvedOf = async (who: Creator, tokens = 600) => {
  await earns(db, who.id, tokens)
  const { id } = await db.transaction((tx) => payouts.request(tx, who.who, { requestTokens: tokens, accountType: 'banking' }))
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'approved' }))
  return id
}
const exported = (ids?: string[]) => db.transaction((tx) => payouts.exportApproved(tx, staff.accountId, ids))
const deeds = async (action: string, subjectId: string) =>
  (await db.one<{ n: number }>(sql`select count(*) as n from audit.entries where action = ${action} and subject_id = ${subjectId}`)).n

test('a request seals a copy of its own, and nothing else in the database tells where the money goes', async () => {
  const id = await approvedOf(mei)
  const { dump } = await db.one<{ dump: string }>(sql`
    select string_agg(x, ' ') as dump from (select a::text as x from audit.entries a union all select o::text from outbox.events o
      union all select l::text from mail.letters l union all select r::text from payouts.requests r) all_of_it`)
  expect(dump).not.toContain('3456 7890')
  await db.transaction((tx) => tx.run(sql`update destinations.bank_details set sealed = '\\x00' where account_id = ${mei.id}`))
  await expect(exported([id])).resolves.toMatchObject({ count: 1 })
})

test('a payout goes to the account of the moment of asking, whatever is changed afterwards', async () => {
  const id = await approvedOf(mei)
  await saves({ bankAccount: '6666 6666' })
  expect(await payouts.openBank(db, staff.accountId, id)).toMatchObject({ bankAccount: '0012 3456 7890' })
})

test('staff open bank details of an approved request only, and each look is on record', async () => {
  await earns(db, mei.id, 600)
  const { id } = await db.transaction((tx) => payouts.request(tx, mei.who, { requestTokens: 600, accountType: 'banking' }))
  await expect(payouts.openBank(db, staff.accountId, id)).rejects.toMatchObject({ code: 'payout_not_approved' })
  expect(await deeds('payouts.bank_viewed', id)).toBe(0)
  await db.transaction((tx) => payouts.change(tx, staff, id, { status: 'approved' }))
  await payouts.openBank(db, staff.accountId, id)
  await payouts.openBank(db, staff.accountId, id)
  expect(await deeds('payouts.bank_viewed', id)).toBe(2)
})

test('the bank’s file has each approved payout once, less the fee, and no cell that a spreadsheet would run', async () => {
  await db.transaction((tx) => settings.save(tx, { payoutFee: 1.5 }, undefined))
  const mine = await approvedOf(mei)
  const sly = await creator(db, { bank: { ...bankOfMei, bankName: '=HYPERLINK("http://x","y")', city: 'Taipei, "Old" Town' } })
  const theirs = await approvedOf(sly, 750)
  await db.transaction((tx) => settings.save(tx, { payoutFee: 0 }, undefined))
  const file = await exported([mine, theirs])
  expect(file).toMatchObject({ count: 2, total: 58_50 + 73_50, currency: 'USD' })
  const [heads, ...rows] = file.csv.trimEnd().split('\r\n')
  expect(heads).toBe('\uFEFFpayout,payee,bank,account,routing,swift,address,city,state,country,amount,currency,reference')
  expect(rows).toHaveLength(2)
  expect(rows[0]).toMatch(/^\d+,Mei Lin,"Harbour Bank, Old Town",0012 3456 7890,,,7 Tide Lane,Taipei,,TW,58.50,USD,Stagedoor \d+$/)
  expect(rows[1]).toContain(`"'=HYPERLINK(""http://x"",""y"")"`)
  expect(rows[1]).toContain('"Taipei, ""Old"" Town"')
  for (const id of [mine, theirs]) expect((await payouts.find(db, staff, id)).status).toBe('processing')
  expect(await deeds('payouts.batch_made', file.id)).toBe(1)
  await expect(exported([mine, theirs])).rejects.toMatchObject({ code: 'nothing_to_export' })
  const again = await db.transaction((tx) => payouts.exportAgain(tx, staff.accountId, file.id))
  expect(again.csv).toBe(file.csv)
  expect(await deeds('payouts.batch_read', file.id)).toBe(1)
})

test('the same file again has nothing that was rejected since, and says how many it leaves out', async () => {
  const sly = await creator(db)
  const [mine, theirs] = [await approvedOf(mei), await approvedOf(sly, 750)]
  const { id, csv } = await exported([mine, theirs])
  const again = () => db.transaction((tx) => payouts.exportAgain(tx, staff.accountId, id))
  const rejects = (request: string) =>
    db.transaction((tx) => payouts.change(tx, staff, request, { status: 'rejected', reason: '銀行退回' }))
  await rejects(theirs)
  const file = await again()
  expect(file).toMatchObject({ count: 1, leftOut: 1, total: 60_00, currency: 'USD' })
  expect(file.csv.trimEnd().split('\r\n')).toEqual(csv.split('\r\n').slice(0, 2))
  await rejects(mine)
  await expect(again()).rejects.toMatchObject({ code: 'nothing_to_export' })
})

test('two who export at once share the approved ones between them: none is in two files', async () => {
  const ids = [await approvedOf(mei), await approvedOf(await creator(db)), await approvedOf(await creator(db))]
  const files = await Promise.allSettled([exported(ids), exported(ids)])
  const made = files.flatMap((file) => (file.status === 'fulfilled' ? [file.value.count] : []))
  expect(made).toEqual([3])
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import * as destinations from '#server/money/destinations/destinations.ts'
import { handlers } from '#server/money/destinations/routes.ts'
import { bankOfMei, closeOffice, creator, openOffice, type Creator } from '#server/money/payouts/testing.ts'
import type { Actor } from '#server/money/payouts/payouts.ts'
import { sql, type Database } from '#server/platform/db/db.ts'

let db: Database
let mei: Creator

beforeAll(async () => {
  ;({ db } = await openOffice())
})
afterAll(() => closeOffice(db))
beforeEach(async () => {
  mei = await creator(db)
})

const saves = (more: Partial<typeof bankOfMei>) => db.transaction((tx) => destinations.saveBank(tx, mei.id, { ...bankOfMei, ...more }))
const call = (who: Actor) => ({ db, viewer: { kind: 'member', ...who } }) as unknown as Parameters<typeof handlers.bank>[0]
const lettersAbout = async (subject: string) =>
  (await db.one<{ n: number }>(sql`select count(*) as n from mail.letters where recipient = ${mei.email} and subject = ${subject}`)).n

test('nothing in their row tells where the money goes, and what was moved to another row does not open', async () => {
  const row = await db.one<{ sealed: Buffer }>(sql`select sealed from destinations.bank_details where account_id = ${mei.id}`)
  for (const part of ['Lin', '0012', 'Harbour', 'Tide']) expect(row.sealed.includes(Buffer.from(part)), part).toBe(false)
  const other = await creator(db)
  await db.transaction((tx) => tx.run(sql`update destinations.bank_details set sealed = ${row.sealed} where account_id = ${other.id}`))
  expect(await destinations.bankOf(db, other.id)).toMatchObject({ details: undefined, matchesName: false })
})

test('its owner reads it masked; every change is held for 72 hours and told, the same again is neither', async () => {
  const { details } = await handlers.bank(call(mei.who), {})
  expect(details).toMatchObject({ bankAccount: '•••• 7890', lastName: 'Lin', matchesName: true })
  expect(details).not.toHaveProperty('holdUntil')
  expect(JSON.stringify(details)).not.toContain('3456 7')
  expect(await lettersAbout('Your bank details were changed')).toBe(1)
  await saves({ firstName: '  Mei ' })
  expect((await handlers.bank(call(mei.who), {})).details).not.toHaveProperty('holdUntil')
  expect(await lettersAbout('Your bank details were changed')).toBe(1)
  await saves({ bankAccount: '0099 8877 6655', taxId: 'A123456789' })
  const after = (await handlers.bank(call(mei.who), {})).details
  expect(after).toMatchObject({ bankAccount: '•••• 6655', taxId: '•••• 6789' })
  expect(Math.round((Date.parse(after?.holdUntil ?? '') - Date.now()) / 3_600_000)).toBe(72)
  expect(await lettersAbout('Your bank details were changed')).toBe(2)
  await expect(saves({ country: 'XX' })).rejects.toMatchObject({ code: 'unknown_country' })
  await expect(saves({ lastName: ' ' })).rejects.toMatchObject({ code: 'invalid', fields: [{ field: 'lastName' }] })
})

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import * as addresses from '#server/people/addresses/addresses.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { sql, type Database } from '#server/platform/db/db.ts'

let db: Database
let mei: string
let bo: string
beforeAll(async () => {
  useSecret(randomBytes(32))
  db = await ownDatabase()
})
afterAll(() => db.close())
beforeEach(async () => {
  mei = (await somebody(db)).id
  bo = (await somebody(db)).id
})

const home: addresses.PostalAddress = { name: '林小美', country: 'TW', city: '臺北市', streetAddress: '忠孝西路一段1號', zipCode: '100' }
const add = (owner: string, more: Partial<addresses.PostalAddress> = {}) =>
  db.transaction((tx) => addresses.create(tx, owner, { ...home, ...more }))
const change = (owner: string, id: string, more: Partial<addresses.PostalAddress>) =>
  db.transaction((tx) => addresses.update(tx, owner, id, { ...home, ...more }))
const all = (owner: string) => addresses.list(db, owner, { limit: 20, offset: 0 })

test('someone keeps an address, finds it as they wrote it, changes it and lets it go', async () => {
  const id = await add(mei, { phone: ' +886 2 0000 0000 ', district: '  ', ward: '', name: '林  小美' })
  expect(await addresses.find(db, mei, id)).toMatchObject({ id, postal: { ...home, name: '林 小美', phone: '+886 2 0000 0000' } })
  expect(Object.keys((await addresses.find(db, mei, id))?.postal ?? {}), 'what is blank is left out').not.toContain('district')
  await change(mei, id, { city: '高雄市' })
  expect((await all(mei)).rows).toMatchObject([{ id, postal: { city: '高雄市' } }])
  const second = await add(mei, { description: '公司' })
  expect(
    (await all(mei)).rows.map((row) => row.id),
    'newest first',
  ).toEqual([second, id])
  await db.transaction((tx) => addresses.remove(tx, mei, id))
  expect((await all(mei)).total).toBe(1)
})

test('nothing in the database tells where somebody lives, except their country', async () => {
  await add(mei, { phone: '+886 912 000 000' })
  const row = await db.one<{ id: string; sealed: Buffer }>(sql`select id, sealed from addresses.addresses where owner_id = ${mei}`)
  for (const part of ['小美', '臺北', '忠孝', '+886 912']) expect(row.sealed.includes(Buffer.from(part)), part).toBe(false)
  expect(await db.one(sql`select * from addresses.addresses where id = ${row.id}`)).toEqual({
    id: row.id,
    owner_id: mei,
    country: 'TW',
    sealed: row.sealed,
    created_at: expect.any(Date),
    updated_at: expect.any(Date),
  })
})

test('an address that was moved to another row, or touched, does not open', async () => {
  const [one, other] = [await add(mei), await add(bo)]
  await db.transaction((tx) =>
    tx.run(sql`update addresses.addresses set sealed = (select sealed from addresses.addresses where id = ${one}) where id = ${other}`),
  )
  expect(await addresses.find(db, bo, other)).toMatchObject({ id: other, postal: undefined })
  await db.transaction((tx) =>
    tx.run(sql`update addresses.addresses set sealed = set_byte(sealed, 30, (get_byte(sealed, 30) + 1) % 256) where id = ${one}`),
  )
  expect(await addresses.find(db, mei, one)).toMatchObject({ id: one, postal: undefined })
})

test('another’s address is not there: not to read, change or delete', async () => {
  const id = await add(mei)
  expect(await addresses.find(db, bo, id)).toBeUndefined()
  expect((await all(bo)).total).toBe(0)
  await expect(change(bo, id, { city: '臺南市' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(db.transaction((tx) => addresses.remove(tx, bo, id))).rejects.toMatchObject({ code: 'not_found' })
  expect(await addresses.find(db, mei, id)).toMatchObject({ postal: { city: '臺北市' } })
})

test('a book holds ten, also when twelve are sent at the same time', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 12 }, () => add(mei)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const one of tries)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'too_many_addresses', details: { limit: 10 } })
  expect((await all(mei)).total).toBe(10)
  const [first] = (await all(mei)).rows
  await db.transaction((tx) => addresses.remove(tx, mei, first?.id ?? ''))
  await add(mei)
  await add(bo)
})

test('a country that does not exist and a blank line are refused by their field', async () => {
  await expect(add(mei, { country: 'XX' })).rejects.toMatchObject({ code: 'unknown_country', fields: [{ field: 'country' }] })
  for (const field of ['name', 'city', 'streetAddress', 'zipCode'])
    await expect(add(mei, { [field]: ' \n ' }), field).rejects.toMatchObject({ code: 'invalid', fields: [{ field, code: 'required' }] })
  const id = await add(mei)
  await expect(change(mei, id, { country: 'ZZ' })).rejects.toMatchObject({ code: 'unknown_country' })
  expect((await all(mei)).rows).toMatchObject([{ postal: home }])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as settings from '#server/site/settings/settings.ts'

let db: Database
beforeAll(async () => {
  db = await ownDatabase()
})
afterAll(() => db.close())

const block = (from: string, to: string) => db.transaction((tx) => blocks.block(tx, from, { targetId: to, reason: '<b>rude</b>' }))
const hideFrom = (performer: string, codes: string[]) => db.transaction((tx) => blocks.setCountries(tx, performer, codes))
const set = (values: Record<string, unknown>) => db.transaction((tx) => settings.save(tx, values, undefined))
const hidden = async (viewer: string | undefined, country: string | undefined, ids: string[]) => [
  ...(await blocks.isHidden(db, viewer, country, ids)),
]

test('a block hides both from each other, and only the blocker may know of it (calls.md section 6)', async () => {
  const [fan, performer, other] = [await somebody(db), await somebody(db, { role: 'performer' }), await somebody(db)]
  await block(fan.id, performer.id)
  for (const [viewer, target] of [
    [fan.id, performer.id],
    [performer.id, fan.id],
  ] as const) {
    expect(await hidden(viewer, 'TW', [target, other.id])).toEqual([target])
    expect([...(await blocks.blocksBetween(db, viewer, [target, other.id]))]).toEqual([target])
  }
  expect([...(await blocks.blockedAmong(db, fan.id, [performer.id]))]).toEqual([performer.id])
  expect([...(await blocks.blockedAmong(db, performer.id, [fan.id]))]).toEqual([])
  expect(await hidden(other.id, 'TW', [performer.id, fan.id])).toEqual([])
  expect(await blocks.blockedBy(db, fan.id, { limit: 10, offset: 0 })).toMatchObject({
    total: 1,
    rows: [{ blockedId: performer.id, reason: 'rude' }],
  })
  expect(await blocks.blockedBy(db, fan.id, { limit: 10, offset: 5 })).toEqual({ total: 1, rows: [] })
})

test('blocking twice is one block and one fact; lifting it ends it', async () => {
  const [fan, performer] = [await somebody(db), await somebody(db, { role: 'performer' })]
  await block(fan.id, performer.id)
  await block(fan.id, performer.id)
  expect(await db.many(sql`select 1 from outbox.events where name = 'user.blocked' and payload ->> 'blockerId' = ${fan.id}`)).toHaveLength(
    1,
  )
  await db.transaction((tx) => blocks.unblock(tx, fan.id, performer.id))
  await db.transaction((tx) => blocks.unblock(tx, fan.id, performer.id))
  expect(await hidden(fan.id, undefined, [performer.id])).toEqual([])
})

test('lifting one’s own block leaves the other side’s standing', async () => {
  const [one, two] = [await somebody(db), await somebody(db)]
  await block(one.id, two.id)
  await block(two.id, one.id)
  await db.transaction((tx) => blocks.unblock(tx, one.id, two.id))
  expect(await hidden(one.id, undefined, [two.id])).toEqual([two.id])
})

test('nobody blocks themselves, staff, or someone who is not there', async () => {
  const [fan, staff, pending] = [
    await somebody(db),
    await somebody(db, { role: 'staff' }),
    await somebody(db, { role: 'performer', state: 'pending' }),
  ]
  await expect(block(fan.id, fan.id)).rejects.toMatchObject({ code: 'cannot_block_yourself' })
  for (const id of [staff.id, pending.id, '0198f9a0-0000-7000-8000-000000000000'])
    await expect(block(fan.id, id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(db.pool.query('insert into blocks.users values ($1, $1, $2, now())', [fan.id, ''])).rejects.toMatchObject({
    constraint: 'not_oneself',
  })
})

test('a performer hides from countries; the list is replaced whole and on record', async () => {
  const [performer, open] = [await somebody(db, { role: 'performer' }), await somebody(db, { role: 'performer' })]
  expect(await hideFrom(performer.id, ['US', 'TW'])).toEqual(['TW', 'US'])
  expect(await hideFrom(performer.id, ['TW', 'JP'])).toEqual(['JP', 'TW'])
  expect(await hidden(undefined, 'TW', [performer.id, open.id])).toEqual([performer.id])
  expect(await hidden(undefined, 'US', [performer.id, open.id])).toEqual([])
  expect(await hidden(performer.id, 'TW', [performer.id])).toEqual([])
  expect(
    await db.many(
      sql`select detail from audit.entries where action = 'blocks.countries_changed' and subject_id = ${performer.id} order by id`,
    ),
  ).toEqual([{ detail: { from: [], to: ['TW', 'US'] } }, { detail: { from: ['TW', 'US'], to: ['JP', 'TW'] } }])
  await expect(hideFrom(performer.id, ['TW', 'XX'])).rejects.toMatchObject({ code: 'unknown_country', fields: [{ field: 'countryCodes' }] })
  expect(await hideFrom(performer.id, [])).toEqual([])
  expect(await hidden(undefined, 'TW', [performer.id])).toEqual([])
})

test('an unknown country passes by default and is shut out by a strict site (calls.md section 6)', async () => {
  const [performer, open] = [await somebody(db, { role: 'performer' }), await somebody(db, { role: 'performer' })]
  await hideFrom(performer.id, ['US'])
  expect(await blocks.checkCountry(db, undefined)).toEqual({ blocked: false })
  expect(await hidden(undefined, undefined, [performer.id, open.id])).toEqual([])
  await set({ unknownCountry: 'deny' })
  expect(await blocks.checkCountry(db, undefined)).toEqual({ blocked: true, reason: 'unknown' })
  expect(await hidden(undefined, undefined, [performer.id, open.id])).toEqual([performer.id])
  await set({ unknownCountry: 'allow' })
})

test('the check answers for the site, and with a performer for their list too (calls.md section 1)', async () => {
  const performer = await somebody(db, { role: 'performer' })
  await hideFrom(performer.id, ['JP'])
  await set({ blockedCountries: ['FR'] })
  expect(await blocks.checkCountry(db, 'FR')).toEqual({ blocked: true, countryCode: 'FR', reason: 'site' })
  expect(await blocks.checkCountry(db, 'JP')).toEqual({ blocked: false, countryCode: 'JP' })
  expect(await blocks.checkCountry(db, 'JP', performer.id)).toEqual({ blocked: true, countryCode: 'JP', reason: 'performer' })
  expect(await blocks.checkCountry(db, 'TW', performer.id)).toEqual({ blocked: false, countryCode: 'TW' })
})

test('someone who closed their account still has a card in old lists', async () => {
  const [fan, gone] = [await somebody(db), await somebody(db)]
  await block(fan.id, gone.id)
  await db.transaction((tx) => accounts.setState(tx, gone.id, 'closed'))
  expect((await accounts.people(db, [gone.id])).get(gone.id)?.state).toBe('closed')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database } from '#server/platform/db/db.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { ownDatabase, somebody } from '#server/people/accounts/testing.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as follows from '#server/people/follows/follows.ts'
import { listen } from '#server/people/follows/listeners.ts'
import { handlers } from '#server/people/follows/routes.ts'

let db: Database
beforeAll(async () => {
  db = await ownDatabase()
})
afterAll(() => db.close())

const follow = (fan: string, performer: string, country?: string) => db.transaction((tx) => follows.follow(tx, fan, performer, country))
const unfollow = (fan: string, performer: string) => db.transaction((tx) => follows.unfollow(tx, fan, performer))
const performer = () => somebody(db, { role: 'performer' })
/** What the fan's own list shows, from this country. */
const listed = async (fan: string, country?: string, paging = { limit: 20, offset: 0 }) => {
  const { data, total } = await handlers.following({ db, viewer: { accountId: fan }, country: () => country } as never, paging)
  return { names: data.map((line) => line.performer.username), total }
}

test('following is free and idempotent, and so is leaving (calls.md section 4)', async () => {
  const [fan, one] = [await somebody(db), await performer()]
  await follow(fan.id, one.id)
  await follow(fan.id, one.id)
  expect([...(await follows.followedAmong(db, fan.id, [one.id, fan.id]))]).toEqual([one.id])
  expect((await follows.followerCounts(db, [one.id, fan.id])).get(one.id)).toBe(1)
  expect(
    await db.many(sql`select 1 from outbox.events where name = 'performer.followed' and payload ->> 'fanId' = ${fan.id}`),
  ).toHaveLength(1)
  await unfollow(fan.id, one.id)
  await unfollow(fan.id, one.id)
  expect(await follows.followerCounts(db, [one.id])).toEqual(new Map([[one.id, 0]]))
})

test('only open performers can be followed; one who is hidden is as if not there', async () => {
  const [fan, blocker, away, pending] = [
    await somebody(db),
    await performer(),
    await performer(),
    await somebody(db, { role: 'performer', state: 'pending' }),
  ]
  await db.transaction((tx) => blocks.block(tx, blocker.id, { targetId: fan.id }))
  await db.transaction((tx) => blocks.setCountries(tx, away.id, ['TW']))
  for (const id of [blocker.id, pending.id, (await somebody(db)).id, '0198f9a0-0000-7000-8000-000000000000'])
    await expect(follow(fan.id, id)).rejects.toMatchObject({ code: 'not_found', status: 404 })
  await expect(follow(fan.id, away.id, 'TW')).rejects.toMatchObject({ code: 'not_found' })
  await follow(fan.id, away.id, 'JP')
  await expect(follow(fan.id, fan.id)).rejects.toMatchObject({ code: 'cannot_follow_yourself' })
})

test('a block ends following, in both directions (calls.md, decisions)', async () => {
  const outbox = createOutbox(
    db,
    createJobs(db, () => {}),
    (error) => {
      throw error
    },
  )
  listen(outbox)
  const [one, two] = [await performer(), await performer()]
  await follow(one.id, two.id)
  await follow(two.id, one.id)
  await db.transaction((tx) => blocks.block(tx, one.id, { targetId: two.id }))
  await outbox.drain()
  expect([...(await follows.followerCounts(db, [one.id, two.id])).values()]).toEqual([0, 0])
})

test('the list is newest first, page by page, without those who are hidden from here or gone', async () => {
  const fan = await somebody(db)
  const all = [await performer(), await performer(), await performer(), await performer()]
  for (const { id } of all) await follow(fan.id, id)
  const names = all.map(({ username }) => username).toReversed()
  expect(await listed(fan.id)).toEqual({ names, total: 4 })
  expect(await listed(fan.id, undefined, { limit: 2, offset: 1 })).toEqual({ names: names.slice(1, 3), total: 4 })
  await db.transaction((tx) => blocks.setCountries(tx, all[0]?.id ?? '', ['TW']))
  await db.transaction((tx) => accounts.setState(tx, all[1]?.id ?? '', 'closed'))
  expect(await listed(fan.id, 'TW')).toEqual({ names: names.slice(0, 2), total: 2 })
})

test('a performer’s followers come in pages, newest first', async () => {
  const star = await performer()
  const fans = [await somebody(db), await somebody(db), await somebody(db)]
  for (const { id } of fans) await follow(id, star.id)
  const { rows, total } = await follows.followersOf(db, star.id, { limit: 2, offset: 0 })
  expect({ ids: rows.map(({ fanId }) => fanId), total }).toEqual({ ids: [fans[2]?.id, fans[1]?.id], total: 3 })
})

test('followers are counted as they come and go: many at the same time, in one statement, and whoever writes it', async () => {
  const stars = [await performer(), await performer(), await performer()]
  const fans: { id: string }[] = []
  for (let n = 0; n < 8; n++) fans.push(await somebody(db))
  const ids = stars.map(({ id }) => id)
  const counted = async () => [...(await follows.followerCounts(db, ids)).values()]
  const rows = async () =>
    (
      await db.many<{ followers: number }>(sql`
        select (select count(*) from follows.follows where performer_id = id) as followers from unnest(${ids}::uuid[]) with ordinality as p (id, n) order by n`)
    ).map(({ followers }) => followers)
  await Promise.all(fans.flatMap((fan, n) => (n % 2 === 0 ? ids : ids.toReversed()).map((id) => follow(fan.id, id))))
  expect([await counted(), await rows()]).toEqual([
    [8, 8, 8],
    [8, 8, 8],
  ])
  await Promise.all([
    ...fans.slice(0, 3).map((fan) => unfollow(fan.id, ids[0] ?? '')),
    db.transaction((tx) => tx.run(sql`delete from follows.follows where fan_id = ${fans[7]?.id}`)),
  ])
  expect([await counted(), await rows()]).toEqual([
    [4, 7, 7],
    [4, 7, 7],
  ])
  await db.transaction((tx) =>
    tx.run(sql`
      insert into follows.follows (fan_id, performer_id, created_at) select ${fans[7]?.id}, id, ${tx.now} from unnest(${ids}::uuid[]) as id`),
  )
  const undone = db.transaction(async (tx) => {
    await follows.unfollow(tx, fans[6]?.id ?? '', ids[1] ?? '')
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect([await counted(), await rows()]).toEqual([
    [5, 8, 8],
    [5, 8, 8],
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Holding, holdingOf } from '#server/media/uploads/holding.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

/** Two processes. */
const databases: Database[] = []
let one: Holding
let two: Holding
beforeAll(async () => {
  const connection = await cloneDatabase()
  databases.push(connect({ connection }), connect({ connection }))
  ;[one, two] = databases.map(holdingOf) as [Holding, Holding]
})
afterAll(() => Promise.all(databases.map((each) => each.close())))

/** The server has the databases of other tests, too, and tells of all their locks. */
const heldHere = sql`
  from pg_locks where locktype = 'advisory' and classid = 7104 and database = (select oid from pg_database where datname = current_database())`

const triesAWhile = () => AbortSignal.timeout(400)

test('what one process holds no other gets until it is let go; another upload it does', async () => {
  expect(await one.hold('film')).toBe(true)
  expect(await two.hold('film', triesAWhile())).toBe(false)
  expect(await two.hold('song', triesAWhile())).toBe(true)
  const waits = two.hold('film')
  await one.letGo('film')
  expect(await waits).toBe(true)
  expect(await one.hold('film', triesAWhile())).toBe(false)
  await Promise.all([two.letGo('film'), two.letGo('song')])
  expect(await one.within('film', async () => 'made')).toBe('made')
  const held = await databases[0]!.many(sql`select ${heldHere}`)
  expect(held).toHaveLength(0)
})

test('what a process holds whose connection ends is anybody’s, and it lets go of it all the same', async () => {
  expect(await one.hold('film')).toBe(true)
  await databases[1]!.many(sql`select pg_terminate_backend(pid) ${heldHere} and pid <> pg_backend_pid()`)
  expect(await two.hold('film')).toBe(true)
  await one.letGo('film')
  expect(await one.hold('film', triesAWhile())).toBe(false)
  await two.letGo('film')
  expect(await one.within('film', async () => 'made')).toBe('made')
})

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member } from '#server/catalogue/feeds/testing.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
let fans: string[]
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  fans = await Promise.all(Array.from({ length: 8 }, async () => (await member(db, 'user')).accountId))
})
afterAll(() => db.close())

const like = (by: string, targetId: string) =>
  db.transaction((tx) => reactions.react(tx, { by, targetId, targetKind: 'feed', action: 'like' }))
const unlike = (by: string, targetId: string) =>
  db.transaction((tx) => reactions.unreact(tx, { by, targetId, targetKind: 'feed', action: 'like' }))
const of = async (targetId: string, reader?: string) => (await reactions.countersOf(db, reader, [targetId]))(targetId)

test('liking twice counts once, taking back twice counts once, and another’s like stays (calls.md section 7)', async () => {
  const target = randomUUID()
  const [a = '', b = ''] = fans
  for (const by of [a, a, b]) await like(by, target)
  expect(await of(target, a)).toMatchObject({ likes: 2, isLiked: true, isBookmarked: false })
  for (const by of [a, a]) await unlike(by, target)
  expect(await of(target, a)).toMatchObject({ likes: 1, isLiked: false })
  expect(await of(target, b)).toMatchObject({ likes: 1, isLiked: true })
  expect(await of(target)).toMatchObject({ likes: 1, isLiked: false })
})

test('counters are exact before, while and after they are folded, whoever folds at the same time', async () => {
  const target = randomUUID()
  await Promise.all(
    fans.map(async (by, index) => {
      await like(by, target)
      if (index % 2 === 0) await unlike(by, target)
      await Promise.all([db.transaction(reactions.fold), like(by, target), db.transaction(reactions.fold)])
      if (index % 4 === 0) await unlike(by, target)
    }),
  )
  expect((await of(target)).likes).toBe(6)
  while ((await db.transaction(reactions.fold)) > 0);
  expect((await of(target)).likes).toBe(6)
  expect((await db.pool.query('select 1 from reactions.waiting where target_id = $1', [target])).rowCount).toBe(0)
})

test('many fans liking one post in the same second do not wait for one row', async () => {
  const target = randomUUID()
  await like(fans[0] ?? '', target)
  await db.transaction(async (tx) => {
    await reactions.react(tx, { by: fans[1] ?? '', targetId: target, targetKind: 'feed', action: 'like' })
    // Another's like commits while this one is still open.
    await like(fans[2] ?? '', target)
  })
  expect((await of(target)).likes).toBe(3)
})

test('a fan who looks again in the same hour counts once, in another hour again; who looked is forgotten by then', async () => {
  const target = randomUUID()
  const [fan = ''] = fans
  const looks = (at: Date) => db.transaction((tx) => reactions.viewed(tx, fan, target), { at })
  const [noon, later] = [new Date('2026-11-21T12:10:00Z'), new Date('2026-11-21T13:10:00Z')]
  for (const at of [noon, noon]) await looks(at)
  expect((await of(target)).views).toBe(1)
  const kept = async () => (await db.pool.query('select 1 from reactions.views where target_id = $1', [target])).rowCount
  await db.transaction(reactions.forgetViews, { at: new Date('2026-11-21T12:59:00Z') })
  expect(await kept()).toBe(1)
  await db.transaction(reactions.forgetViews, { at: later })
  expect(await kept()).toBe(0)
  await looks(later)
  expect((await of(target)).views).toBe(2)
})

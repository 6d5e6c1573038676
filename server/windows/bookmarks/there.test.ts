// What is there to be known of what somebody kept or bought: the lists' own condition in SQL, held against access.mayView in whatever state
// a work may be, for whomever, from wherever.
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as access from '#server/catalogue/access/access.ts'
import * as feeds from '#server/catalogue/feeds/feeds.ts'
import { block, buying, member, picture, review } from '#server/catalogue/feeds/testing.ts'
import * as works from '#server/catalogue/works/works.ts'
import { ownPlace } from '#server/media/images/testing.ts'
import { sql, type Database, type Sql } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as bookmarks from '#server/windows/bookmarks/bookmarks.ts'

let db: Database
let close: () => Promise<void>
let fan: Member
let staff: Member
let creators: Member[]
let all: string[]

const fates = {
  shown: sql`title = title`,
  waiting: sql`state = 'pending_review'`,
  draft: sql`state = 'draft'`,
  rejected: sql`state = 'rejected', decision_reason = 'No.'`,
  removed: sql`state = 'removed', decision_reason = 'An order of a court.'`,
  deleted: sql`deleted_at = created_at`,
  coming: sql`published_at = created_at + interval '1 day'`,
  over: sql`expires_at = created_at`,
}
const many = 2300

beforeAll(async () => {
  ;({ db, close } = await ownPlace())
  await review(db, 'after')
  fan = await member(db, 'user', { balance: 100_000 })
  staff = await member(db, 'staff')
  creators = [await member(db, 'performer'), await member(db, 'performer'), await member(db, 'performer'), await member(db, 'performer')]
  const [, blocking, blocked, hiding] = creators
  const fated: [string, Sql][] = []
  for (const creator of creators) {
    const media = [await picture(db, creator)]
    for (const [fate, change] of Object.entries(fates))
      for (const isBought of [true, false]) {
        const draft = { type: 'photo' as const, text: fate, media, audience: 'ppv' as const, price: 500 }
        const id = await db.transaction((tx) => feeds.publish(tx, creator.accountId, draft))
        if (isBought) await buying(db, fan, id)
        fated.push([id, change])
      }
  }
  for (const [id, change] of fated) await db.transaction((tx) => tx.run(sql`update works.works set ${change} where id = ${id}`))
  all = fated.map(([id]) => id)
  await block(db, blocking!, fan)
  await block(db, fan, blocked!)
  await db.pool.query("insert into blocks.countries (performer_id, country) values ($1, 'DE')", [hiding!.accountId])
  for (const viewer of [fan, staff, ...creators])
    await db.pool.query(
      "insert into reactions.reactions (account_id, target_id, target_kind, action, created_at) select $1, id, 'feed', 'bookmark', '2026-01-01' from unnest($2::uuid[]) as id",
      [viewer.accountId, all],
    )
})
afterAll(async () => {
  settings.forget()
  await close()
})

const list = { limit: 100, offset: 0 }

test.for([
  ['TW', 'the fan'],
  ['DE', 'the fan'],
  ['FR', 'the fan'],
  [undefined, 'the fan'],
  ['TW', 'staff'],
  ['FR', 'staff'],
  ['TW', 'a creator'],
  ['DE', 'a creator who hides there'],
] as const)('from %s, %s finds among what they kept and bought just what they may know of', async ([country, who]) => {
  await db.transaction((tx) => settings.save(tx, { blockedCountries: ['FR'], unknownCountry: country ? 'allow' : 'deny' }, undefined))
  settings.forget()
  const viewer = { 'the fan': fan, staff, 'a creator': creators[0]!, 'a creator who hides there': creators[3]! }[who]
  const found = await works.find(db, all)
  const rights = await access.mayView(db, { viewer, country }, [...found.values()])
  const there = all.filter((id) => rights.get(id)?.isThere).toSorted()
  const kept = await bookmarks.keptIds(db, { viewer, country }, 'feed', list)
  expect([kept.ids.toSorted(), kept.total]).toEqual([there, there.length])
  const bought = await bookmarks.bought(db, { viewer, country }, undefined, list)
  const theirs = there.filter((id) => rights.get(id)?.isBought)
  expect([bought.data.map(({ feed }) => feed?._id ?? '').toSorted(), bought.total]).toEqual([theirs, theirs.length])
  expect(theirs.length > 0).toBe(viewer === fan)
})

test('of 2,300 things that were kept each comes once, page by page, either way round, and no more is read than a page', async () => {
  const keeper = await member(db, 'user')
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into works.works (kind, medium, creator_id, audience, state, title, published_at, created_at, updated_at)
     select 'video', 'video', $1, 'free', 'active', 'Film', now() - interval '1 hour', now(), now() from generate_series(1, $2) returning id`,
    [creators[0]!.accountId, many],
  )
  await db.pool.query(
    `insert into reactions.reactions (account_id, target_id, target_kind, action, created_at)
     select $1, id, 'video', 'bookmark', '2026-03-01T00:00Z'::timestamptz + n / 10 * interval '1 hour' from unnest($2::uuid[]) with ordinality as k (id, n)`,
    [keeper.accountId, rows.map(({ id }) => id)],
  )
  const everyPage = async (sort: 'asc' | 'desc') => {
    const ids: string[] = []
    for (let offset = 0; offset < many + 100; offset += 100) {
      const { ids: page, total } = await bookmarks.keptIds(db, { viewer: keeper }, 'video', { limit: 100, offset, sort })
      ids.push(...page)
      expect(total).toBe(many)
    }
    return ids
  }
  const [newest, oldest] = [await everyPage('desc'), await everyPage('asc')]
  expect([new Set(newest).size, newest.length, oldest.length]).toEqual([many, many, many])
  // Of one moment their ids decide, either way round.
  const at = (id: string) => Math.floor((rows.findIndex((row) => row.id === id) + 1) / 10)
  expect(newest.every((id, place) => place === 0 || at(newest[place - 1]!) >= at(id))).toBe(true)
  expect(oldest.every((id, place) => place === 0 || at(oldest[place - 1]!) <= at(id))).toBe(true)
  const days = { from: new Date('2026-03-02'), until: new Date('2026-03-03') }
  expect((await bookmarks.keptIds(db, { viewer: keeper }, 'video', { limit: 1, offset: 0, ...days })).total).toBe(240)

  let read = 0
  const ask = db.pool.query.bind(db.pool) as (...question: unknown[]) => Promise<{ rows: { ids?: string[] }[] }>
  Object.assign(db.pool, {
    query: async (...question: unknown[]) => {
      const answer = await ask(...question)
      read += answer.rows.reduce((sum, { ids = [] }) => sum + 1 + ids.length, 0)
      return answer
    },
  })
  await bookmarks.keptIds(db, { viewer: keeper }, 'video', { limit: 10, offset: 50 })
  expect(read).toBeLessThan(20)
})

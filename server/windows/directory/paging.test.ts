// Browsing thousands of performers. They are put in by plain SQL, and what browse should answer is worked out here from the same figures.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member } from '#server/catalogue/feeds/testing.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { visitor, type Member, type Viewer } from '#server/platform/http/viewer.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as directory from '#server/windows/directory/directory.ts'

interface Person {
  id: string
  state: 'active' | 'closed'
  approvedAt: Date
  price: number
  followers: number
  subscribers: number
  hidesFrom: string | null
}

let db: Database
let fan: Member
const asked = { statements: 0, rows: 0 }
const people: Person[] = Array.from({ length: 5200 }, (_, n) => ({
  id: randomUUID(),
  state: n % 97 === 0 ? 'closed' : 'active',
  // Several came at the same moment, and many ask the same.
  approvedAt: new Date(Date.UTC(2026, 0, 1, 0, Math.floor(n / 3))),
  price: 100 + (n % 50) * 100,
  followers: n % 7 === 0 ? n % 5 : 0,
  subscribers: n % 11 === 0 ? n % 4 : 0,
  hidesFrom: n % 50 === 0 ? 'DE' : null,
}))
const blocking = people[10]!
const blocked = people[20]!
const own = <K extends keyof Person>(key: K) => people.map((person) => person[key])

beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
  await migrateJobs(db)
  fan = await member(db, 'user')
  const fans = [await member(db, 'user'), await member(db, 'user'), await member(db, 'user'), await member(db, 'user')]
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into accounts.accounts (id, role, state, name, username, email, created_at)
      select id, 'performer', state, 'Zephyr ' || n, 'zephyr' || n, 'zephyr' || n || '@stagedoor.example', at
      from unnest(${own('id')}::uuid[], ${own('state')}::text[], ${own('approvedAt')}::timestamptz[]) with ordinality as p (id, state, at, n)`)
    await tx.run(sql`
      insert into profiles.performers (account_id, approved_at, monthly_price, currency, priced_at)
      select *, 'USD', ${tx.now}::timestamptz from unnest(${own('id')}::uuid[], ${own('approvedAt')}::timestamptz[], ${own('price')}::bigint[])`)
    await tx.run(sql`
      insert into follows.follows (fan_id, performer_id, created_at)
      select (${fans.map(({ accountId }) => accountId)}::uuid[])[k], id, ${tx.now}
      from unnest(${own('id')}::uuid[], ${own('followers')}::int[]) as p (id, many) cross join generate_series(1, many) as k`)
    await tx.run(sql`
      insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, gateway, price, currency, started_at, anchored_at, expires_at)
      select (${fans.map(({ accountId }) => accountId)}::uuid[])[k], id, 'monthly', 'monthly', 'cancelled', 'wallet', 495, 'USD', ${tx.now}, ${tx.now},
        ${tx.now}::timestamptz + interval '1 month'
      from unnest(${own('id')}::uuid[], ${own('subscribers')}::int[]) as p (id, many) cross join generate_series(1, many) as k`)
    await tx.run(sql`
      insert into blocks.countries (performer_id, country)
      select id, country from unnest(${own('id')}::uuid[], ${own('hidesFrom')}::text[]) as p (id, country) where country is not null`)
    await tx.run(sql`
      insert into blocks.users (blocker_id, blocked_id, created_at)
      values (${blocking.id}, ${fan.accountId}, ${tx.now}), (${fan.accountId}, ${blocked.id}, ${tx.now})`)
  })
  countWhatIsAsked(db)
})
afterAll(async () => {
  settings.forget()
  await db.close()
})

function countWhatIsAsked({ pool }: Database): void {
  const ask = pool.query.bind(pool) as (...question: unknown[]) => Promise<{ rows: { ids?: string[] }[] }>
  Object.assign(pool, {
    query: async (...question: unknown[]) => {
      const answer = await ask(...question)
      // Read anew once a second, whoever asks.
      if (JSON.stringify(question[0]).includes('settings.settings')) return answer
      asked.statements++
      asked.rows += answer.rows.reduce((sum, { ids = [] }) => sum + 1 + ids.length, 0)
      return answer
    },
  })
}

type Page = { limit: number; offset: number }
const browse = (filter: directory.Asked, page: Page, viewer: Viewer = visitor, country?: string) =>
  directory.search(db, { viewer, country }, filter, page)

async function everyPage(filter: directory.Asked, viewer: Viewer, country?: string): Promise<string[]> {
  const ids: string[] = []
  for (let offset = 0; ; offset += 1000) {
    const { data, total } = await browse(filter, { limit: 1000, offset }, viewer, country)
    ids.push(...data.map(({ _id }) => _id))
    if (data.length === 0) return (expect([offset, total]).toEqual([offset, ids.length]), ids)
  }
}

/** Where the one list is not the other: a thousand ids beside each other tell nobody anything. */
const differing = (ids: readonly string[], wanted: readonly string[]) =>
  ids.length === wanted.length ? ids.findIndex((id, place) => id !== wanted[place]) : `${ids.length} instead of ${wanted.length}`
const nowhere = -1

const active = people.filter(({ state }) => state === 'active')
const figures = {
  latest: ({ approvedAt }: Person) => approvedAt.getTime(),
  popular: ({ followers }: Person) => followers,
  subscriber: ({ subscribers }: Person) => subscribers,
  price: ({ price }: Person) => price,
}

function inOrder(of: readonly Person[], sortBy: keyof typeof figures, sort: 'asc' | 'desc'): string[] {
  const sign = sort === 'asc' ? 1 : -1
  const figure = figures[sortBy]
  return of.toSorted((a, b) => sign * (figure(a) - figure(b) || (a.id < b.id ? -1 : 1))).map(({ id }) => id)
}

test.for(
  (Object.keys(figures) as (keyof typeof figures)[]).flatMap((sortBy) => (['asc', 'desc'] as const).map((sort) => [sortBy, sort] as const)),
)('page by page, by %s %s, everybody of 5,200 comes once, in one order', async ([sortBy, sort]) => {
  expect(differing(await everyPage({ sortBy, sort }, visitor, 'TW'), inOrder(active, sortBy, sort))).toBe(nowhere)
})

test('whom a block or a country hides is neither in the rows nor in the total, whatever the page', async () => {
  const meets = active.filter(({ id }) => id !== blocking.id && id !== blocked.id)
  expect(differing(await everyPage({ sortBy: 'latest' }, fan, 'TW'), inOrder(meets, 'latest', 'desc'))).toBe(nowhere)
  const open = meets.filter(({ hidesFrom }) => hidesFrom === null)
  expect(differing(await everyPage({ sortBy: 'price' }, fan, 'DE'), inOrder(open, 'price', 'asc'))).toBe(nowhere)
  expect((await browse({}, { limit: 1, offset: 0 }, fan, 'DE')).total).toBe(open.length)
  // From nowhere that is known, by the setting: shown, or hidden as from every country.
  await db.transaction((tx) => settings.save(tx, { unknownCountry: 'deny' }, undefined))
  settings.forget()
  expect((await browse({}, { limit: 1, offset: 0 }, fan)).total).toBe(open.length)
  await db.transaction((tx) => settings.save(tx, { unknownCountry: 'allow' }, undefined))
  settings.forget()
  expect((await browse({}, { limit: 1, offset: 0 }, fan)).total).toBe(meets.length)
  expect((await browse({}, { limit: 1, offset: 0 }, visitor, 'DE')).total).toBe(active.filter(({ hidesFrom }) => !hidesFrom).length)
})

test('a performer who hides from where they are, or whom a block hides, still finds themselves', async () => {
  const hiding = active.find(({ hidesFrom }) => hidesFrom === 'DE')!
  const itself: Member = { kind: 'member', accountId: hiding.id, sessionId: randomUUID(), role: 'performer', username: 'x', isAdult: true }
  const ids = await everyPage({}, itself, 'DE')
  expect(ids.includes(hiding.id)).toBe(true)
  expect(ids).toHaveLength(active.filter(({ hidesFrom }) => !hidesFrom).length + 1)
})

test('a page beyond the last is empty, and its total says how many there are', async () => {
  expect(await browse({}, { limit: 20, offset: 90_000 }, visitor, 'TW')).toEqual({ data: [], total: active.length })
})

test('those found by words are all counted and come once, the exact ones first, or in the order asked for', async () => {
  const named = active.slice(0, 700)
  for (const { id } of named) await db.transaction((tx) => profiles.reindex(tx, id))
  expect(differing(await everyPage({ text: 'zephyr' }, visitor, 'TW'), inOrder(named, 'latest', 'desc'))).toBe(nowhere)
  expect(differing(await everyPage({ text: 'zephyr', sortBy: 'price' }, visitor, 'TW'), inOrder(named, 'price', 'asc'))).toBe(nowhere)
  const misspelt = await everyPage({ text: 'zephir', sortBy: 'popular' }, visitor, 'TW')
  expect(differing(misspelt, inOrder(named, 'popular', 'desc')), 'a letter is forgiven').toBe(nowhere)
  const open = named.filter(({ hidesFrom, id }) => hidesFrom === null && id !== blocking.id && id !== blocked.id)
  expect(differing(await everyPage({ text: 'zephyr' }, fan, 'DE'), inOrder(open, 'latest', 'desc'))).toBe(nowhere)
})

test('what a page asks of the database does not grow with how many performers there are', async () => {
  const cost = async (work: () => Promise<unknown>) => {
    const before = { ...asked }
    await work()
    return { statements: asked.statements - before.statements, rows: asked.rows - before.rows }
  }
  const rare = { country: 'IS' }
  await db.pool.query('update accounts.accounts set country = $2 where id = any($1)', [active.slice(0, 20).map(({ id }) => id), 'IS'])
  for (const viewer of [visitor, fan])
    for (const more of [{}, { text: 'zephyr' }] as directory.Asked[])
      for (const sortBy of ['latest', 'popular', 'subscriber', 'price'] as const) {
        const page = { limit: 10, offset: 0 }
        const [few, all] = [
          await cost(() => browse({ ...more, ...rare, sortBy }, page, viewer, 'TW')),
          await cost(() => browse({ ...more, sortBy }, page, viewer, 'TW')),
        ]
        expect([all.statements, all.rows < few.rows + 20], `${sortBy} ${JSON.stringify(few)} ${JSON.stringify(all)}`).toEqual([
          few.statements,
          true,
        ])
      }
  const handful = await cost(() => directory.random(db, { viewer: fan, country: 'DE' }, 5))
  expect(handful.rows).toBeLessThan(60)
})

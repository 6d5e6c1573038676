// A database of ten thousand or a million posts, by SQL: the doors would take an hour. Titles come from a fixed stock, so that a common word
// stands in the same part of the posts whatever their number, as it does in life; the index's terms are made by the product's own code.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as follows from '#server/people/follows/follows.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { connect, type Database, type Tx } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { spelledWords, termsOf, variantsOf } from '#server/platform/finding/terms.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'

export interface Town {
  url: string
  dataDir: string
  db: Database
  /** The fan's, who follows some of them. */
  token: string
  strike(): Promise<void>
}

const followed = 60
const creators = 400
const places = ['雨港', '夜市', '河岸', '舊城', '山徑', '燈塔', '書店', '月台', '屋頂', '市集']
const things = ['燈火', '紙傘', '爵士', '底片', '信箋', '鋼琴', '茶席', '風箏', '木偶', '星圖']
const words = ['lantern', 'harbour', 'midnight', 'paper', 'velvet', 'signal', 'copper', 'orchard', 'rehearsal', 'station']
const rare = ['heliotrope', 'quetzal', 'zephyr', 'obsidian', 'larkspur']

/** A stock of titles; one in two hundred has a rare word. */
export const titles = Array.from({ length: 2000 }, (_, n) => {
  const [place, thing, word] = [places[n % 10], things[Math.floor(n / 10) % 10], words[Math.floor(n / 100) % 10]]
  return `${place}的${thing} ${word}${n % 200 === 0 ? ` ${rare[Math.floor(n / 200) % rare.length]}` : ''} ${n}`
})

export async function buildTown(works: number): Promise<Town> {
  const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-works-'))
  const server = await startEmbedded(dataDir, { ephemeral: true })
  await migrate(server.ownerUrl)
  const db = connect({ connection: { connectionString: server.ownerUrl }, maxConnections: 8 })
  await migrateJobs(db)
  const { fan, creatorIds } = await people(db)
  const token = await db.transaction(async (tx) => (await accounts.openSession(tx, fan)).token)
  await fill(db, works, creatorIds)
  await db.pool.query('vacuum analyze')
  return {
    url: server.ownerUrl,
    dataDir,
    db,
    token,
    async strike() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function people(db: Database): Promise<{ fan: string; creatorIds: string[] }> {
  const person = { passwordHash: null, birthDate: '1990-01-01', locale: 'zh-TW', emailVerified: true }
  const make = (tx: Tx, role: 'user' | 'performer', n: number) =>
    accounts.create(tx, { ...person, role, name: `Somebody ${n}`, username: `${role}${n}`, email: `${role}${n}@stagedoor.example` })
  return db.transaction(async (tx) => {
    const { id: fan } = await make(tx, 'user', 1)
    const creatorIds: string[] = []
    for (let n = 0; n < creators; n++) {
      const { id } = await make(tx, 'performer', n)
      await profiles.create(tx, id)
      await profiles.approve(tx, id)
      if (n < followed) await follows.follow(tx, fan, id)
      creatorIds.push(id)
    }
    return { fan, creatorIds }
  })
}

/** One post a minute, ending now; each creator's audience goes round. Indexes that would slow it are made afterwards, from their own definitions. */
async function fill(db: Database, works: number, creatorIds: readonly string[]): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'")
    await client.query('create temp table stock (n int primary key, title text, terms text[])')
    await client.query(
      'insert into stock select row_number() over () - 1, title, terms::text[] from unnest($1::text[], $2::text[]) as t (title, terms)',
      [
        titles,
        titles.map(
          (title) =>
            `{${termsOf({ names: [title], body: '', tags: [] })
              .map((term) => JSON.stringify(term))
              .join()}}`,
        ),
      ],
    )
    const spellings = titles
      .flatMap((title) => spelledWords({ names: [title], body: '', tags: [] }))
      .flatMap((word) => variantsOf(word).map((variant) => [variant, word]))
    await client.query('insert into finding.spellings select distinct v, w from unnest($1::text[], $2::text[]) as s (v, w)', [
      spellings.map(([variant]) => variant),
      spellings.map(([, word]) => word),
    ])
    const definitions = await client.query<{ name: string; definition: string }>(
      "select schemaname || '.' || indexname as name, indexdef as definition from pg_indexes where (schemaname, tablename) in (('works', 'works'), ('finding', 'postings')) and indexdef not like '%works_pkey%'",
    )
    for (const { name } of definitions.rows) if (!name.endsWith('_key')) await client.query(`drop index ${name}`)
    await client.query(
      `insert into works.works (kind, medium, creator_id, audience, price, state, title, words, tags, published_at, decided_at, announced_at, created_at, updated_at)
       select 'feed', 'text', ($2::uuid[])[1 + each.n % array_length($2::uuid[], 1)],
         (array['free', 'free', 'followers', 'ppv'])[1 + (each.n / 7) % 4], case when (each.n / 7) % 4 = 3 then 12000 else 0 end, 'active', s.title, s.title, '{}',
         at, at, at, at, at
       from generate_series(0, $1::int - 1) as each (n)
       cross join lateral (select date_trunc('milliseconds', now()) - make_interval(mins => $1::int - each.n) as at) moment
       join stock s on s.n = each.n % 2000`,
      [works, creatorIds],
    )
    await client.query('insert into feeds.posts (work_id, text, tagline) select id, title, title from works.works')
    await client.query(
      "insert into finding.postings (collection, term, at, id) select 'feed', term, w.published_at, w.id from works.works w join stock s on s.title = w.title cross join unnest(s.terms) as term",
    )
    for (const { name, definition } of definitions.rows) if (!name.endsWith('_key')) await client.query(definition)
  } finally {
    client.release()
  }
}

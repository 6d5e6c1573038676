// A PostgreSQL of its own with people who have tokens, and TPC-B's tables beside them, for the ledger's figures.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, sql, type Database } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'

export interface Stage {
  db: Database
  url: string
  fans: string[]
  creators: string[]
  strike(): Promise<void>
}

export const branches = 100
export const tellers = branches * 10
export const tpcbAccounts = 100_000

export async function buildStage({ fans, creators, connections }: { fans: number; creators: number; connections: number }): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'stagedoor-bench-'))
  const server = await startEmbedded(home)
  await migrate(server.ownerUrl)
  const db = connect({ connection: { connectionString: server.ownerUrl }, maxConnections: connections })
  const durable = await db.one<{ fsync: string; commit: string }>(sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`)
  if (durable.fsync !== 'on' || durable.commit !== 'on') throw new Error('figures of a database that may forget are worth nothing')
  const fanIds = await cast(db, fans, 'user')
  const creatorIds = await cast(db, creators, 'performer')
  await fillWallets(db, fanIds)
  await makeTpcb(db)
  return {
    db,
    url: server.ownerUrl,
    fans: fanIds,
    creators: creatorIds,
    async strike() {
      await db.close()
      await server.stop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function cast(db: Database, count: number, role: 'user' | 'performer'): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    insert into accounts.accounts (role, name, username, email, birth_date, created_at)
    select ${role}::text, 'Somebody', ${role}::text || n, ${role}::text || n || '@stagedoor.example', '1990-01-01', now()
    from generate_series(1, ${count}::int) as n
    returning id`)
  return rows.map(({ id }) => id)
}

/** So many posts of each of these creators for a tenth of a token, with one locked photo each; answers their ids. */
export async function publishPosts(db: Database, creators: readonly string[], each: number): Promise<string[]> {
  const rows = await db.many<{ id: string }>(sql`
    with photo as (
      insert into files.files (owner_id, purpose, status, progress, media_type, bytes, sha256, width, height, renditions, blur, created_at)
      select creator, 'photo', 'finished', 100, 'image/jpeg', 400000, creator::text || '-' || n || '-' || gen_random_uuid(), 2048, 1365, '{"large":{"key":"x","width":2048,"height":1365,"bytes":90000}}',
        'data:image/webp;base64,' || repeat('A', 400), now()
      from unnest(${creators}::uuid[]) as creator, generate_series(1, ${each}::int) as n
      returning id, owner_id
    ), work as (
      insert into works.works (id, kind, medium, creator_id, audience, price, state, title, words, tags, published_at, decided_at, announced_at, created_at, updated_at)
      select id, 'feed', 'photo', owner_id, 'ppv', 10, 'active', 'An evening', 'An evening', '{}', now(), now(), now(), now(), now() from photo
      returning id
    ), post as (
      insert into feeds.posts (work_id, text, tagline) select id, 'An evening', '' from work
    ), placed as (
      insert into works.files (file_id, work_id, role, position) select id, id, 'media', 0 from work
    )
    select id from work`)
  await db.pool.query('vacuum analyze')
  return rows.map(({ id }) => id)
}

/** Makes each group of commits wait so much longer before it is written to the disk: this disk as a slower one would be. */
export async function slowDisk(db: Database, microseconds: number): Promise<void> {
  await db.pool.query(`alter system set commit_delay = ${Math.round(microseconds)}`)
  await db.pool.query('alter system set commit_siblings = 0')
  await db.pool.query('select pg_reload_conf()')
}

/** How long one commit of somebody who is alone takes, in milliseconds: the median of two hundred. */
export async function commitTime(db: Database): Promise<number> {
  await db.pool.query('create table tpcb.commits (n int)')
  const times: number[] = []
  for (let n = 0; n < 200; n++) {
    const started = performance.now()
    await db.pool.query('insert into tpcb.commits values (1)')
    times.push(performance.now() - started)
  }
  const bare: number[] = []
  for (let n = 0; n < 200; n++) {
    const started = performance.now()
    await db.pool.query('select 1 from tpcb.commits limit 1')
    bare.push(performance.now() - started)
  }
  const middle = (values: number[]) => values.toSorted((a, b) => a - b)[values.length / 2] ?? 0
  return middle(times) - middle(bare)
}

async function fillWallets(db: Database, fans: string[]): Promise<void> {
  await db.many(sql`
    select (wallet.post(null, 'gateway', fan, 'wallet', fan, 10000000, 0, null, 'top_up', null, 'bench:' || fan, 'Top-up', '{}', now())).outcome
    from unnest(${fans}::uuid[]) as fan`)
  await db.transaction((tx) => tx.one(sql`select wallet.fold(1000000)`))
}

async function makeTpcb(db: Database): Promise<void> {
  await db.pool.query(`
    create schema tpcb;
    create table tpcb.branches (bid int primary key, bbalance int not null, filler char(88)) with (fillfactor = 100);
    create table tpcb.tellers (tid int primary key, bid int not null, tbalance int not null, filler char(84)) with (fillfactor = 100);
    create table tpcb.accounts (aid int primary key, bid int not null, abalance int not null, filler char(84)) with (fillfactor = 100);
    create table tpcb.history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
    insert into tpcb.branches select n, 0, '' from generate_series(1, ${branches}) n;
    insert into tpcb.tellers select n, (n - 1) / 10 + 1, 0, '' from generate_series(1, ${tellers}) n;
    insert into tpcb.accounts select n, (n - 1) % ${branches} + 1, 0, '' from generate_series(1, ${tpcbAccounts}) n;`)
  await db.pool.query('vacuum analyze')
  await db.pool.query('checkpoint')
}

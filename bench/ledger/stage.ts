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
    insert into accounts.accounts (role, name, username, email, created_at)
    select ${role}::text, 'Somebody', ${role}::text || n, ${role}::text || n || '@stagedoor.example', now() from generate_series(1, ${count}::int) as n
    returning id`)
  return rows.map(({ id }) => id)
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

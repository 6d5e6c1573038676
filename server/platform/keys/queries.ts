import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

/** Two processes that start together must not make two keys. */
export async function lock(tx: Tx): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(7_284_532)`)
}

/** Without a fingerprint: there is one, and nobody has seen it yet. */
export function find(db: Db, name: string): Promise<{ fingerprint: Buffer | null } | undefined> {
  return db.maybe(sql`select fingerprint from platform.keys where name = ${name}`)
}

export async function save(tx: Tx, name: string, fingerprint: Buffer): Promise<void> {
  await tx.run(sql`
    insert into platform.keys (name, fingerprint, since) values (${name}, ${fingerprint}, ${tx.now})
    on conflict (name) do update set fingerprint = excluded.fingerprint, since = excluded.since`)
}

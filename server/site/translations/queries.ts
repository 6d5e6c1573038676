import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export function overrides(db: Db, locale: string): Promise<{ key: string; value: string }[]> {
  return db.many(sql`select key, value from translations.messages where locale = ${locale}`)
}

export async function put(tx: Tx, locale: string, key: string, value: string): Promise<void> {
  await tx.run(sql`
    insert into translations.messages (locale, key, value, changed_at) values (${locale}, ${key}, ${value}, ${tx.now})
    on conflict (locale, key) do update set value = excluded.value, changed_at = excluded.changed_at`)
}

export async function remove(tx: Tx, locale: string, key: string): Promise<void> {
  await tx.run(sql`delete from translations.messages where locale = ${locale} and key = ${key}`)
}

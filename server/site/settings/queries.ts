import { sql, type Db, type Tx } from '#server/platform/db/db.ts'

export interface SettingRow {
  key: string
  value: unknown
  changedAt: Date
}

export function saved(db: Db): Promise<SettingRow[]> {
  return db.many<SettingRow>(sql`select key, value, changed_at as "changedAt" from settings.settings`)
}

export async function put(tx: Tx, key: string, value: unknown, by: string | null): Promise<void> {
  await tx.run(sql`
    insert into settings.settings (key, value, changed_by, changed_at) values (${key}, ${JSON.stringify(value)}::jsonb, ${by}, ${tx.now})
    on conflict (key) do update set value = excluded.value, changed_by = excluded.changed_by, changed_at = excluded.changed_at`)
}

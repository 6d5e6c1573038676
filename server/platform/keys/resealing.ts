// What is sealed in rows moves to another key while the old one is still there to open it. Slices name their columns; what guards them
// rests meanwhile, because the words stay the same: the tables' owner does this, in the transaction that changes the key.
import { derived } from '#server/platform/config/keys.ts'
import { raw, sql, type Tx } from '#server/platform/db/db.ts'
import { sealText, unsealText } from '#server/platform/storage/sealed-text.ts'

/** A column of sealed words. */
export interface SealedColumn {
  /** As the operator reads it. */
  what: string
  /** Of the key, as in secretFor. */
  purpose: string
  table: string
  column: string
  /** What each row's words belong to, in SQL. */
  about: string
  /** What else hangs on the old key while the words are open. */
  opened?: (tx: Tx, from: Buffer, row: Readonly<Record<string, unknown>>, text: string) => Promise<void>
}

export interface Resealed {
  /** How many rows are sealed with the new key now. */
  moved: number
  /** What stays closed, by name. */
  closed: { what: string; about: string }[]
}

/** @param from undefined where the old key is not there */
export async function reseal(tx: Tx, columns: readonly SealedColumn[], from: Buffer | undefined, to: Buffer): Promise<Resealed> {
  const result: Resealed = { moved: 0, closed: [] }
  for (const each of columns) {
    const { what, purpose, table, column, opened } = each
    const rows = await tx.many<{ place: string; about: string; sealed: Buffer; row: Record<string, unknown> }>(sql`
      select ctid::text as place, ${raw(each.about)} as about, ${raw(column)} as sealed, to_jsonb(t) as row
      from ${raw(table)} t where ${raw(column)} is not null order by 2`)
    await tx.run(sql`alter table ${raw(table)} disable trigger user`)
    for (const { place, about, sealed, row } of rows) {
      const text = from && unsealText(derived(from, purpose), about, sealed)
      if (from === undefined || text === undefined) result.closed.push({ what, about })
      else {
        await opened?.(tx, from, row, text)
        await tx.run(sql`
          update ${raw(table)} set ${raw(column)} = ${sealText(derived(to, purpose), about, text)} where ctid = ${place}::tid`)
        result.moved++
      }
    }
    await tx.run(sql`alter table ${raw(table)} enable trigger user`)
  }
  return result
}

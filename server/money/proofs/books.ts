// The ledger's tables as somebody reads them who trusts nobody: in the texts that PostgreSQL writes, from a live database or a dump.
import { raw, sql, type Db } from '#server/platform/db/db.ts'
import type { Day } from '#server/money/proofs/link.ts'

export interface Link {
  position: number
  transfer: string
  day: string
  salt: Buffer
  leaf: Buffer
  hash: Buffer
}

export interface Root extends Day {
  root: Buffer
  head: Buffer
  digest: Buffer
}

/** What is read, in this order of columns, in a dump too. */
export const tables = {
  'wallet.accounts': ['id', 'owner_id', 'kind', 'balance'],
  'wallet.pending_credits': ['account', 'transfer', 'amount'],
  'wallet.transfers': [
    'id',
    'sign',
    'payer',
    'payee',
    'amount',
    'commission',
    'kind',
    'reference',
    'key',
    'title',
    'detail',
    'paid_by',
    'balance_after',
    'reverses',
    'reversed_by',
    'created_at',
    'number',
  ],
  'proofs.links': ['position', 'transfer', 'day', 'salt', 'leaf', 'hash'],
  'proofs.roots': ['day', 'first', 'last', 'root', 'head', 'digest'],
  'proofs.progress': ['through'],
} as const
/** Dumps of before transfers had numbers are checked as far as they go. */
export const notInOldDumps: readonly string[] = ['wallet.transfers.number', 'proofs.progress']
export type Table = keyof typeof tables

/** A row in texts, by column. */
export type Texts<T extends Table> = Record<(typeof tables)[T][number], string | null>

export interface Books {
  rows<T extends Table>(table: T): AsyncIterable<Texts<T>>
}

const keys: Record<Table, readonly string[]> = {
  'wallet.accounts': ['id'],
  'wallet.pending_credits': ['account', 'transfer'],
  'wallet.transfers': ['id'],
  'proofs.links': ['position'],
  'proofs.roots': ['day'],
  'proofs.progress': ['through'],
}

/** The live ledger, read through cursors. The caller's transaction is one snapshot: repeatable read. */
export function liveBooks(db: Db): Books {
  return {
    async *rows<T extends Table>(table: T) {
      const cursor = raw(`read_${table.replace('.', '_')}`)
      const columns = raw(tables[table].map((column) => `t.${column}::text`).join(', '))
      const key = raw(keys[table].map((column) => `t.${column}`).join(', '))
      await db.many(sql`declare ${cursor} cursor for select ${columns} from ${raw(table)} t order by ${key}`)
      for (;;) {
        const batch = await db.many<Texts<T>>(sql`fetch 2000 from ${cursor}`)
        if (batch.length === 0) break
        yield* batch
      }
      await db.many(sql`close ${cursor}`)
    },
  }
}

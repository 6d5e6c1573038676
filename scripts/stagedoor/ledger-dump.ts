import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withDatabase } from './database.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { sql } from '#server/platform/db/db.ts'

export const about = 'ledger dump ledger.sql   writes the ledger with its chain into a file that `ledger verify` and psql read'

export async function run([file]: string[]): Promise<void> {
  if (!file) throw new Error(`Tell the file: ${about}`)
  await withDatabase((db) =>
    db.transaction(async (tx) => {
      await tx.run(sql`set transaction isolation level repeatable read, read only`)
      await pipeline(Readable.from(proofs.dumped(proofs.liveBooks(tx))), createWriteStream(file, { mode: 0o600 }))
    }),
  )
  console.log(`The ledger is in ${file}. It names who paid whom: keep it as you keep the database.`)
}

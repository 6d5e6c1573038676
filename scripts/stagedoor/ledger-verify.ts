import { parseArgs } from 'node:util'
import { withDatabase } from './database.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import * as wallet from '#server/money/wallet/agreement.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { sql, type Database } from '#server/platform/db/db.ts'

export const about =
  'ledger verify [dump.sql] [--digest …]   checks every row of the ledger against its chain, live or in a dump (of `ledger dump` or pg_dump), and digests that you kept'

/** Beside the running site as well. Ends with 1 when something is wrong. */
export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { digest: { type: 'string', multiple: true } } })
  const [file] = positionals
  const kept = values.digest ?? []
  const verdict = file ? await proofs.verify(proofs.dumpedBooks(file), kept) : await withDatabase((db) => live(db, kept))
  const { findings, transfers, links, waiting, days, digest } = verdict
  console.log(
    `${transfers} transfers, ${links} links, ${days} closed days.${waiting ? ` ${waiting} transfers wait for their link, which takes minutes while the site runs.` : ''}${digest ? ` The newest digest is ${digest}.` : ''}`,
  )
  for (const { what, id } of findings.slice(0, 100)) console.error(`${id}: ${what}`)
  if (findings.length > 0) throw new Error(`The ledger does not hold: ${findings.length} findings.`)
  console.log('The ledger holds.')
}

/** In one snapshot, with what the live tables promise of each other besides: the ledger's own, and those of payouts. */
export function live(db: Database, kept: readonly string[] = []): Promise<proofs.Verdict> {
  return db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read, read only`)
    const verdict = await proofs.verify(proofs.liveBooks(tx), kept, { sealedAt: await proofs.sealingDueAt(tx) })
    return { ...verdict, findings: [...verdict.findings, ...(await wallet.disagreements(tx)), ...(await payouts.disagreements(tx))] }
  })
}

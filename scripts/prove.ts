import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prove } from '../bench/ledger/proof/proof.ts'

/**
 * `npm run prove [operations] [seed]`: 100,000 random money operations by 64 clients at once while the server and its
 * PostgreSQL are killed again and again; then the clients' own lists are held against the ledger. `npm test` runs 3,000.
 */
const operations = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!(Number.isInteger(operations) && operations > 0 && Number.isInteger(seed))) {
  console.error('npm run prove [operations] [seed]: both are whole numbers.')
  process.exit(1)
}

const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-prove-'))
try {
  console.log(`${operations} operations, seed ${seed}`)
  const report = await prove({
    dataDir,
    operations,
    seed,
    actors: 64,
    fans: 500,
    creators: 20,
    kills: ['house', 'postgres', 'house', 'postgres', 'house'],
    say: (line) => console.log(line),
  })
  const { disagreements, ...counts } = report
  console.log(counts)
  for (const line of disagreements.slice(0, 50)) console.error(line)
  console.log(
    disagreements.length ? `${disagreements.length} disagreements with seed ${seed}` : 'The ledger holds exactly what was acknowledged.',
  )
  process.exitCode = disagreements.length ? 1 : 0
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

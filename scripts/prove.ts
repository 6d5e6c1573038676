import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prove } from '../bench/ledger/proof/proof.ts'

/**
 * `npm run prove [operations] [seed]`: 100,000 random money operations by 96 clients at once, asked again with the same keys,
 * while the server and the PostgreSQL under it are killed with SIGKILL five times. Then the clients' own list of what was
 * acknowledged is held against the ledger. Says what it did, and the seed that makes up the same operations again.
 */
const operations = Number(process.argv[2] ?? 100_000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
if (!Number.isSafeInteger(operations) || operations < 100 || !Number.isSafeInteger(seed)) {
  console.error('npm run prove [operations, at least 100] [seed]: both are whole numbers.')
  process.exit(1)
}

const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-prove-'))
console.log(`${operations} operations by 96 clients over 2,000 fans and 40 creators, one of them hot; seed ${seed}`)
try {
  const kills = ['house', 'postgres', 'house', 'postgres', 'house'] as const
  const report = await prove({
    dataDir,
    operations,
    actors: 96,
    fans: 2000,
    creators: 40,
    seed,
    kills,
    say: (line) => console.log(`  ${line}`),
  })
  const seconds = report.durationMs / 1000
  console.log(
    `  ${report.acknowledged} acknowledged, ${report.refused} refused, ${report.askedAgain} asked again on purpose, ${report.lost} answers lost to kills and asked again`,
  )
  console.log(
    `  ${report.transfers} transfers in the ledger, ${seconds.toFixed(0)} s, ${Math.round(operations / seconds)} operations a second`,
  )
  for (const line of report.disagreements.slice(0, 20)) console.log(`  ✗ ${line}`)
  if (report.disagreements.length > 0) {
    console.log(`NOT PROVEN: ${report.disagreements.length} disagreements between what was acknowledged and the ledger (seed ${seed}).`)
    process.exitCode = 1
  } else {
    console.log(
      'Proven: every acknowledged operation is in the ledger once, nothing else is, every transfer sums to zero, no wallet is below its floor.',
    )
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}

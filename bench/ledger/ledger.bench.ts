// The ledger against TPC-B on the same PostgreSQL, by the same driver and pool, without HTTP; transfers.bench.ts asks the same through the API.
import { buildStage } from './stage.ts'
import { charges, folding, interleaved, tpcb } from './runs.ts'

const callers = 64
const connections = Number(process.env['BENCH_CONNECTIONS'] ?? 16)
const stage = await buildStage({ fans: 10_000, creators: 500, connections })
try {
  const works = { tpcb: tpcb(stage.db), spread: charges(stage, 'spread'), hot: charges(stage, 'hot') }
  const rates = await interleaved(works, {
    callers,
    seconds: Number(process.env['BENCH_SECONDS'] ?? 4),
    rounds: 3,
    between: folding(stage.db),
  })
  const base = rates.get('tpcb')?.perSecond ?? Number.NaN
  console.log(`ledger, SQL level: ${callers} callers, ${connections} connections, synchronous_commit on, median of 3 rounds`)
  console.log(`  TPC-B-like transaction        ${base.toFixed(0).padStart(6)} /s`)
  for (const [name, label] of [
    ['spread', 'charges, 500 creators'],
    ['hot', 'charges, one hot creator'],
  ] as const) {
    const rate = rates.get(name)?.perSecond ?? 0
    console.log(`  ${label.padEnd(29)} ${rate.toFixed(0).padStart(6)} /s   ${(rate / base).toFixed(2)}×`)
  }
} finally {
  await stage.strike()
}

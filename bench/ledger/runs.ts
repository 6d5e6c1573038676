// What is measured: callers that each do one thing after another, for a while, in turns, so that a noisy minute hits all alike.
import { sql, type Database } from '#server/platform/db/db.ts'
import { charge } from '#server/money/wallet/wallet.ts'
import type { Spent } from './processor.ts'
import { branches, tellers, tpcbAccounts, type Stage } from './stage.ts'

export type Work = () => Promise<unknown>

export interface Rate {
  perSecond: number
  /** Of processor time for each, by who spent it, over all rounds. */
  microseconds: Record<string, number>
}

/** How many a second, each kind of work in turn, `rounds` times: the median round of each. */
export async function interleaved(
  works: Readonly<Record<string, Work>>,
  options: { callers: number; seconds: number; rounds: number; between?: Work; spent?: Spent },
): Promise<Map<string, Rate>> {
  const { spent = (): ReturnType<Spent> => ({}) } = options
  const found = new Map(Object.keys(works).map((name) => [name, { rates: [] as number[], count: 0, total: new Map<string, number>() }]))
  for (let round = -1; round < options.rounds; round++) {
    for (const [name, work] of Object.entries(works)) {
      const before = spent()
      // The first round warms up caches, plans and the compiler, and counts for nothing.
      const { perSecond, count } = await run(work, options.callers, round < 0 ? 1 : options.seconds)
      const of = found.get(name)
      if (of && round >= 0) {
        of.rates.push(perSecond)
        of.count += count
        for (const [who, time] of Object.entries(spent())) of.total.set(who, (of.total.get(who) ?? 0) + time - (before[who] ?? 0))
      }
      await options.between?.()
    }
  }
  return new Map(
    [...found].map(([name, { rates, count, total }]) => {
      const microseconds = Object.fromEntries([...total].map(([who, time]) => [who, time / count]))
      return [name, { perSecond: median(rates), microseconds }]
    }),
  )
}

async function run(work: Work, callers: number, seconds: number): Promise<{ perSecond: number; count: number }> {
  const started = performance.now()
  const end = started + seconds * 1000
  let count = 0
  const caller = async () => {
    while (performance.now() < end) {
      await work()
      count++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return { perSecond: count / ((performance.now() - started) / 1000), count }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const pick = <T>(from: readonly T[]): T => from[Math.floor(Math.random() * from.length)] as T
const upTo = (most: number) => 1 + Math.floor(Math.random() * most)

/** The measure: TPC-B's five statements between begin and commit, as pgbench has them, by our driver and our pool. */
export function tpcb(db: Database): Work {
  return async () => {
    const [aid, tid, bid, delta] = [upTo(tpcbAccounts), upTo(tellers), upTo(branches), upTo(10_000) - 5_000]
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      await client.query({ name: 't1', text: 'update tpcb.accounts set abalance = abalance + $1 where aid = $2', values: [delta, aid] })
      await client.query({ name: 't2', text: 'select abalance from tpcb.accounts where aid = $1', values: [aid] })
      await client.query({ name: 't3', text: 'update tpcb.tellers set tbalance = tbalance + $1 where tid = $2', values: [delta, tid] })
      await client.query({ name: 't4', text: 'update tpcb.branches set bbalance = bbalance + $1 where bid = $2', values: [delta, bid] })
      await client.query({
        name: 't5',
        text: 'insert into tpcb.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
        values: [tid, bid, aid, delta],
      })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}

/** A charge as a slice makes it: in a transaction of its own, with its fact announced. */
export function charges({ db, fans, creators }: Stage, to: 'spread' | 'hot'): Work {
  return () => {
    const creator = to === 'hot' ? (creators[0] as string) : pick(creators)
    return db.transaction((tx) =>
      charge(tx, { from: pick(fans), to: creator, amount: 100, commissionBasisPoints: 2000, kind: 'tip', title: 'Tip' }),
    )
  }
}

/** What the fold job does, so that the appended side is paid for inside the measurement's minute and not left to later. */
export function folding(db: Database): Work {
  return async () => {
    while ((await db.transaction((tx) => tx.one<{ folded: number }>(sql`select wallet.fold(5000) as folded`))).folded === 5000);
  }
}

// A month of the ledger's lines, with their proofs.
import type { Statement } from '#contract/money/statements.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import * as queries from '#server/money/statements/queries.ts'
import * as accounts from '#server/people/accounts/accounts.ts'

/** What was written in a month's last moments may commit after it. */
const graceMs = 10 * 60_000

export interface Month extends Omit<queries.MonthSums, 'isProved'> {
  isClosed: boolean
}

export async function months(db: Db, creatorId: string, paging: { limit: number; offset: number }) {
  const { rows, total } = await queries.months(db, { creatorId, ...paging })
  return { rows: rows.map((row) => monthOf(db, row)), total }
}

function monthOf(db: Db, { isProved, ...sums }: queries.MonthSums): Month {
  const end = queries.endOf(sums.month)!
  return { ...sums, isClosed: isProved && end.getTime() + graceMs <= db.now.getTime() }
}

/** @throws not_found for a month without a line, not_closed_yet */
export async function statement(
  db: Db,
  creatorId: string,
  month: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Statement> {
  const [found] = (await queries.months(db, { creatorId, month, limit: 1, offset: 0 })).rows
  if (queries.endOf(month)!.getTime() > db.now.getTime()) refuse('not_closed_yet')
  if (!found) return refuse('not_found')
  if (!monthOf(db, found).isClosed) refuse('not_closed_yet')
  const { sales, total } = await earnings.sales(db, creatorId, {
    from: queries.firstOf(month)!,
    until: queries.endOf(month)!,
    oldestFirst: true,
    limit,
    offset,
  })
  const proved = await proofs.proofsOf(
    db,
    sales.map(({ transferId }) => transferId),
  )
  const lines = (await earnings.linesOf(db, sales)).map((line) => {
    const proof = proved.get(line._id) ?? refuse('not_closed_yet')
    return { ...line, proof: proofs.shownProof(proof) }
  })
  const first = (await queries.firstDay(db, creatorId, month)) ?? refuse('not_closed_yet')
  const { before, days } = await proofs.daysSince(db, first)
  const performer = (await accounts.people(db, [creatorId])).get(creatorId)
  return {
    month,
    performerId: creatorId,
    performer: { name: performer?.name ?? '', username: performer?.username ?? '' },
    totals: {
      grossPrice: fromHundredths(found.gross),
      commission: fromHundredths(found.commission),
      netPrice: fromHundredths(found.gross - found.commission),
    },
    lines,
    total,
    before: before.toString('hex'),
    days: days.map(proofs.shownDay),
  }
}

/** All of a month: what is true of it, and its lines a page at a time. */
export interface Whole extends Omit<Statement, 'lines'> {
  pages: AsyncIterable<Statement['lines']>
}

/** A month of many lines does not stand in memory; it is over, so its pages fit together. @throws those of `statement` */
export async function whole(db: Db, creatorId: string, month: string, step = 1000): Promise<Whole> {
  const { lines, ...about } = await statement(db, creatorId, month, { limit: step, offset: 0 })
  async function* pages() {
    yield lines
    for (let offset = step; offset < about.total; offset += step)
      yield (await statement(db, creatorId, month, { limit: step, offset })).lines
  }
  return { ...about, pages: pages() }
}

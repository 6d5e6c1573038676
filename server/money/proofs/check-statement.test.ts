// web/public/ledger/check-statement.mjs is written from docs/adr/0006 and shares no code with us: here the two have to agree.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LedgerDay, LineProof } from '#contract/money/proofs.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { shownDay, shownProof } from '#server/money/proofs/showing.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'

interface Statement {
  performerId: string
  totals: Record<'grossPrice' | 'commission' | 'netPrice', number>
  lines: ({ _id: string; createdAt: string; sourceType: string; proof: LineProof } & Statement['totals'])[]
  before: string
  days: LedgerDay[]
}

let db: Database
let now = new Date('2026-05-30T20:00:00.123Z')
let statement: Statement
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-statement-'))

beforeAll(async () => {
  db = connect({ connection: await cloneDatabase(), clock: { now: () => now } })
  const [fan, creator] = [await someone(db, 100_000), await someone(db)]
  for (let day = 0; day < 4; day++) {
    for (const amount of [1000, 2501, 399]) {
      const tip = { from: fan, to: creator, amount, commissionBasisPoints: 2000, kind: 'tip', title: 'Lan' }
      const { transferId } = await db.transaction((tx) => wallet.charge(tx, tip))
      if (day === 2) await db.transaction((tx) => wallet.reverse(tx, transferId, { reason: 'asked', by: null }))
    }
    now = new Date(now.getTime() + 86_400_000)
    await proofs.seal(db)
  }
  statement = await statementOf(creator)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await db.close()
})

async function statementOf(performerId: string): Promise<Statement> {
  const { sales } = await earnings.sales(db, performerId, { limit: 100, offset: 0, oldestFirst: true })
  const found = await proofs.proofsOf(
    db,
    sales.map(({ transferId }) => transferId),
  )
  const lines = sales.map(({ transferId, kind, sign, gross, commission, at }) => ({
    _id: transferId,
    createdAt: at.toISOString(),
    sourceType: kind,
    grossPrice: (sign * gross) / 100,
    commission: (sign * commission) / 100,
    netPrice: (sign * (gross - commission)) / 100,
    proof: shownProof(found.get(transferId)!),
  }))
  const sum = (of: keyof Statement['totals']) => Math.round(lines.reduce((total, line) => total + line[of] * 100, 0)) / 100
  const { before, days } = await proofs.daysSince(db, lines[0]!.proof.day)
  return {
    performerId,
    totals: { grossPrice: sum('grossPrice'), commission: sum('commission'), netPrice: sum('netPrice') },
    lines,
    before: before.toString('hex'),
    days: days.map(shownDay),
  }
}

/** What the script says, in a process of its own as a creator would run it. */
function check(of: Statement, ...digests: string[]): { holds: boolean; says: string } {
  const file = join(folder, 'statement.json')
  writeFileSync(file, JSON.stringify(of))
  try {
    const says = execFileSync(process.execPath, ['web/public/ledger/check-statement.mjs', file, ...digests], {
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return { holds: true, says }
  } catch (error) {
    return { holds: false, says: (error as { stderr: string }).stderr }
  }
}

test('a true statement holds, under the digests that were published', () => {
  expect(statement.lines).toHaveLength(15)
  expect(check(statement, ...statement.days.map(({ digest }) => digest))).toEqual({
    holds: true,
    says: expect.stringContaining('15 lines hold') as string,
  })
})

test('one altered figure, line or day is found, and a digest that is not of this ledger', () => {
  const altered = (change: (of: Statement) => void) => {
    const copy = structuredClone(statement)
    change(copy)
    return check(copy)
  }
  const cases: [string, (of: Statement) => void][] = [
    [
      'what it says is not what is proved',
      ({ lines, totals }) => ((lines[3]!.grossPrice += 1), (lines[3]!.netPrice += 1), (totals.grossPrice += 1), (totals.netPrice += 1)),
    ],
    ['what it says is not what is proved', ({ lines }) => (lines[3]!.createdAt = '2026-05-30T20:00:00.124Z')],
    ['does not lead to the root', ({ lines }) => (lines[3]!.proof.shown[2] = '1')],
    ['does not lead to the root', ({ lines }) => (lines[3]!.proof.kept = '00'.repeat(32))],
    ['does not lead to the root', ({ lines }) => lines[3]!.proof.path.pop()],
    ['counted twice', ({ lines }) => lines.push(lines[0]!)],
    ['for another account', (of) => (of.performerId = '00000000-0000-4000-8000-000000000000')],
    ['totals are not the sums', ({ totals }) => (totals.netPrice += 0.01)],
    ['totals are not the sums', ({ lines }) => lines.pop()],
    ['does not follow from the day before', ({ days }) => (days[1]!.head = '00'.repeat(32))],
    ['does not follow from the day before', (of) => (of.before = '11'.repeat(32))],
  ]
  for (const [says, change] of cases) expect(altered(change)).toEqual({ holds: false, says: expect.stringContaining(says) as string })
  expect(check(statement, 'ab'.repeat(32)).says).toContain('that you kept is not among')
})

// A creator's statements, as rows and as the files that they save. The checking script shares no code with us.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Statement } from '#contract/money/statements.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'
import { someone } from '#server/platform/testing/someone.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import { asJson } from '#server/money/statements/files.ts'
import * as statements from '#server/money/statements/statements.ts'
import * as wallet from '#server/money/wallet/wallet.ts'

let db: Database
let now = new Date('2026-02-27T22:00:00.456Z')
let lan: string
let fan: string
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-month-'))
const dayMs = 86_400_000

beforeAll(async () => {
  db = connect({ connection: await cloneDatabase(), clock: { now: () => now } })
  fan = await someone(db, 1_000_000)
  lan = await someone(db)
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await db.close()
})

const tip = async (amount: number, title = 'Lan') =>
  (await db.transaction((tx) => wallet.charge(tx, { from: fan, to: lan, amount, commissionBasisPoints: 2000, kind: 'tip', title })))
    .transferId

const page = { limit: 100, offset: 0 }
const saves = async (month: string, step?: number) =>
  JSON.parse(await text(Readable.from(asJson(await statements.whole(db, lan, month, step))))) as Statement
const monthOf = (month: string, paging = page) => statements.statement(db, lan, month, paging)

/** What the script says of a file, in a process of its own as a creator would run it. */
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

test('a month’s statement is given out once the month is over and its last day closed, and not a moment earlier', async () => {
  const first = await tip(1000)
  now = new Date('2026-02-28T23:59:59.900Z')
  await tip(2501)
  await db.transaction((tx) => wallet.reverse(tx, first, { reason: 'asked', by: null }))
  await proofs.seal(db)
  await expect(monthOf('2026-02')).rejects.toMatchObject({ code: 'not_closed_yet' })
  now = new Date('2026-03-01T00:05:00Z')
  await tip(777)
  await proofs.seal(db)
  await expect(monthOf('2026-02')).rejects.toMatchObject({ code: 'not_closed_yet' })
  expect((await statements.months(db, lan, page)).rows.map(({ month, isClosed }) => [month, isClosed])).toEqual([
    ['2026-03', false],
    ['2026-02', false],
  ])
  now = new Date('2026-03-01T00:11:00Z')
  // The grace is over, but nobody has closed the day: without a proof there is no statement.
  await expect(monthOf('2026-02')).rejects.toMatchObject({ code: 'not_closed_yet' })
  await proofs.seal(db)
  const statement = await monthOf('2026-02')
  expect(statement).toMatchObject({
    performerId: lan,
    total: 3,
    totals: { grossPrice: 25.01, commission: 5, netPrice: 20.01 },
    lines: [{ grossPrice: 10 }, { grossPrice: 25.01 }, { grossPrice: -10, netPrice: -8 }],
  })
  expect((await statements.months(db, lan, page)).rows).toMatchObject([
    { month: '2026-03', count: 1, isClosed: false },
    { month: '2026-02', count: 3, gross: 2501, commission: 500, isClosed: true },
  ])
})

test('months to come have no statement, nor have those in which nothing was earned', async () => {
  await expect(monthOf('2026-03')).rejects.toMatchObject({ code: 'not_closed_yet' })
  await expect(monthOf('2031-01')).rejects.toMatchObject({ code: 'not_closed_yet' })
  await expect(monthOf('2025-12')).rejects.toMatchObject({ code: 'not_found' })
  await expect(statements.statement(db, fan, '2026-02', page)).rejects.toMatchObject({ code: 'not_found' })
})

test('the file that a creator saves passes the checking script in a process of its own, and one altered figure fails it', async () => {
  for (let day = 0; day < 40; day++) {
    await tip(100 + day)
    now = new Date(now.getTime() + dayMs)
    await proofs.seal(db)
  }
  const saved = await saves('2026-03')
  expect(saved.lines).toHaveLength(32)
  expect(check(saved, saved.days.at(-1)!.digest)).toEqual({ holds: true, says: expect.stringContaining('32 lines hold') as string })
  const altered = structuredClone(saved)
  altered.lines[7]!.netPrice += 0.01
  expect(check(altered)).toEqual({ holds: false, says: expect.stringContaining('what it says is not what is proved') as string })
  // The month before it has passed too, and stays as it was given out.
  expect(check(await saves('2026-02')).holds).toBe(true)
})

test('pages put together are the file', async () => {
  const whole = await saves('2026-03', 7)
  const pages = [await monthOf('2026-03', { limit: 20, offset: 0 }), await monthOf('2026-03', { limit: 20, offset: 20 })]
  expect(pages.flatMap(({ lines }) => lines)).toEqual(whole.lines)
  expect(check({ ...pages[0]!, lines: pages.flatMap(({ lines }) => lines) }).holds).toBe(true)
  // A page alone does not pass for the month.
  expect(check(pages[0]!).says).toContain('totals are not the sums')
})

test('after a clock that was a month ahead and came back, a month is given out only when its own last line is proved', async () => {
  const own = await someone(db)
  const paid = () =>
    db.transaction((tx) => wallet.charge(tx, { from: fan, to: own, amount: 100, commissionBasisPoints: 0, kind: 'tip', title: 'Lan' }))
  const closed = async () => (await statements.months(db, own, page)).rows.map(({ isClosed }) => isClosed)
  now = new Date('2026-08-10T12:00:00Z')
  await paid()
  await proofs.seal(db)
  now = new Date('2026-08-11T12:00:00Z')
  await proofs.seal(db)
  now = new Date('2026-06-29T12:00:00Z')
  await paid()
  now = new Date('2026-07-01T12:00:00Z')
  expect((await statements.months(db, own, page)).rows).toMatchObject([{ month: '2026-08' }, { month: '2026-06', isClosed: false }])
  await expect(statements.statement(db, own, '2026-06', page)).rejects.toMatchObject({ code: 'not_closed_yet' })
  now = new Date('2026-08-12T12:00:00Z')
  await proofs.seal(db)
  expect(await closed()).toEqual([false, true])
})

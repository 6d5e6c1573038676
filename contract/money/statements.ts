// A creator's statements: each month that is over, line by line, with what proves each line (docs/adr/0006, the provable ledger).
import Type, { type Static } from 'typebox'
import { endpoints, Id, ListQuery, Page, Tokens } from '#contract/endpoint.ts'
import { EarningLine } from '#contract/money/earnings.ts'
import { LedgerDay, LineProof } from '#contract/money/proofs.ts'

/** 2026-10: a month in UTC, as the ledger counts its days. */
const Month = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])$' })

const sums = { grossPrice: Tokens, commission: Tokens, netPrice: Tokens }

const StatementMonth = Type.Object({
  month: Month,
  count: Type.Integer({ description: 'lines: sales, and what was taken back' }),
  ...sums,
  isClosed: Type.Boolean({ description: 'it is over and each of its lines is proved: statements.statement would not refuse it' }),
})
type StatementMonth = Static<typeof StatementMonth>

const StatementLine = Type.Intersect([EarningLine, Type.Object({ proof: LineProof })])
type StatementLine = Static<typeof StatementLine>

/**
 * What /ledger/check-statement.mjs checks once all of its lines are in one file. `before` and `days` are those of proofs.proof:
 * from the first line's day to the newest.
 */
export const Statement = Type.Object({
  month: Month,
  performerId: Id,
  performer: Type.Object({ name: Type.String(), username: Type.String() }),
  totals: Type.Object(sums, { description: 'of all lines, whichever of them are here' }),
  lines: Type.Array(StatementLine),
  total: Type.Integer({ minimum: 0, description: 'how many lines there are' }),
  before: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  days: Type.Array(LedgerDay),
})
export type Statement = Static<typeof Statement>

export const statements = endpoints({
  /** Months with a line, newest first, the running one too. Tokens; what was taken back counts in the month in which it was. */
  months: {
    method: 'GET',
    path: '/performer/earning/statements',
    for: 'creator',
    inClosedCountry: true,
    summary: 'My months',
    query: ListQuery({}),
    reply: Page(StatementMonth),
  },
  /**
   * One month's lines, oldest first. The same as a file: GET /api/performer/earning/statements/<month>/file.<json|csv|pdf>, which is no
   * row because it answers bytes: JSON and CSV have every line, however many, and are sent as they are read; the PDF lists the first 2,000 and
   * says so. `not_closed_yet` until the month is over and its last day closed (UTC, some minutes after midnight);
   * `not_found` for a month without a line.
   */
  statement: {
    method: 'GET',
    path: '/performer/earning/statements/:month',
    for: 'creator',
    inClosedCountry: true,
    summary: 'A month’s statement, with proofs',
    params: Type.Object({ month: Month }),
    query: ListQuery({}),
    reply: Statement,
    refuses: ['not_found', 'not_closed_yet'],
  },
})

import { readFileSync } from 'node:fs'

/** What a test runner counted. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Of those that passed: how many did so only when they were told once more. */
  atSecondTry: number
}

const nothing: Tally = { passed: 0, failed: 0, skipped: 0, atSecondTry: 0 }

/** Counts of vitest's JSON report; none when it wrote no report. A file that failed to load has no tests, so it counts itself. */
export function readVitest(path: string): Tally {
  const report = read(path) as
    | {
        numPassedTests: number
        numFailedTests: number
        numPendingTests: number
        numTodoTests: number
        testResults: { status: string; assertionResults: { status: string }[] }[]
      }
    | undefined
  if (!report) return nothing
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    atSecondTry: 0,
  }
}

/** Counts of Playwright's JSON report; none when it wrote no report. */
export function readPlaywright(path: string): Tally {
  const report = read(path) as { stats: { expected: number; unexpected: number; flaky: number; skipped: number } } | undefined
  if (!report) return nothing
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped, atSecondTry: flaky }
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
      atSecondTry: total.atSecondTry + each.atSecondTry,
    }),
    nothing,
  )
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What a test runner counted. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Of those that passed: how many did so only when they were told once more. */
  atSecondTry: number
  /** Those that failed, and those told once more: file and name, for the last lines, where whoever reads only the end finds them. */
  named: string[]
}

const nothing: Tally = { passed: 0, failed: 0, skipped: 0, atSecondTry: 0, named: [] }

/** Where vitest's run leaves what broke beside all tests (unhandled-errors.ts). */
export const unhandledErrors = 'test-results/vitest-unhandled.json'

/** Counts of vitest's JSON report; none when it wrote no report. A file that failed to load has no tests, so it counts itself. */
export function readVitest(path: string, besides = unhandledErrors): Tally {
  const report = read(path) as
    | {
        numPassedTests: number
        numFailedTests: number
        numPendingTests: number
        numTodoTests: number
        testResults: {
          name: string
          status: string
          message?: string
          assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[]
        }[]
      }
    | undefined
  if (!report) return nothing
  const namedOf = ({ name, message, assertionResults }: (typeof report.testResults)[number]) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    if (unloaded.some((each) => each.name === name)) return [`${file}: ${firstLine(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}: ${firstLine(failureMessages?.[0])}`)
  }
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
    atSecondTry: 0,
    named: [...report.testResults.flatMap(namedOf), ...((read(besides) as string[] | undefined) ?? []).map(firstLine)],
  }
}

/** Counts of Playwright's JSON report; none when it wrote no report. */
export function readPlaywright(path: string): Tally {
  const report = read(path) as
    | { stats: { expected: number; unexpected: number; flaky: number; skipped: number }; suites?: Suite[]; errors?: { message?: string }[] }
    | undefined
  if (!report) return nothing
  const { expected, unexpected, flaky, skipped } = report.stats
  const named = [...(report.errors ?? []).map(({ message }) => firstLine(message)), ...(report.suites ?? []).flatMap(namedIn)]
  return { passed: expected + flaky, failed: unexpected, skipped, atSecondTry: flaky, named }
}

interface Suite {
  suites?: Suite[]
  specs?: { file: string; line: number; title: string; tests: { status: string; results: { error?: { message?: string } }[] }[] }[]
}

function namedIn({ suites = [], specs = [] }: Suite): string[] {
  const own = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const error = results.find((each) => each.error)?.error?.message
        return `browser/${file}:${line} › ${title}${status === 'flaky' ? ' (passed at the second try)' : ''}: ${firstLine(error)}`
      }),
  )
  return [...own, ...suites.flatMap(namedIn)]
}

const firstLine = (message = 'says nothing of why') => stripVTControlCharacters(message).split('\n', 1)[0]!.slice(0, 300)

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, each) => ({
      passed: total.passed + each.passed,
      failed: total.failed + each.failed,
      skipped: total.skipped + each.skipped,
      atSecondTry: total.atSecondTry + each.atSecondTry,
      named: [...total.named, ...each.named],
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

import { rmSync } from 'node:fs'
import { readPlaywright, readVitest, sum, unhandledErrors, type Tally } from './tally.ts'
import { bin, run } from './run.ts'

/**
 * `npm test`: types, lint, format, then everything that vitest and Playwright find, and the queries. `npm run check`: the first four.
 * All steps run, also after one has failed. The last line is `N passed, N failed` as the runners counted;
 * each of the first four counts as one, and so do the queries.
 */
interface Step {
  name: string
  program: string
  args: string[]
  env?: Record<string, string>
  /** Where the runner writes its report, and how to count it. A step without one counts as one. */
  report?: { path: string; read: (path: string) => Tally }
  /** How long it may take before it is stopped; a quarter of an hour where nothing is said. Generous: the slowest machine decides. */
  limitMinutes?: number
}

const checks: Step[] = [
  { name: 'types', program: bin('tsc'), args: ['--noEmit'] },
  { name: 'lint', program: bin('oxlint'), args: ['--type-aware', '--quiet'] },
  { name: 'format', program: bin('biome'), args: ['format', '--colors=off', '.'] },
  // Files, exports and packages that nobody uses.
  { name: 'unused', program: bin('knip'), args: ['--no-progress', '--no-config-hints'] },
]

const suites: Step[] = [
  {
    name: 'vitest',
    program: bin('vitest'),
    args: [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/unhandled-errors.ts',
      '--outputFile.json=test-results/vitest.json',
    ],
    report: { path: 'test-results/vitest.json', read: readVitest },
    limitMinutes: 40,
  },
  // What vitest's tests asked the database, held against what the code says of it.
  { name: 'queries', program: 'scripts/queries.ts', args: [] },
  // Once for both halves.
  { name: 'build', program: 'scripts/build.ts', args: ['--if-stale'], env: { NODE_ENV: 'production' } },
]

/** The stories in a browser, in two halves at once, each at a site of its own (playwright.config.ts). */
const halves = ['1', '2'].map((half): Step => {
  const path = `test-results/playwright-${half}.json`
  return {
    name: `browser ${half}`,
    program: bin('playwright'),
    args: ['test', '--reporter=list,json'],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path, BROWSER_HALF: half },
    report: { path, read: readPlaywright },
    limitMinutes: 50,
  }
})

async function perform(step: Step): Promise<Tally & { line: string }> {
  console.log(`\n── ${step.name} ──`)
  const { code, seconds } = await run(step.program, step.args, {
    ...(step.env && { env: step.env }),
    ...(step.limitMinutes !== undefined && { limitMinutes: step.limitMinutes }),
  })
  const counted = step.report ? step.report.read(step.report.path) : { ...sum([]), passed: code === 0 ? 1 : 0 }
  // A runner can fail although each of its tests passed: a file that does not load, a server that does not start.
  const isBesides = step.report !== undefined && code !== 0 && counted.failed === 0
  const failed = code !== 0 && counted.failed === 0 ? 1 : counted.failed
  const named = isBesides && counted.named.length === 0 ? [`${step.name}: ended with ${code} though no test failed`] : counted.named
  return { ...counted, failed, named, line: `${failed ? 'FAILED' : 'ok'.padEnd(6)} ${step.name.padEnd(9)} ${seconds.toFixed(1)} s` }
}

const isCheck = process.argv[2] === 'check'
const steps = isCheck ? checks : [...checks, ...suites]
const atOnce = isCheck ? [] : halves
// A report of an earlier run must not be counted for a runner that dies before it writes its own.
for (const { report } of [...steps, ...atOnce]) if (report) rmSync(report.path, { force: true })
rmSync(unhandledErrors, { force: true })
const results = []
for (const step of steps) results.push(await perform(step))
results.push(...(await Promise.all(atOnce.map(perform))))
const total = sum(results)
console.log(`\n${results.map(({ line }) => line).join('\n')}\n`)
if (total.named.length) console.log(`${total.named.join('\n')}\n`)
if (total.atSecondTry) console.log(`${total.atSecondTry} of the stories passed only at the second try.`)
console.log(`${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`)
process.exitCode = total.failed ? 1 : 0

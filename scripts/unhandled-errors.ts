import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'
import { unhandledErrors } from './tally.ts'

type Failed = Parameters<NonNullable<Reporter['onTestRunEnd']>>[1][number]

/** Keeps what broke beside all tests: it fails a run in which each of them passed, and vitest's JSON report leaves it out. */
export default class UnhandledErrors implements Reporter {
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly Failed[]): void {
    mkdirSync(dirname(unhandledErrors), { recursive: true })
    writeFileSync(unhandledErrors, JSON.stringify(errors.map(said)))
  }
}

function said({ name, message, stack, VITEST_TEST_PATH: file }: Failed): string {
  const where = stack?.split('\n').find((line) => line.trim().startsWith('at '))
  return `beside the tests${typeof file === 'string' ? ` of ${relative(process.cwd(), file)}` : ''}: ${name}: ${message}${where ? ` ${where.trim()}` : ''}`
}

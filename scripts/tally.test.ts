import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readPlaywright, readVitest, sum } from './tally.ts'

const folder = mkdtempSync(join(tmpdir(), 'tally-'))
afterAll(() => rmSync(folder, { recursive: true }))

function report(content: unknown): string {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, JSON.stringify(content))
  return path
}

test('a vitest file that did not load counts as failed, though it has no tests', () => {
  const counts = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  const testResults = [
    { status: 'passed', assertionResults: [{ status: 'passed' }] },
    { status: 'failed', assertionResults: [{ status: 'failed' }] },
    { status: 'failed', assertionResults: [] },
  ]
  expect(readVitest(report({ ...counts, testResults }))).toEqual({ passed: 5, failed: 2, skipped: 3, atSecondTry: 0 })
})

test('a browser story that passed only at the second try is told as such', () => {
  expect(readPlaywright(report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 } }))).toEqual({
    passed: 4,
    failed: 1,
    skipped: 1,
    atSecondTry: 1,
  })
})

test('a runner that wrote no report counted nothing', () => {
  expect(readVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0, atSecondTry: 0 })
  expect(readPlaywright(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0, atSecondTry: 0 })
})

test('tallies add up', () => {
  expect(
    sum([
      { passed: 1, failed: 0, skipped: 2, atSecondTry: 0 },
      { passed: 4, failed: 5, skipped: 0, atSecondTry: 1 },
    ]),
  ).toEqual({ passed: 5, failed: 5, skipped: 2, atSecondTry: 1 })
})

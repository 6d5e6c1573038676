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
    { name: join(process.cwd(), 'a.test.ts'), status: 'passed', assertionResults: [{ status: 'passed', fullName: 'one' }] },
    {
      name: join(process.cwd(), 'b.test.ts'),
      status: 'failed',
      assertionResults: [{ status: 'failed', fullName: 'two', failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'] }],
    },
    { name: join(process.cwd(), 'c.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
  ]
  const named = ['b.test.ts › two: expected 1', 'c.test.ts: no such module']
  expect(readVitest(report({ ...counts, testResults }), join(folder, 'none.json'))).toEqual({
    passed: 5,
    failed: 2,
    skipped: 3,
    atSecondTry: 0,
    named,
  })
})

test('what broke beside the tests is named, though each of them passed', () => {
  const passed = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
  const { failed, named } = readVitest(report(passed), report(['beside the tests of a.test.ts: Error: gone at a.ts:3\nand more']))
  expect({ failed, named }).toEqual({ failed: 0, named: ['beside the tests of a.test.ts: Error: gone at a.ts:3'] })
})

test('a browser story that passed only at the second try is told as such', () => {
  const told = (title: string, status: string, message?: string) => ({
    file: 'a.spec.ts',
    line: 3,
    title,
    tests: [{ status, results: [{ ...(message && { error: { message } }) }, {}] }],
  })
  const suites = [
    { specs: [told('one', 'expected'), told('two', 'flaky', 'too late')] },
    { suites: [{ specs: [told('three', 'unexpected', 'no button\nanywhere')] }] },
  ]
  expect(readPlaywright(report({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 1 }, suites }))).toEqual({
    passed: 4,
    failed: 1,
    skipped: 1,
    atSecondTry: 1,
    named: ['browser/a.spec.ts:3 › two (passed at the second try): too late', 'browser/a.spec.ts:3 › three: no button'],
  })
})

test('a runner that wrote no report counted nothing', () => {
  expect(readVitest(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0, atSecondTry: 0, named: [] })
  expect(readPlaywright(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0, atSecondTry: 0, named: [] })
})

test('tallies add up', () => {
  expect(
    sum([
      { passed: 1, failed: 0, skipped: 2, atSecondTry: 0, named: [] },
      { passed: 4, failed: 5, skipped: 0, atSecondTry: 1, named: ['a'] },
    ]),
  ).toEqual({ passed: 5, failed: 5, skipped: 2, atSecondTry: 1, named: ['a'] })
})

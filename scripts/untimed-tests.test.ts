import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Reading a clock to judge by it. What the bench measures is a ratio within one run, and no test. */
const timing = /\bperformance\.now\(\)|\bhrtime\b/

const timed = (sources: readonly (readonly [string, string])[]) => sources.filter(([, text]) => timing.test(text)).map(([name]) => name)

test('no test is judged by a clock: a busy machine is slow, and right', () => {
  const files = globSync(['{contract,server,web,database,journeys,scripts,browser,bench}/**/*.{test,spec}.{ts,tsx}'], { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const sources = files
    .filter((name) => !name.endsWith('untimed-tests.test.ts'))
    .map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)
  expect(timed(sources)).toEqual([])
})

test('one that is judged by a clock is found', () => {
  expect(timed([['slow.test.ts', 'expect(performance.now() - began).toBeLessThan(500)']])).toEqual(['slow.test.ts'])
})

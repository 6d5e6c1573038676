import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** Asked all at once and waited for one after the other: a refusal that comes before its turn is nobody's, and ends the run now and then. */
const loop = /for \(const (\w+) of \[/g

function early(text: string): string[] {
  return [...text.matchAll(loop)].flatMap(({ 0: begun, 1: name = '', index }) => {
    const after = text.slice(index + begun.length).split(/\n(?:test|\})/, 1)[0] ?? ''
    const waits = new RegExp(String.raw`\]\)\s*\{?\s*await expect\(${name}[,)]`).exec(after.slice(0, 1500))
    return waits ? [after.slice(0, waits.index).trim()] : []
  })
}

test('no test asks several at once and waits for their refusals one after the other', () => {
  const files = globSync(['{contract,server,web,database,journeys,scripts,browser,bench}/**/*.{test,spec}.{ts,tsx}'], { cwd: root })
  expect(files.length).toBeGreaterThan(200)
  const found = files
    .filter((name) => !name.endsWith('awaited-tests.test.ts'))
    .flatMap((name) => early(readFileSync(join(root, name), 'utf8')).map((what) => [name, what]))
  expect(found).toEqual([])
})

test('one that does is found', () => {
  expect(early('for (const ask of [first({}), second({})])\n  await expect(ask).rejects.toThrow()')).toEqual(['first({}), second({})'])
  expect(early('for (const ask of [() => first({})])\n  await expect(ask()).rejects.toThrow()')).toEqual([])
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { withoutComments } from '#server/boundaries-reading.ts'

const root = join(import.meta.dirname, '..')

export interface Rule {
  section: string
  rule: string
  /** Which tests promise it, by file and name. */
  tests: { file: string; name: string }[]
}

/** The lines of docs/rules.md: every row of its tables, under its section. */
export function rulesIn(text: string): Rule[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    section = /^## (.+)/.exec(line)?.[1] ?? section
    const [, rule = '', promise = ''] = /^\| (.+?) \| (.+) \|$/.exec(line) ?? []
    if (rule === '' || rule === 'rule') return []
    const tests = [...promise.matchAll(/\[([^\]]+)\]\(\.\.\/([^)\s]+\.(?:test|spec)\.tsx?)\)/g)]
    return [{ section, rule, tests: tests.map(([, name = '', file = '']) => ({ file, name })) }]
  })
}

export function readRules(): string {
  return readFileSync(join(root, 'docs/rules.md'), 'utf8')
}

/** What such a file says, without its comments; nothing where there is none. */
export function sourceOf(file: string): string {
  const path = join(root, file)
  return existsSync(path) ? withoutComments(readFileSync(path, 'utf8')) : ''
}

/** What is wrong with the list: a rule that nothing promises, and a test that is not in its file by that name (or is skipped there). */
export function unkept(rules: readonly Rule[], source = sourceOf): string[] {
  return rules.flatMap(({ rule, tests }) => [
    ...(tests.length === 0 && !/\bnot built\b/.test(rule) ? [`nothing promises: ${rule}`] : []),
    ...tests.filter(({ file, name }) => !isTestIn(source(file), name)).map(({ file, name }) => `${file} has no test: ${name}`),
  ])
}

/** By itself or by a table of cases: `test('…', …)`, `test.each(…)('…', …)`. */
function isTestIn(source: string, name: string): boolean {
  const spelt = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?:\\btest\\(|\\)\\()\\s*(['"\`])${spelt}\\1\\s*,`).test(source)
}

import { expect, test } from 'vitest'
import { readRules, rulesIn, sourceOf, unkept } from './rules.ts'

const rules = rulesIn(readRules())

test('every test that docs/rules.md names is there, and every rule names one', () => {
  const sections = ['2. Addresses and pages', '4. What follows what', '5. Gates', '8. What goes wrong', '9. Defaults']
  expect([...new Set(rules.map(({ section }) => section))]).toEqual(sections)
  expect(rules.length).toBeGreaterThan(100)
  expect(unkept(rules)).toEqual([])
})

test('a test that was renamed, skipped, taken away or is only spoken of is found, and so is a rule that nothing promises', () => {
  const { file, name } = rules[0]!.tests[0]!
  const found = (change: (source: string) => string) =>
    unkept([{ section: '', rule: 'a rule', tests: [{ file, name }] }], (each) => change(sourceOf(each)))
  const missing = [`${file} has no test: ${name}`]
  expect(found((source) => source)).toEqual([])
  expect(found((source) => source.replace(name, `${name}, or so`))).toEqual(missing)
  expect(found((source) => source.replace(`test('${name}'`, `test.skip('${name}'`))).toEqual(missing)
  expect(found(() => `const said = '${name}'`)).toEqual(missing)
  expect(unkept(rulesIn(`| a rule | [${name}](../web/gone.test.ts) |`))).toEqual([`web/gone.test.ts has no test: ${name}`])
  expect(unkept(rulesIn('| a rule | somebody’s word |'))).toEqual(['nothing promises: a rule'])
})

test('a test is found by the name that it has for many cases, too', () => {
  const rule = { section: '', rule: 'a rule', tests: [{ file: 'x.test.ts', name: '%s is what ${who} reads' }] }
  expect(unkept([rule], () => "test.each([1, 2])('%s is what ${who} reads', () => {})")).toEqual([])
  expect(unkept([rule], () => 'for (const who of people) test(`%s is what ${who} reads`, async () => {})')).toEqual([])
})

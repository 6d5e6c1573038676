// Sentences that nobody says any more: knip reads code, and this reads the words.
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { workKinds } from '#contract/catalogue/kind-names.ts'
import { withoutComments } from '#server/boundaries-reading.ts'

const root = join(import.meta.dirname, '../..')
const code = globSync('{server,web,contract,scripts,database}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.|testing/.test(file))
  .map((file) => withoutComments(readFileSync(join(root, file), 'utf8')))
  .join('\n')
const whole = new Set([...code.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, key = '']) => key))
/** `office.setting.${key}.hint`, and tails such as `${words}.delete.title`; one without a word of its own would fit everything. */
const open = [...code.matchAll(/`((?:[\w.-]|\$\{[^{}`]*\})+)`/g)]
  .map(([, text = '']) => text.split(/\$\{[^}]*\}/))
  .filter((parts) => parts.length > 1 && /[a-z]{3}/i.test(parts.join('')))
  .map((parts) => new RegExp(`^${parts.map((part) => part.replaceAll('.', '\\.')).join('.+')}$`))

/** The pieces name what they say without its file: words('close'). */
const saidByPieces = (key: string) => code.includes(`words('${key.slice('ui.'.length)}'`)

/** The keys of a file of words that no text of the code can come to. */
const unsaid = (file: string, keys: readonly string[]) =>
  keys
    .map((key) => `${file}.${key.replace(/_(zero|one|other)$/, '')}`)
    .filter((key) => !whole.has(key) && !open.some((text) => text.test(key)) && !(file === 'ui' && saidByPieces(key)))

test('every sentence is said somewhere', () => {
  const files = globSync('contract/words/zh-TW/*.json', { cwd: root })
  expect(files.length).toBeGreaterThan(40)
  const keysOf = (file: string) => Object.keys(JSON.parse(readFileSync(join(root, file), 'utf8')) as object)
  expect(files.flatMap((file) => unsaid(basename(file, '.json'), keysOf(file)))).toEqual([])
})

test('a sentence that nobody says is found', () => {
  expect(unsaid('office', ['setting.siteName', 'setting.siteName.hint', 'nobody.says.this'])).toEqual(['office.nobody.says.this'])
  expect(unsaid('ui', ['close', 'nobodySaysThis'])).toEqual(['ui.nobodySaysThis'])
})

test('every kind of work has the sentences whose keys are put together from what the server sent', () => {
  const said = (file: string) => JSON.parse(readFileSync(join(root, `contract/words/zh-TW/${file}.json`), 'utf8')) as Record<string, string>
  const [office, purse] = [said('office'), said('purse')]
  expect(workKinds.filter((kind) => !office[`kind.${kind}`] || !purse[`export.is.${kind}`])).toEqual([])
})

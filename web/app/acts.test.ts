// Acts are written once, in act.ts: whoever is busy by hand forgets the second press, the lost answer or the refusal.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files that say a no or hold a press by themselves, each for its reason. */
const own: Readonly<Record<string, string>> = {
  'app/act.ts': 'the act itself',
  'app/form-act.ts': 'the fields themselves',
  'talk/messaging/emoji/EmojiButton.tsx': 'it fetches what it opens, and says nothing to the server',
  'catalogue/reactions/react.ts': 'a heart and a bookmark are pressed in one breath: neither waits for the other',
}

const byHand = [
  { what: 'is busy by hand', how: /\bset(Busy|Saving|Sending|Submitting|Pending|Exporting)\(/ },
  { what: 'says a no by hand', how: /\btoast\.show\(\s*sentenceOf\(/ },
  { what: 'catches a no by hand', how: /catch \((error|failure)\)[^]*?\bset\w+\(\s*(?:sentenceOf|tellFields)/ },
  // What is read beside useFields stands still: the compiler remembers it from the first drawing on. Its `values` do not.
  { what: 'reads a form by hand', how: /\bform\.(?:watch|getValues)\(/ },
  { what: 'keeps a key by hand', how: /useRef\([^)]*(?:randomUUID|key: ?'')|useState\(\(\) => crypto\.randomUUID\(\)\)/ },
]

function found(sources: Readonly<Record<string, string>>): string[] {
  return Object.entries(sources).flatMap(([file, source]) =>
    byHand.filter(({ how }) => how.test(source)).map(({ what }) => `${file} ${what}`),
  )
}

test('what a press does is said by useAct: no screen is busy, says a no, or keeps a key by itself', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  const sources = Object.fromEntries(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  // A listing that finds nothing would pass vacuously.
  expect(files).toContain('money/payments/TopUp.tsx')
  expect(found(Object.fromEntries(Object.entries(sources).filter(([file]) => !(file in own))))).toEqual([])
  // An exception that needs none any more is taken out.
  expect(Object.keys(own).filter((file) => file !== 'app/act.ts' && found({ [file]: sources[file] ?? '' }).length === 0)).toEqual([])
})

test.each([
  ['is busy by hand', `const go = async () => { setBusy(true); await api.works.remove({ id }); setBusy(false) }`],
  ['says a no by hand', `api.works.remove({ id }).catch((no) => toast.show(sentenceOf(no, later), { failed: true }))`],
  ['catches a no by hand', `try { await api.works.remove({ id }) } catch (error) {\n  setProblem(sentenceOf(error, later))\n}`],
  ['reads a form by hand', `const written = form.watch()`],
  ['keeps a key by hand', `const intention = useRef({ what: '', key: '' })`],
  ['keeps a key by hand', `const [key, setKey] = useState(() => crypto.randomUUID())`],
])('a screen that %s is found', (what, source) => {
  expect(found({ 'windows/planted.tsx': source })).toContain(`windows/planted.tsx ${what}`)
})

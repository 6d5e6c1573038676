// A form keeps its fields with useFields, once for all: by hand, some form forgets the no at its field, the focus, or what was typed.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Files that keep a form by themselves, each for its reason. */
const own: Readonly<Record<string, string>> = {
  'office/admin/SettingsPage.tsx': 'its rows are those that the server names, and only what was edited is kept',
  'office/reports/ReportPage.tsx': 'one address; what it leads to is looked for, and nothing is sent by it',
  'people/age/Gate.tsx': 'one date, which is sent before the page is alive, too; who is too young is asked nothing more',
  'people/accounts/door/AgeStep.tsx': 'one date; who is too young is asked nothing more',
}

const keepsWrongs = /const \[(?:wrong|wrongs|errors|problems), set\w+\] = useState<(?!string>|boolean>)/
const keepsOne = /const \[\w*(?:wrong|touched|problem|error)\w*, set\w+\] = useState/i

function isByHand(source: string): boolean {
  if (!/<form\b|<FormSheet\b/.test(source)) return false
  // What is wrong by field; or one such sentence beside three fields and more.
  return keepsWrongs.test(source) || (keepsOne.test(source) && source.split(/= useState[<(]/).length - 1 > 3)
}

test('no form keeps its fields and what is wrong with them by hand', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.tsx') && !name.startsWith('dev/'))
  // A listing that finds nothing would pass vacuously.
  expect(files).toContain('money/coupons/CouponForm.tsx')
  const found = files.filter((file) => isByHand(readFileSync(join(root, file), 'utf8')))
  expect(found.filter((file) => !(file in own))).toEqual([])
  // An exception that needs none any more is taken out.
  expect(Object.keys(own).filter((file) => !found.includes(file))).toEqual([])
})

test.each([
  ['by field', `const [wrong, setWrong] = useState<Partial<Record<Field, string>>>({})`],
  ['by field', `const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})`],
  [
    'beside its fields',
    `const [amount, setAmount] = useState('')
     const [method, setMethod] = useState<Method>('banking')
     const [note, setNote] = useState('')
     const [touched, setTouched] = useState(false)`,
  ],
])('a form that keeps what is wrong %s is found', (_how, states) => {
  expect(isByHand(`${states}\nreturn <FormSheet onSend={send} />`)).toBe(true)
})

test('one field with its sentence may be kept by hand', () => {
  expect(isByHand(`const [reason, setReason] = useState('')\nconst [wrong, setWrong] = useState<string>()\n<FormSheet />`)).toBe(false)
})

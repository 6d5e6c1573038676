// What the code claims of its rows, held against what PostgreSQL answered.
import pg from 'pg'
// For the ways in which it reads PostgreSQL's types.
import '#server/platform/db/db.ts'
import type { RecordedQuery } from '#server/platform/testing/asked.ts'
import type { Catalogue } from '#server/platform/testing/catalogue.ts'
import type { Claim, Site } from './claims.ts'

export interface Fault {
  place: string
  why: string
}

type Column = RecordedQuery['columns'][number]
type Origin = Catalogue['columns'][string]

const unasked = 'is asked by no test'
export const isUnasked = ({ why }: Fault) => why === unasked

export function compare(sites: readonly Site[], asked: readonly RecordedQuery[], catalogue: Catalogue): Fault[] {
  const byPlace = Map.groupBy(asked, ({ site }) => site)
  return sites.flatMap(({ place, row }) => {
    const answers = byPlace.get(place)
    const whys = answers ? answers.flatMap((answer) => (row ? differences(row, answer, catalogue) : [])) : [unasked]
    return [...new Set(whys)].map((why) => ({ place, why }))
  })
}

function differences(row: Record<string, Claim>, answer: RecordedQuery, catalogue: Catalogue): string[] {
  const names = new Set(answer.columns.map(({ name }) => name))
  const missing = Object.keys(row).filter((name) => !row[name]?.mayBeMissing && !names.has(name))
  return [
    ...missing.map((name) => `claims ${name}, which is no column of the answer`),
    ...answer.columns.flatMap((column) => {
      const claim = row[column.name]
      if (!claim) return [`asks for ${column.name}, which nothing claims`]
      const origin = originOf(column, catalogue)
      const whys = [
        kindFault(claim, column, catalogue),
        nullFault(claim, column, answer, origin),
        ...wordFaults(claim, column, answer, origin),
      ]
      return whys.filter((why) => why !== undefined).map((why) => `claims that ${column.name} ${why}`)
    }),
  ]
}

/** The column of a table that this is, as it stands there. Some tests have databases of their own, in which the same number is another's. */
function originOf({ type, table, attribute }: Column, { columns }: Catalogue): Origin | undefined {
  const origin = columns[`${table}.${attribute}`]
  return origin?.type === type ? origin : undefined
}

function kindFault({ kinds }: Claim, { type }: Column, catalogue: Catalogue): string | undefined {
  const kind = kindOf(type, catalogue)
  const fits = (claimed: string) => claimed === 'anything' || (kind === 'json' ? !/Date|Buffer/.test(claimed) : claimed === kind)
  return kinds.every(fits) ? undefined : `is ${kinds.join(' | ')}: it is ${kind} (${catalogue.types[type]?.name})`
}

function nullFault({ mayBeNull }: Claim, { name }: Column, { text, nulls }: RecordedQuery, origin: Origin | undefined): string | undefined {
  if (mayBeNull) return undefined
  if (nulls.includes(name)) return 'is never null: it was'
  if (!origin) return undefined
  if (!origin.isNotNull && !isGuarded(origin, text)) return `is never null: ${origin.name} may be`
  if (isOuter(origin, text)) return `is never null: the outer join may find none`
  return undefined
}

/** The query compares the column, which no null survives. By its name alone: what the tests see of nulls stands behind it. */
function isGuarded({ name }: Origin, text: string): boolean {
  const column = `"?\\b${name.split('.').at(-1)}\\b"?`
  return new RegExp(`${column}\\)? (is not null|[<>=~]|i?like\\b|in \\(|between\\b)|[<>=] ?(\\w+\\.)?${column}`, 'i').test(text)
}

/** The column's table stands in the query once, behind a left join. */
function isOuter({ name }: Origin, text: string): boolean {
  const table = name.split('.').slice(0, 2).join('\\.')
  const uses = [...text.matchAll(new RegExp(`(left join |full join )?\\b${table}\\b(?! ?\\()`, 'gi'))]
  return uses.length === 1 && uses[0]?.[1] !== undefined
}

function wordFaults({ words }: Claim, { name }: Column, { texts }: RecordedQuery, origin: Origin | undefined): string[] {
  if (!words) return []
  const is = `is one of ${words.join(', ')}:`
  const seen = texts.filter((each) => each.startsWith(`${name}: `)).map((each) => each.slice(name.length + 2))
  const others = seen.filter((word) => !words.includes(word))
  const unclaimed = origin ? permittedIn(origin).filter((word) => !words.includes(word)) : []
  return [
    ...(others.length > 0 ? [`${is} it was ${others.join(', ')}`] : []),
    ...(unclaimed.length > 0 ? [`${is} ${origin?.name} may also be ${unclaimed.join(', ')}`] : []),
  ]
}

/** The words that a column may hold, where a check of its own lists them. */
function permittedIn({ checks }: Origin): string[] {
  const [list = ''] = checks.flatMap((check) => /^CHECK \(+\w+\)?(?:::text)? = ANY \(+ARRAY\[([^\]]*)\]/.exec(check)?.[1] ?? [])
  return [...list.matchAll(/'([^']*)'::/g)].map(([, word = '']) => word)
}

const samples: Record<string, string> = { N: '1', B: 't', D: '2026-11-21 10:00:00+00', T: '01:00:00' }

/** What pg makes of the type: tried, with a text such as PostgreSQL sends. */
function kindOf(oid: number, { types }: Catalogue): string {
  const type = types[oid]
  if (!type || type.name === 'json' || type.name === 'jsonb') return 'json'
  const sample = (of = type) => samples[of.category] ?? (of.name === 'bytea' ? '\\x00' : 'x')
  const element = type.category === 'A' ? types[type.element] : undefined
  const parse = pg.types.getTypeParser(oid) as (text: string) => unknown
  return kindOfValue(parse(element ? `{"${sample(element)}"}` : sample()))
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`
  if (value instanceof Date) return 'Date'
  return Buffer.isBuffer(value) ? 'Buffer' : typeof value
}

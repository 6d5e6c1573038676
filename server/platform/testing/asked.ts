// What the tests ask the database, and from where: each line of code that asks, with the columns that PostgreSQL answered and whether one of
// them was ever null. scripts/queries.ts holds it against the row types that the code claims, and misses the lines that nothing ever asked.
import { appendFileSync, mkdirSync } from 'node:fs'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join, relative } from 'node:path'
import type { QueryResult } from 'pg'

/** One shape of an answer. A line that puts its query together may have several; whatever is new of it is written as soon as it is seen. */
export interface RecordedQuery {
  /** Where it was asked: a file from the project's root, line and column. */
  site: string
  text: string
  columns: { name: string; type: number; table: number; attribute: number }[]
  /** Columns in which a null was seen. */
  nulls: string[]
  /** Short texts that were seen, as "column: text": the first few of a column, which are all where they are words of the program. */
  texts: string[]
}

const root = join(import.meta.dirname, '../../..')
export const recordedFolder = join(root, 'test-results/asked')
const mostTexts = 16

const file = join(recordedFolder, `${process.pid}-${Date.now()}.jsonl`)

subscribe('stagedoor:asked', record)

function record(message: unknown): void {
  const { text, answer } = message as { text: string; answer: Promise<QueryResult> }
  const site = whoAsks()
  if (site) answer.then((result) => note(site, text, result)).catch(() => {})
}

/** For a test that puts into the database what the product's types do not know. */
export function stopRecording(): void {
  unsubscribe('stagedoor:asked', record)
}

const shapes = new Map<string, Map<string, Set<string>>>()

function note(site: string, text: string, { fields, rows }: QueryResult<Record<string, unknown>>): void {
  const columns = fields.map(({ name, dataTypeID, tableID, columnID }) => ({ name, type: dataTypeID, table: tableID, attribute: columnID }))
  const shape = JSON.stringify([site, text, columns])
  const isKnown = shapes.has(shape)
  const seen = shapes.get(shape) ?? new Map(columns.map(({ name }) => [name, new Set<string>()]))
  shapes.set(shape, seen)
  const asked: RecordedQuery = { site, text, columns, nulls: [], texts: [] }
  for (const [name, values] of seen) {
    for (const row of rows) {
      const value = row[name]
      if (value === null && !values.has('null')) asked.nulls.push(name)
      else if (typeof value === 'string' && value.length < 30 && values.size < mostTexts && !values.has(`text ${value}`))
        asked.texts.push(`${name}: ${value}`)
      else continue
      values.add(value === null ? 'null' : `text ${value as string}`)
    }
  }
  if (isKnown && asked.nulls.length + asked.texts.length === 0) return
  mkdirSync(recordedFolder, { recursive: true })
  appendFileSync(file, `${JSON.stringify(asked)}\n`)
}

const sites = new Map<string, string | undefined>()

/** The first of the calls that led here which is not of platform/db: what stands there asks for somebody. Nothing where that is a test. */
function whoAsks(): string | undefined {
  // oxlint-disable-next-line typescript/unbound-method -- V8 calls it without `this`
  const asShown = Error.prepareStackTrace
  Error.prepareStackTrace = (error, calls) => {
    const caller = calls.findIndex((call) => isOurs(call.getFileName() ?? ''))
    const call = calls[caller]
    if (!call) return undefined
    // Where the running text has it; vitest knows where that is in the source, and is asked once for each place.
    const place = `${call.getFileName()}:${call.getLineNumber()}:${call.getColumnNumber()}`
    if (!sites.has(place)) sites.set(place, inSource(String(asShown?.call(Error, error, calls.slice(caller, caller + 1)))))
    return sites.get(place)
  }
  try {
    return new Error().stack
  } finally {
    Error.prepareStackTrace = asShown
  }
}

const isOurs = (name: string) =>
  !/^node:|\/node_modules\/|\/server\/platform\/db\/(?!.*\.test\.ts)|\/server\/platform\/testing\/asked\.ts/.test(name)

function inSource(line: string): string | undefined {
  const [, name = '', position = ''] = /\(?([^\s(]+):(\d+:\d+)\)?$/.exec(line.trim()) ?? []
  const path = relative(root, name.replace(/^file:\/\//, ''))
  return path.endsWith('.test.ts') || path.startsWith('..') ? undefined : `${path}:${position}`
}

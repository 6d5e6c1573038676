// A dump of the ledger: PostgreSQL's own form (`COPY … FROM stdin`, as pg_dump writes it), so that what pg_dump made and what we
// made are read alike, and either can be loaded with psql.
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { notInOldDumps, tables, type Books, type Table, type Texts } from '#server/money/proofs/books.ts'

const names = Object.keys(tables) as Table[]

/** The lines of a dump, each with its end. */
export async function* dumped(books: Books): AsyncGenerator<string> {
  for (const table of names) {
    const columns = tables[table]
    yield `COPY ${table} (${columns.join(', ')}) FROM stdin;\n`
    for await (const row of books.rows(table)) {
      const texts: Readonly<Record<string, string | null>> = row
      yield `${columns.map((column) => escaped(texts[column] ?? null)).join('\t')}\n`
    }
    yield '\\.\n\n'
  }
}

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
const characters: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

// oxlint-disable-next-line no-control-regex -- those that COPY writes with a backslash
const special = /[\\\b\f\n\r\t\v]/g

const escaped = (text: string | null) => (text === null ? '\\N' : text.replaceAll(special, (character) => escapes[character] ?? character))
const plain = (field: string) =>
  field === '\\N' ? null : field.replaceAll(/\\(.)/gs, (_, character: string) => characters[character] ?? character)

/** The books in a dump's file, which is read once for each table. @throws a sentence for the operator when a table is missing */
export function dumpedBooks(file: string): Books {
  return {
    async *rows<T extends Table>(table: T) {
      let columns: string[] | undefined
      for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 0 })) {
        if (!columns) columns = columnsIn(line, table)
        else if (line === '\\.') return
        else yield rowIn(line, columns) as Texts<T>
      }
      if (!columns && notInOldDumps.includes(table)) return
      throw new Error(columns ? `The dump ends in the middle of ${table}.` : `The dump has no ${table}.`)
    },
  }
}

function columnsIn(line: string, table: Table): string[] | undefined {
  const [, name, list] = /^COPY (\S+) \((.+)\) FROM stdin;$/.exec(line) ?? []
  if (name !== table || !list) return undefined
  const columns = list.split(', ').map((column) => column.replaceAll('"', ''))
  const missing = tables[table].filter((column) => !columns.includes(column) && !notInOldDumps.includes(`${table}.${column}`))
  if (missing.length > 0) throw new Error(`The dump's ${table} has no ${missing.join(', ')}.`)
  return columns
}

function rowIn(line: string, columns: readonly string[]): Record<string, string | null> {
  const fields = line.split('\t')
  return Object.fromEntries(columns.map((column, place) => [column, plain(fields[place] ?? '\\N')]))
}

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, listed, sql, type Database } from '#server/platform/db/db.ts'
import { cloneDatabase } from '#server/platform/testing/clone.ts'

let db: Database
beforeAll(async () => {
  db = connect({ connection: await cloneDatabase() })
})
afterAll(() => db.close())

const numbers = (limit: number, offset: number, most = 7) =>
  listed<{ n: number }>(
    db,
    { limit, offset },
    (total, window) => sql`select n, ${total} from generate_series(1, ${most}::int) n order by n ${window}`,
  )

test('whichever page is read, behind the end too, the total is that of the whole list', async () => {
  expect(await numbers(3, 3)).toMatchObject({ rows: [{ n: 4 }, { n: 5 }, { n: 6 }], total: 7 })
  expect(await numbers(3, 6)).toMatchObject({ rows: [{ n: 7 }], total: 7 })
  expect(await numbers(3, 7)).toEqual({ rows: [], total: 7 })
  expect(await numbers(3, 100_000)).toEqual({ rows: [], total: 7 })
  expect(await numbers(3, 0, 0)).toEqual({ rows: [], total: 0 })
  expect(await numbers(3, 9, 0)).toEqual({ rows: [], total: 0 })
})

/** A total that stands on the rows themselves is gone with them, behind the end of the list. */
const onRows = /count\(\*\) over/i
const found = (sources: readonly (readonly [string, string])[]) => sources.filter(([, text]) => onRows.test(text)).map(([name]) => name)

test('no list counts itself by hand', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync(['**/*.ts'], { cwd: root }).filter((name) => !name.startsWith(join('platform', 'db', 'counting')))
  expect(files.length).toBeGreaterThan(300)
  expect(found(files.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const))).toEqual([])
  expect(found([['by-hand.ts', 'select id, count(*) over () as total from a limit 5']])).toEqual(['by-hand.ts'])
})

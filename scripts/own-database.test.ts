import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
/** What PostgreSQL tells of the whole server, with the databases of other sites and other tests. */
const ofTheServer = /\bfrom pg_(?:locks|stat_activity)\b[^`]*/g
const ownAlone = /datname = current_database\(\)/

const unbounded = (text: string) => Array.from(text.matchAll(ofTheServer), ([read]) => read).filter((read) => !ownAlone.test(read))

test('whoever reads the locks and connections of a server means those of their own database', () => {
  const files = globSync(['{server,journeys,scripts,browser,bench,database}/**/*.{ts,sql}'], { cwd: root })
  expect(files.length).toBeGreaterThan(500)
  const found = files
    .filter((name) => !name.endsWith('own-database.test.ts'))
    .flatMap((name) => unbounded(readFileSync(join(root, name), 'utf8')).map((read) => `${name}: ${read}`))
  expect(found).toEqual([])
})

test('one that counts those of others is found', () => {
  expect(unbounded('sql`select from pg_locks where classid = 7104`')).toHaveLength(1)
  expect(unbounded('sql`select from pg_stat_activity where datname = current_database()`')).toEqual([])
})

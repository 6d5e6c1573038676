// One page, many descriptions: a table stands on a page by the pieces of web/app/ListTable.tsx, which bring its waiting, its emptiness, its
// pages and its address with them.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withoutComments } from '#server/boundaries-reading.ts'

const root = join(import.meta.dirname, '../..')
/** Who draws tables: the pieces, the piece below them, and the gallery, which shows that one. */
const drawers = /^web\/(?:app\/ListTable\.tsx|ui\/DataTable\.tsx|dev\/)/
const drawing = /\bDataTable\b(?!\.tsx|Props)/

const byHand = (sources: readonly (readonly [string, string])[]) =>
  sources.filter(([name, text]) => !drawers.test(name) && drawing.test(withoutComments(text))).map(([name]) => name)

const files = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: (name) => name.endsWith('.test.ts') })
const sources = files.map((name) => [name, readFileSync(join(root, name), 'utf8')] as const)

test('every table is drawn by the pieces of a list page', () => {
  expect(sources.filter(([, text]) => /\bListTable\b/.test(text)).length).toBeGreaterThan(12)
  expect(byHand(sources)).toEqual([])
})

test('a page that draws a table by itself is found', () => {
  const page = `import { type Column, DataTable } from '#web/ui/DataTable.tsx'`
  expect(byHand([['web/money/tolls/TollsPage.tsx', page]])).toEqual(['web/money/tolls/TollsPage.tsx'])
  expect(byHand([['web/money/tolls/columns.tsx', `import type { Column } from '#web/ui/DataTable.tsx'`]])).toEqual([])
})

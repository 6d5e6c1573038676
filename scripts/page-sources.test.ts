import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withSources } from './page-sources.ts'

test('every page that the routes import carries the name of its file on the server', () => {
  const routes = readFileSync(join(import.meta.dirname, '../web/routes.tsx'), 'utf8')
  const imported = [...routes.matchAll(/\b\w*[pP]age\([^()]*\(\) => import\('#([^']+)'\)/g)].map(([, source]) => source)
  const named = [...withSources(routes).matchAll(/\{ source: '([^']+)' \}/g)].map(([, source]) => source)
  expect(named.length).toBeGreaterThan(60)
  expect(named).toEqual(imported)
  // What stands in the routes besides: the developers' gallery, which no page of the product is.
  expect(routes.split('import(').length - 1 - named.length).toBe(1)
})

test('a name is put beside an import and changes nothing of it', () => {
  expect(withSources(`page('me', () => import("#web/windows/me/MePage.tsx")),`)).toBe(
    `page('me', Object.assign(() => import("#web/windows/me/MePage.tsx"), { source: 'web/windows/me/MePage.tsx' })),`,
  )
})

import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { routes } from '#web/routes.tsx'

const server = join(import.meta.dirname, '../..')

/** The addresses that stand in the sources of letters; what is put into one when it is written is any name. */
async function addresses(): Promise<string[]> {
  const found: string[] = []
  for await (const file of glob('**/*.ts', { cwd: server })) {
    if (file.includes('.test.') || file.endsWith('routes.ts')) continue
    const source = await readFile(join(server, file), 'utf8')
    // Whoever asks it for the site's address only writes no letter.
    if (!/import (?!\{ siteUrl \})[^\n]* from '#server\/platform\/mail\/mail\.ts'/.test(source)) continue
    for (const [, path = ''] of source.matchAll(/(?<!from )['`](\/(?!api\/)[a-z][^'`\s]*)['`]/g))
      found.push(path.replaceAll(/\$\{[^}]*\}/g, 'name'))
  }
  return found
}

test('whoever presses a letter’s button comes to a page that there is', async () => {
  const all = await addresses()
  expect(all.length).toBeGreaterThan(10)
  const leadsNowhere = (path: string) => (matchRoutes(routes, path)?.at(-1)?.route.path ?? '*') === '*'
  expect(leadsNowhere('/creator/nothing-here')).toBe(true)
  expect(all.filter((path) => leadsNowhere(path.split(/[?#]/, 1)[0] ?? ''))).toEqual([])
})

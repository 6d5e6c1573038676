import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { violations } from '#server/boundaries.ts'
import { floors } from '#server/floors.ts'

const root = join(import.meta.dirname, '..')

/** What the rules say about sources planted for the purpose. */
function judge(sources: Record<string, string>): string[] {
  return violations(new Map(Object.entries(sources)), floors).map(({ file, why }) => `${file} ${why}`)
}

const wallet = 'server/money/wallet/wallet.ts'
const payouts = 'server/money/payouts/payouts.ts'

test('every file of the product keeps to its floor', () => {
  const files = ['contract', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`),
  )
  const sources = new Map(
    files.filter((file) => /\.(m?ts|tsx|mjs)$/.test(file)).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
  )
  // A listing that finds nothing would pass vacuously.
  expect([...sources.keys()]).toContain('server/floors.ts')
  expect(violations(sources, floors)).toEqual([])
})

test('a slice name means one place only', () => {
  const names = floors.flatMap(({ slices, web = [] }) => [...slices, ...web])
  expect(names).toEqual([...new Set(names)])
})

test('looking down by the door, using the platform and the contract, and living inside one slice are all fine', () => {
  expect(
    judge({
      [payouts]: `
        import { charge } from '#server/money/wallet/wallet.ts'
        import { pay } from './queries.ts'
        import type { Tx } from '#server/platform/db/db.ts'
        import { wallet } from '#contract/money/wallet.ts'
        import { images } from '../../media/images/images.ts'`,
      'server/money/payouts/queries.ts': 'export const pay = 1',
      'server/main.ts': `import { pay } from '#server/money/payouts/queries.ts'\nimport type * as Entry from '#web/entry-server.tsx'`,
      'server/money/wallet/wallet.test.ts': `import { reports } from '#server/office/admin/queries.ts'`,
      'server/platform/testing/world.ts': `import { reports } from '#server/office/admin/queries.ts'`,
      'server/money/wallet/testing.ts': 'sql`insert into accounts.people (id) values (1)`',
    }),
  ).toEqual([])
})

test.each([
  ['import', `import { payouts } from '#server/money/payouts/payouts.ts'`],
  ['import on several lines', `import {\n  one,\n  type Two,\n} from '#server/money/payouts/payouts.ts'`],
  ['import type', `import type { Payout } from "#server/money/payouts/payouts.ts"`],
  ['import of everything', `import * as payouts from '#server/money/payouts/payouts.ts'`],
  ['import for its effect', `import '#server/money/payouts/payouts.ts'`],
  ['export from', `export { payouts } from '#server/money/payouts/payouts.ts'`],
  ['export type from', `export type { Payout } from '#server/money/payouts/payouts.ts'`],
  ['export of everything', `export * from '#server/money/payouts/payouts.ts'`],
  ['dynamic import', `const payouts = await import('#server/money/payouts/payouts.ts')`],
  ['type of an import', `let payouts: typeof import('#server/money/payouts/payouts.ts')`],
  ['relative import', `import { payouts } from '../payouts/payouts.ts'`],
  ['relative import by a detour', `import { payouts } from '../../../server/money/payouts/payouts.ts'`],
  ['alias by a detour', `import { payouts } from '#contract/../server/money/payouts/payouts.ts'`],
  ['absolute import', `import { payouts } from '/server/money/payouts/payouts.ts'`],
  ['require', `const payouts = require('../payouts/payouts.ts')`],
])('looking up inside a district is refused: %s', (_form, source) => {
  expect(judge({ [wallet]: source })).toEqual([
    `${wallet} imports ${payouts}: money/wallet looks up to money/payouts: announce a fact instead`,
  ])
})

test('looking up to another district is refused', () => {
  expect(judge({ [wallet]: `import { works } from '#server/catalogue/works/works.ts'` })).toEqual([
    expect.stringContaining('money/wallet looks up to catalogue/works'),
  ])
})

test('climbing in by the window is refused, even from above and even for a type', () => {
  expect(judge({ [payouts]: `import type { Row } from '#server/money/wallet/queries.ts'` })).toEqual([
    expect.stringContaining('enter wallet by its door, wallet.ts'),
  ])
  expect(judge({ [payouts]: `import { x } from '../wallet/inner/wallet.ts'` })).toEqual([
    expect.stringContaining('enter wallet by its door'),
  ])
})

test('a slice reaches neither the web, the start files, the town nor what helps tests', () => {
  expect(
    judge({
      [wallet]: `
        import { a } from '#web/app.tsx'
        import { b } from '#server/app.ts'
        import { c } from '#database/town/town.ts'
        import { d } from '#server/platform/testing/clone.ts'
        import { e } from './testing.ts'`,
    }),
  ).toHaveLength(5)
})

test('the contract stands alone', () => {
  expect(judge({ 'contract/rows.ts': `import type { Tx } from '#server/platform/db/db.ts'` })).toEqual([
    expect.stringContaining('the contract stands alone'),
  ])
  expect(judge({ 'contract/rows.ts': `import { x } from '../web/x.ts'` })).toHaveLength(1)
  expect(judge({ 'contract/rows.ts': `import { readFileSync } from 'node:fs'` })).toEqual([expect.stringContaining('runs in the browser')])
})

test('the web reaches into no other root, not even for a type or by a glob', () => {
  expect(judge({ 'web/app.tsx': `import type { Tx } from '#server/platform/db/db.ts'` })).toEqual([
    'web/app.tsx imports server/platform/db/db.ts: the web knows only the contract',
  ])
  expect(judge({ 'web/app.tsx': `const all = import.meta.glob<string>(['../server/**/*.ts'])` })).toHaveLength(1)
  expect(judge({ 'web/app.tsx': `import { town } from '#database/town/town.ts'` })).toHaveLength(1)
  const globs = (path: string) => judge({ 'web/app/letters/list.ts': `const files = import.meta.glob('${path}')` })
  expect(globs('/node_modules/package/files/*.woff2')).toEqual([])
  expect(globs('/node_modules/../server/**/*.ts')).toHaveLength(1)
})

const balance = 'web/money/wallet/Balance.tsx'

test('on the web a slice uses any file below it, everybody the ground, and what stands at the root all of it', () => {
  expect(
    judge({
      [balance]: `
        import { rows } from '#contract/money/wallet.ts'
        import { Button } from '../../ui/Button.tsx'
        import { useQuery } from '#web/app/query.ts'
        import { sealed } from '#web/people/accounts/password.ts'
        const Player = lazy(() => import('#web/media/player/VideoPlayer.tsx'))`,
      'web/media/library/LibraryPage.tsx': `import { addFiles } from '#web/media/uploads/uploads.ts'`,
      'web/windows/studio/StudioPage.tsx': `import { Balance } from '#web/money/wallet/Balance.tsx'`,
      'web/app/shell/MainFrame.tsx': `import { Button } from '#web/ui/Button.tsx'\nconst words = () => import('#web/words/en-US.ts')`,
      'web/words/en-US.ts': `const words = import.meta.glob('/contract/words/en-US/*.json', { eager: true })`,
      'web/ui/Toast.tsx': `import type { Locale } from '#contract/locale.ts'\nimport { Button } from './Button.tsx'`,
      'web/routes.tsx': `const page = () => import('#web/money/wallet/Balance.tsx')`,
      'web/dev/Gallery.tsx': `import { Balance } from '#web/money/wallet/Balance.tsx'`,
      'web/money/wallet/balance.test.ts': `import { routes } from '#web/routes.tsx'`,
    }),
  ).toEqual([])
})

test.each([
  ['a higher slice of its district', balance, '#web/money/payouts/PayoutsPage.tsx', 'money/wallet looks up to money/payouts'],
  ['a higher district', balance, '#web/catalogue/works/lock.ts', 'money/wallet looks up to catalogue/works'],
  [
    'a slice that only the web has, from below',
    'web/media/uploads/a.ts',
    '#web/media/library/b.ts',
    'media/uploads looks up to media/library',
  ],
  ['a slice, from the ground', 'web/app/shell/StudioShell.tsx', balance, 'app looks up to money/wallet'],
  ['the ground, from the pieces', 'web/ui/Button.tsx', '#web/app/session.tsx', 'ui looks up to app'],
  ['the words, from the pieces', 'web/ui/Button.tsx', '#web/words/en-US.ts', 'ui knows only itself'],
  ['the ground, from the words', 'web/words/en-US.ts', '#web/app/words.ts', 'words looks up to app'],
  ['the routes, from a slice', balance, '#web/routes.tsx', 'money/wallet looks up to what puts pages together'],
  ['the routes, from the ground', 'web/app/guard.ts', '#web/routes.tsx', 'app looks up to what puts pages together'],
  ['the gallery, from a slice', balance, '#web/dev/Gallery.tsx', 'money/wallet looks up to what puts pages together'],
])('on the web looking up is refused, even for a type and later: %s', (_what, file, target, why) => {
  const path = target.replace(/^web/, '#web')
  for (const source of [`import { x } from '${path}'`, `import type { X } from '${path}'`, `const x = lazy(() => import('${path}'))`])
    expect(judge({ [file]: source })).toEqual([expect.stringContaining(why)])
})

test('the pieces take only types from the contract, and a folder of the web that is not on the plan is refused', () => {
  expect(judge({ 'web/ui/Button.tsx': `import { contract } from '#contract/index.ts'` })).toEqual([
    'web/ui/Button.tsx imports contract/index.ts: ui takes only types and texts from the contract',
  ])
  for (const file of ['web/money/helpers/format.ts', 'web/services/x.ts', 'web/money/format.ts', 'web/platform/http/x.ts'])
    expect(judge({ [file]: '' })).toEqual([`${file} stands in no slice of server/floors.ts`])
})

test('the platform knows no product, and a folder that is not on the plan is refused', () => {
  expect(judge({ 'server/platform/jobs/jobs.ts': `import { x } from '#server/money/wallet/wallet.ts'` })).toEqual([
    expect.stringContaining('the platform knows no product'),
  ])
  expect(judge({ 'server/money/helpers/format.ts': '' })).toEqual([expect.stringContaining('stands in no slice')])
  expect(judge({ 'server/services/x.ts': '' })).toEqual([expect.stringContaining('stands in no slice')])
})

test.each([
  'insert into earnings.credits (id) values (1)',
  'INSERT INTO\n  earnings.credits select 1',
  'update earnings.credits set paid = true',
  'update only "earnings"."credits" set paid = true',
  'with gone as (delete from earnings.credits returning id) select id from gone',
  'truncate earnings.credits',
  'merge into earnings.credits using x on true when matched then delete',
])("writing another slice's table is refused: %s", (statement) => {
  expect(judge({ [wallet]: `const q = sql\`${statement}\`` })).toEqual([`${wallet} writes earnings.*: a slice writes only its own schema`])
})

test('a slice writes its own schema, may lock and read others, and comments may say anything', () => {
  expect(
    judge({
      [wallet]: `
        // Never update earnings.credits from here; import nothing from '#server/office/admin/admin.ts'
        /** delete from earnings.credits is for others. */
        const a = sql\`insert into wallet.entries (id) select id from earnings.credits for update of credits
          on conflict (id) do update set seen = true\``,
      'server/platform/audit/audit.ts': 'sql`insert into audit.entries (id) values (1)`',
      'server/platform/http/keys.ts': 'sql`insert into platform.keys (id) values (1)`',
    }),
  ).toEqual([])
  expect(judge({ 'server/platform/jobs/jobs.ts': 'sql`delete from wallet.entries`' })).toHaveLength(1)
  expect(judge({ [wallet]: 'sql`insert into entries (id) values (1)`' })).toEqual([
    `${wallet} "insert into entries" does not name its schema`,
  ])
})

test('files that load one another in a circle are refused; a type or a lazy import ties no knot', () => {
  const a = 'server/money/wallet/a.ts'
  const b = 'server/money/wallet/b.ts'
  expect(judge({ [a]: `import { b } from './b.ts'`, [b]: `import { a } from './a.ts'` })).toEqual([
    `${a} imports itself in a circle: ${a} -> ${b} -> ${a}`,
  ])
  expect(judge({ [a]: `import { b } from './b.ts'`, [b]: `import type { A } from './a.ts'` })).toEqual([])
  expect(judge({ [a]: `import { b } from './b.ts'`, [b]: `export const later = () => import('./a.ts')` })).toEqual([])
})

test('on the web a type or a lazy import ties one too', () => {
  const menu = 'web/ui/Menu.tsx'
  const opened = 'web/ui/MenuOpened.tsx'
  expect(
    judge({
      [menu]: `const Opened = lazy(() => import('#web/ui/MenuOpened.tsx'))`,
      [opened]: `import type { MenuEntry } from '#web/ui/Menu.tsx'`,
    }),
  ).toEqual([`${menu} imports itself in a circle: ${menu} -> ${opened} -> ${menu}`])
})

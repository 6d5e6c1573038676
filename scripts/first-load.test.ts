// What a first page brings is a promise: the build keeps it, and this says that it would notice.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firstLoads, tooHeavy } from './first-load.ts'

const sources = [
  'web/entry-client.tsx',
  'web/words/zh-TW.ts',
  ...['landing', 'door', 'browse'].map((room) => `web/words/zh-TW.${room}.ts`),
  'web/windows/front/LandingPage.tsx',
  'web/windows/timeline/HomePage.tsx',
  'web/catalogue/feeds/in-posts.ts',
  'web/people/accounts/LoginPage.tsx',
  'web/windows/directory/ProfilePage.tsx',
]

/** A build whose every file has so many bytes, and whose profile brings so many more files. */
function built(bytes: number, more: number): string {
  const dist = mkdtempSync(join(tmpdir(), 'stagedoor-dist-'))
  const parts = Array.from({ length: more }, (_, n) => `_part-${n}.js`)
  const entries = [...sources, ...parts].map((name, n) => [
    name,
    { file: `assets/${n}.js`, imports: name.endsWith('ProfilePage.tsx') ? parts : ['web/entry-client.tsx'] },
  ])
  mkdirSync(join(dist, '.vite'))
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(Object.fromEntries(entries)))
  for (const n of entries.keys()) writeFileSync(join(dist, `assets/${n}.js.br`), Buffer.alloc(bytes))
  return dist
}

test.each([
  ['as light as was promised', 20_000, 1, []],
  ['heavier', 35_000, 0, [/^landing: /, /^home: /, /^sign-in: /, /^profile: /]],
  ['in more files', 100, 9, [/^profile: .* in 14 files, of 150000 in 12 at most$/]],
])('a build that is %s is judged so', (_how, bytes, more, says) => {
  const dist = built(bytes, more)
  try {
    const said = tooHeavy(firstLoads(dist))
    expect(said).toHaveLength(says.length)
    for (const [n, words] of says.entries()) expect(said[n]).toMatch(words)
  } finally {
    rmSync(dist, { recursive: true })
  }
})

test('each file counts once, with its head, whatever brings it', () => {
  const dist = built(1000, 0)
  try {
    expect(firstLoads(dist).map(({ page, files, bytes }) => [page, files, bytes])).toEqual([
      ['landing', 4, 4 * 1390],
      ['home', 4, 4 * 1390],
      ['sign-in', 4, 4 * 1390],
      ['profile', 5, 5 * 1390],
    ])
  } finally {
    rmSync(dist, { recursive: true })
  }
})

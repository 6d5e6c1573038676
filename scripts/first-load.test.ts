// What a first page brings is a promise: the build keeps it, and this says that it would notice.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { broughtEarly, firstLoads, tooHeavy } from './first-load.ts'

const sources = [
  'web/entry-client.tsx',
  ...['front', 'landing', 'door', 'browse'].map((room) => `web/words/zh-TW/${room}.js`),
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

/** A build whose watch page brings a library or does not: the library is a file of its own. */
function builtWith(libraryOf: 'the watch page' | 'whoever asks'): string {
  const dist = mkdtempSync(join(tmpdir(), 'stagedoor-dist-'))
  mkdirSync(join(dist, '.vite'))
  const early = libraryOf === 'the watch page' ? { imports: ['_library.js'] } : {}
  const manifest = {
    'web/entry-client.tsx': { file: 'entry.js' },
    'web/windows/timeline/HomePage.tsx': { file: 'home.js' },
    'web/stage/live/StudioPage.tsx': { file: 'studio.js' },
    'web/stage/live/WatchPage.tsx': { file: 'watch.js', ...early },
    'web/stage/live/by-livekit.ts': { file: 'livekit.js', imports: ['_library.js'] },
    'web/stage/live/by-agora.ts': { file: 'agora.js' },
    '_library.js': { file: 'library.js' },
  }
  writeFileSync(join(dist, '.vite/manifest.json'), JSON.stringify(manifest))
  for (const { file } of Object.values(manifest))
    writeFileSync(join(dist, `${file}.br`), Buffer.alloc(['library.js', 'agora.js'].includes(file) ? 100_000 : 1000))
  return dist
}

test('a page that brings the library of somebody who carries streams is noticed', () => {
  const [right, wrong] = [builtWith('whoever asks'), builtWith('the watch page')]
  try {
    expect(broughtEarly(right)).toEqual([])
    expect(broughtEarly(wrong)).toEqual(['web/stage/live/WatchPage.tsx brings the library of LiveKit: only 1000 bytes of it come later'])
  } finally {
    for (const dist of [right, wrong]) rmSync(dist, { recursive: true })
  }
})

// The JavaScript that a visitor's first page brings, as it travels: what the page's own tags ask for, compressed.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '../..')
const dist = join(root, 'dist/client')
const goal = 150_000

interface Entry {
  file: string
  css?: string[]
  imports?: string[]
}
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Entry>

/** The entry, the page's own chunk and the words of one language, with everything that they import. */
function filesOf(names: readonly string[]): Entry[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    const entry = manifest[name]
    if (!entry || seen.has(name)) return
    seen.add(name)
    for (const each of entry.imports ?? []) visit(each)
  }
  for (const name of names) visit(name)
  return [...seen].map((name) => manifest[name] as Entry)
}

function brotliBytes(file: string): number {
  return statSync(join(dist, `${file}.br`)).size
}

for (const [page, source] of [
  ['home', 'web/windows/timeline/HomePage.tsx'],
  ['a profile', 'web/windows/directory/ProfilePage.tsx'],
  ['the landing', 'web/windows/front/LandingPage.tsx'],
  ['sign-in', 'web/people/accounts/LoginPage.tsx'],
] as const) {
  const entries = filesOf(['web/entry-client.tsx', source, 'web/words/zh-TW.ts'])
  const scripts = [...new Set(entries.map(({ file }) => file))].filter((file) => file.endsWith('.js'))
  const styles = [...new Set(entries.flatMap(({ css }) => css ?? []))]
  const brotli = scripts.reduce((sum, file) => sum + brotliBytes(file), 0)
  const gzip = scripts.reduce((sum, file) => sum + gzipSync(readFileSync(join(dist, file)), { level: 9 }).length, 0)
  const css = styles.reduce((sum, file) => sum + brotliBytes(file), 0)
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  console.log(
    `first load of ${page.padEnd(9)}: ${kB(brotli)} of JavaScript in ${scripts.length} files (Brotli; gzip ${kB(gzip)}), ${kB(css)} of CSS   ${(brotli / goal).toFixed(2)}× of 150 kB (goal ≤ 1×)`,
  )
}

import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The JavaScript of a first load as it travels, by the build's own manifest: what the page's head asks for, its words, and what the page fetches by
 * itself before it is idle, each with its head. bench/web/first-load.bench.ts counts in a browser; this needs none, so it judges every build.
 */
interface FirstLoad {
  page: string
  /** Brotli, heads included. */
  bytes: number
  files: number
  goal: number
}

const mostFiles = 12

/** What an answer says besides its bytes (server/web.ts), counted in a browser. */
const headBytes = 390

const home = 'web/windows/timeline/HomePage.tsx'
const words = (room: string) => `web/words/zh-TW/${room}.js`

/** Pages, with what comes alive on them before they are idle. */
const pages: readonly { page: string; goal: number; sources: readonly string[] }[] = [
  { page: 'landing', goal: 130_000, sources: ['web/windows/front/LandingPage.tsx', words('landing')] },
  { page: 'home', goal: 130_000, sources: [home, 'web/catalogue/feeds/in-posts.ts'] },
  { page: 'sign-in', goal: 130_000, sources: ['web/people/accounts/LoginPage.tsx', words('door')] },
  {
    page: 'profile',
    goal: 150_000,
    sources: ['web/windows/directory/ProfilePage.tsx', 'web/catalogue/feeds/in-posts.ts', words('browse')],
  },
]

interface Entry {
  file: string
  imports?: string[]
}

const readManifest = (dist: string) => JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Entry>

/** @param dist the folder of the browser's files */
export function firstLoads(dist: string): FirstLoad[] {
  const manifest = readManifest(dist)
  return pages.map(({ page, goal, sources }) => {
    const files = filesOf(manifest, ['web/entry-client.tsx', words('front'), ...sources])
    return {
      page,
      goal,
      files: files.length,
      bytes: files.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size + headBytes, 0),
    }
  })
}

/** Each with whose library it brings: fetched when a grant names it (web/stage/live/ways.ts). */
const libraries: readonly { of: string; source: string }[] = [
  { of: 'LiveKit', source: 'web/stage/live/by-livekit.ts' },
  { of: 'Agora', source: 'web/stage/live/by-agora.ts' },
]
const stages = [home, 'web/stage/live/WatchPage.tsx', 'web/stage/live/StudioPage.tsx']
/** The smaller of the two is twice as much. */
const leastBytes = 60_000

/** Libraries that a page brings which should come later, in words: what only they need is too little, so the rest of them came with the page. */
export function broughtEarly(dist: string): string[] {
  const manifest = readManifest(dist)
  return libraries.flatMap(({ of, source }) =>
    stages.flatMap((page) => {
      const early = new Set(filesOf(manifest, ['web/entry-client.tsx', page]))
      const later = filesOf(manifest, [source]).filter((file) => !early.has(file))
      const bytes = later.reduce((sum, file) => sum + statSync(join(dist, `${file}.br`)).size, 0)
      return bytes < leastBytes ? [`${page} brings the library of ${of}: only ${bytes} bytes of it come later`] : []
    }),
  )
}

/** What is over its goal, in words; nothing where all is well. */
export function tooHeavy(loads: readonly FirstLoad[]): string[] {
  return loads
    .filter(({ bytes, files, goal }) => bytes > goal || files > mostFiles)
    .map(({ page, bytes, files, goal }) => `${page}: ${bytes} bytes in ${files} files, of ${goal} in ${mostFiles} at most`)
}

function filesOf(manifest: Readonly<Record<string, Entry>>, sources: readonly string[]): string[] {
  const seen = new Set<string>()
  const visit = (name: string) => {
    if (seen.has(name)) return
    const entry = manifest[name]
    if (!entry) throw new Error(`the build has no ${name}`)
    seen.add(name)
    for (const each of entry.imports ?? []) visit(each)
  }
  for (const source of sources) visit(source)
  return [...new Set([...seen].map((name) => manifest[name]!.file))].filter((file) => file.endsWith('.js'))
}

// Which words come with which page. The lists are written by hand (a glob cannot be computed), so they are read here beside
// the pages' imports: what a page can say, its rooms bring.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { importsOf, withoutComments } from '#server/boundaries-reading.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const languages = ['zh-TW', 'en-US'] as const
const files = readdirSync(join(root, 'contract/words/zh-TW')).map((file) => file.replace('.json', ''))
const keys = files.flatMap((file) =>
  Object.keys(JSON.parse(read(`contract/words/zh-TW/${file}.json`)) as object).map((key) => `${file}.${key}`),
)

/** The files of words that a room's list names. */
function listed(language: string, room: string): Set<string> {
  const source = read(`web/words/${language}${room === 'front' ? '' : `.${room}`}.ts`)
  const named = [...source.matchAll(/\{([A-Za-z,]+)\}\.json/g)].flatMap(([, names = '']) => names.split(','))
  return new Set(room === 'front' ? files.filter((file) => !named.includes(file)) : named)
}

/** Types say nothing; neither do the names of answers that are asked for again. */
const sourceOf = (file: string) =>
  withoutComments(read(file))
    .replace(/\b(import|export) type [^'\n]*'[^'\n]*'/g, '')
    .replace(/\b(?:key|lists|refreshes): \[[^\]]*\]|\bquery\('[\w.]+'|\brefresh\([^)]*\)|\bconst about\w+ = \[[^\]]*\]/g, '')

/** What a file of the web imports when it is loaded, and what it fetches later. */
function nextOf(file: string): string[] {
  return importsOf(sourceOf(file)).flatMap(({ specifier }) => {
    const path = specifier.startsWith('#web/')
      ? specifier.slice(1)
      : specifier.startsWith('.')
        ? posix.join(posix.dirname(file), specifier)
        : ''
    return path.startsWith('web/') && /\.tsx?$/.test(path) && existsSync(join(root, path)) ? [path] : []
  })
}

/** The files of words of which a module names a sentence, and the rooms that it fetches itself. */
function saidBy(file: string): { said: string[]; brings: string[] } {
  const source = sourceOf(file)
  const said = [...source.matchAll(/(['"`])([A-Za-z]+)\.((?:(?!\1)[^$\n])*)(\$\{)?/g)].flatMap(([, , part = '', rest = '', isOpen]) => {
    const text = `${part}.${rest}`
    const isSaid = isOpen ? keys.some((key) => key.startsWith(text)) : keys.some((key) => key.replace(/_(one|other)$/, '') === text)
    return isSaid ? [part] : []
  })
  // Whose words a shared part speaks: `${words}.delete.title`.
  const spoken = [...source.matchAll(/\bwords: '([A-Za-z]+)'/g)].flatMap(([, part = '']) => (files.includes(part) ? [part] : []))
  return { said: [...said, ...spoken], brings: [...source.matchAll(/bringWords\('(\w+)'\)/g)].map(([, room = '']) => room) }
}

/** What is drawn there, and handed in from above (App.tsx). */
const handedIn: Readonly<Record<string, readonly string[]>> = {
  'web/app/shell/StudioShell.tsx': ['web/media/uploads/UploadTray.tsx'],
}

/** Everything that a page can come to draw: its imports, theirs, and what is fetched with a press. */
function reached(start: string): string[] {
  const found = new Set<string>()
  const visit = (file: string) => {
    // From the routes one would reach every page.
    if (found.has(file) || file === 'web/routes.tsx') return
    found.add(file)
    for (const next of [...nextOf(file), ...(handedIn[file] ?? [])]) visit(next)
  }
  visit(start)
  return [...found]
}

/** As web/routes.tsx says it. */
const roomsOf: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [...read('web/routes.tsx').matchAll(/const (\w+Page) = .*page\(path, load, ([^)]*)\)/g)].map(([, maker = '', rooms = '']) => [
    maker,
    rooms.split(', ').map((room) => room.slice(1, -1)),
  ]),
)

const pages = [
  ...read('web/routes.tsx').matchAll(
    /\b(page|ownPage|doorPage|browsePage|orderPage|workPage|landingPage|livePage|liveWorkPage)\(\s*'[^']*',\s*\(\) => import\('#([^']+)'/g,
  ),
].map(([, maker = '', source = '']) => ({ source, rooms: ['front', ...(roomsOf[maker] ?? [])] }))

test('every page brings the words of all that it can come to say', () => {
  expect(pages.length).toBeGreaterThan(60)
  const missing = pages.flatMap(({ source, rooms }) => {
    const modules = reached(source).map((file) => ({ file, ...saidBy(file) }))
    const there = new Set([...rooms, ...modules.flatMap(({ brings }) => brings)].flatMap((room) => [...listed('zh-TW', room)]))
    return modules.flatMap(({ file, said }) =>
      [...new Set(said)].filter((part) => !there.has(part)).map((part) => `${source}: ${file} says ${part}`),
    )
  })
  expect(missing).toEqual([])
})

/** Every room by the names of its files, so that a new one is not forgotten. */
const rooms = readdirSync(join(root, 'web/words')).flatMap((file) => /^zh-TW\.(\w+)\.ts$/.exec(file)?.[1] ?? [])

test('both languages are cut into the same rooms', () => {
  for (const room of ['front', ...rooms]) expect(listed(languages[0], room)).toEqual(listed(languages[1], room))
})

test('a page drawn on the server has the words of all rooms', () => {
  const source = read('web/entry-server.tsx')
  for (const room of rooms) for (const language of languages) expect(source).toContain(`#web/words/${language}.${room}.ts'`)
})

test('a page that says words of another room is found out', () => {
  const video = saidBy('web/catalogue/videos/VideoPage.tsx').said
  expect(video).toContain('video')
  expect(listed('zh-TW', 'front')).not.toContain('video')
  expect(reached('web/catalogue/videos/VideoPage.tsx')).toContain('web/ui/Button.tsx')
})

test('the front of the house brings no words that nobody says there', () => {
  const front = new Set(
    [
      ...pages.filter(({ rooms }) => rooms.length === 1).map(({ source }) => source),
      'web/entry-client.tsx',
      'web/app/shell/MainFrame.tsx',
    ].flatMap((start) => reached(start).flatMap((file) => saidBy(file).said)),
  )
  // Those of other rooms come with them, and those that only the server says never come.
  expect([...listed('zh-TW', 'front')].filter((part) => !front.has(part))).toEqual([])
})

// Which words come with which page. The lists are written by hand (web/words/rooms.ts), so they are read here beside the pages' imports: what a
// page can say, its rooms bring.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Room, rooms, saidByServer } from '#web/words/rooms.ts'
import { importsOf, withoutComments } from '#server/boundaries-reading.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = readdirSync(join(root, 'contract/words/zh-TW')).map((file) => file.replace('.json', ''))
const keys = files.flatMap((file) =>
  Object.keys(JSON.parse(read(`contract/words/zh-TW/${file}.json`)) as object).map((key) => `${file}.${key}`),
)

/** The files of words that a room brings (scripts/word-rooms.ts). */
function listed(room: Room | 'front'): Set<string> {
  if (room !== 'front') return new Set(rooms[room])
  const elsewhere = new Set<string>([...saidByServer, ...Object.values(rooms).flat()])
  return new Set(files.filter((file) => !elsewhere.has(file)))
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
function saidBy(file: string): { said: string[]; brings: Room[] } {
  const source = sourceOf(file)
  const said = [...source.matchAll(/(['"`])([A-Za-z]+)\.((?:(?!\1)[^$\n])*)(\$\{)?/g)].flatMap(([, , part = '', rest = '', isOpen]) => {
    const text = `${part}.${rest}`
    const isSaid = isOpen ? keys.some((key) => key.startsWith(text)) : keys.some((key) => key.replace(/_(one|other)$/, '') === text)
    return isSaid ? [part] : []
  })
  // Whose words a shared part speaks: `${words}.delete.title`.
  const spoken = [...source.matchAll(/\bwords: '([A-Za-z]+)'/g)].flatMap(([, part = '']) => (files.includes(part) ? [part] : []))
  return { said: [...said, ...spoken], brings: [...source.matchAll(/bringWords\('(\w+)'\)/g)].map(([, room = '']) => room as Room) }
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
const roomsOf: Readonly<Record<string, readonly Room[]>> = Object.fromEntries(
  [...read('web/routes.tsx').matchAll(/const (\w+Page) = .*page\(path, load, ([^)]*)\)/g)].map(([, maker = '', rooms = '']) => [
    maker,
    rooms.split(', ').map((room) => room.slice(1, -1) as Room),
  ]),
)

const pages = [
  ...read('web/routes.tsx').matchAll(
    /\b(page|ownPage|doorPage|browsePage|orderPage|workPage|landingPage|livePage|liveWorkPage|browseWorkPage)\(\s*'[^']*',\s*\(\) => import\('#([^']+)'/g,
  ),
].map(([, maker = '', source = '']) => ({ source, rooms: ['front' as const, ...(roomsOf[maker] ?? [])] }))

test('every page brings the words of all that it can come to say', () => {
  expect(pages.length).toBeGreaterThan(60)
  const missing = pages.flatMap(({ source, rooms }) => {
    const modules = reached(source).map((file) => ({ file, ...saidBy(file) }))
    const there = new Set([...rooms, ...modules.flatMap(({ brings }) => brings)].flatMap((room) => [...listed(room)]))
    return modules.flatMap(({ file, said }) =>
      [...new Set(said)].filter((part) => !there.has(part)).map((part) => `${source}: ${file} says ${part}`),
    )
  })
  expect(missing).toEqual([])
})

test('every file that a room brings is there, and what the server alone says comes with none', () => {
  const named = Object.values(rooms).flat()
  expect([...named, ...saidByServer].filter((file) => !files.includes(file))).toEqual([])
  expect(saidByServer.filter((file) => (named as string[]).includes(file))).toEqual([])
})

test('a page that says words of another room is found out', () => {
  const video = saidBy('web/catalogue/videos/VideoPage.tsx').said
  expect(video).toContain('video')
  expect(listed('front')).not.toContain('video')
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
  expect([...listed('front')].filter((part) => !front.has(part))).toEqual([])
})

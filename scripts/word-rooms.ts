import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { locales } from '../contract/locales.ts'
import { rooms, saidByServer } from '../web/words/rooms.ts'

/**
 * The words of each language, one script for every room of it: a page brings those of its own language and rooms. What they hold is said in
 * web/words/rooms.ts; `words:fronts` leads from a language to its front and on to its rooms, and `words:all` is everything at once, for the server.
 */
export function wordRooms(): Plugin {
  let root = ''
  return {
    name: 'stagedoor-word-rooms',
    configResolved(config) {
      root = config.root
    },
    resolveId(source) {
      // As a file of the project, so that the manifest names it (server/web.ts). Tests whose modules are kept from another run ask for it by that name.
      const name = source.startsWith('words:') ? source.slice('words:'.length) : /^\/web\/words\/(.+)\.js$/.exec(source)?.[1]
      return name ? join(root, folder, `${name}.js`) : null
    },
    load(id) {
      const found = id.startsWith(join(root, folder)) && /\/([\w-]+)(?:\/(\w+))?\.js$/.exec(id.slice(root.length + folder.length))
      if (!found) return null
      const [, first = '', room] = found
      if (first === 'fronts') return `export const fronts = ${record(locales, (locale) => later(locale, 'front'))}`
      if (first === 'all')
        return `${filesOf(root)
          .map((file) => locales.map((locale) => brought(locale, file)).join(''))
          .join('')}export const all = ${record(locales, (locale) => record(filesOf(root), (file) => nameOf(locale, file)))}`
      const files = room === 'front' ? filesOf(root, 'front') : rooms[room as keyof typeof rooms]
      const messages = `${files.map((file) => brought(first, file)).join('')}export const messages = ${record(files, (file) => nameOf(first, file))}`
      return room === 'front' ? `${messages}\nexport const rooms = ${record(Object.keys(rooms), (each) => later(first, each))}` : messages
    },
  }
}

const folder = '/web/words'
const nameOf = (locale: string, file: string) => `${locale.replace('-', '')}_${file}`
const brought = (locale: string, file: string) => `import ${nameOf(locale, file)} from '/contract/words/${locale}/${file}.json'\n`
const later = (locale: string, room: string) => `() => import('words:${locale}/${room}')`
const record = (keys: readonly string[], of: (key: string) => string) => `{${keys.map((key) => `'${key}':${of(key)}`).join(',')}}`

/** Every file that the web says something of; of the front, those that no room brings. */
function filesOf(root: string, room?: 'front'): string[] {
  const elsewhere = new Set<string>([...saidByServer, ...(room ? Object.values(rooms).flat() : [])])
  return readdirSync(join(root, 'contract/words', locales[0]))
    .map((file) => file.replace(/\.json$/, ''))
    .filter((file) => !elsewhere.has(file))
}

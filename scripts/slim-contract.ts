import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'

/**
 * The browser's typed client needs to know where a call goes, not what is valid: the server checks that. So in the browser's
 * build the contract keeps method, path, the names of query fields, and whether there is a body or files, and its schemas
 * (with the library that makes them, some 30 kB) stay away.
 */
export function slimContract(): Plugin {
  const name = '\0slim-contract'
  const laterName = '\0slim-contract-later'
  let root = ''
  return {
    name: 'stagedoor-slim-contract',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    configResolved(config) {
      root = config.root
    },
    resolveId(source, importer = 'somebody') {
      // Tree-shaking cannot drop it: making a schema is a call. Names that pages list stand apart from the rows (contract/money/payout-names.ts).
      if (source === 'typebox') throw new Error(`${importer} would bring the library of schemas into the browser: take types only from it`)
      if (source === '#contract/index.ts') return name
      return source === name || source === laterName ? source : null
    },
    async load(id) {
      if (id !== name && id !== laterName) return null
      const { contract } = (await import(pathToFileURL(join(root, 'contract/index.ts')).href)) as { contract: Record<string, Endpoints> }
      const of = (isWanted: (slice: string) => boolean) =>
        `unfold(${JSON.stringify(
          Object.entries(contract)
            .filter(([slice]) => isWanted(slice))
            .map(([slice, table]) => [slice, ...Object.entries(table).map(([row, endpoint]) => slim(row, endpoint))].join('\n'))
            .join('\n\n'),
        )})`
      if (id === laterName)
        return `import { unfold } from ${JSON.stringify(name)}\nexport const contract = ${of((slice) => !first.has(slice))}`
      const names = Object.keys(contract).filter((slice) => !first.has(slice))
      return `${unfold}
export { unfold }
export const contract = ${of((slice) => first.has(slice))}
export const later = { names: ${JSON.stringify(names)}, load: () => import(${JSON.stringify(laterName)}).then((file) => file.contract) }`
    },
  }
}

/** What the first pages of most visits ask; a slice that is missing here comes a moment later, and one too many weighs on every page. */
const first: ReadonlySet<string> = new Set('settings blocks follows offers reactions feeds me directory timeline front'.split(' '))

const letters = { GET: 'G', POST: 'P', PUT: 'U', DELETE: 'D' } as const satisfies Record<Endpoint['method'], string>

/** A row as a line: its name, method and flags, path, query fields. Lines of words travel in an eighth less than calls that say the same. */
function slim(name: string, { method, path, query, body, uploads, idempotent }: Endpoint): string {
  const flags = `${body ? 'b' : ''}${uploads ? 'u' : ''}${idempotent ? 'i' : ''}`
  return [name, letters[method] + flags, path, ...Object.keys(query?.properties ?? {})].join(' ')
}

const unfold = `const methods = ${JSON.stringify(Object.fromEntries(Object.entries(letters).map(([method, letter]) => [letter, method])))}
const rowOf = (line) => {
  const [name, how, path, ...query] = line.split(' ')
  const row = { method: methods[how[0]], path }
  if (query.length) row.query = { properties: Object.fromEntries(query.map((field) => [field, 0])) }
  if (how.includes('b')) row.body = 1
  if (how.includes('u')) row.uploads = 1
  if (how.includes('i')) row.idempotent = true
  return [name, row]
}
const unfold = (text) => Object.fromEntries(text.split('\\n\\n').map((slice) => {
  const [name, ...rows] = slice.split('\\n')
  return [name, Object.fromEntries(rows.map(rowOf))]
}))`

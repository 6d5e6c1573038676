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
      return source === '#contract/index.ts' ? name : null
    },
    async load(id) {
      if (id !== name) return null
      const { contract } = (await import(pathToFileURL(join(root, 'contract/index.ts')).href)) as { contract: Record<string, Endpoints> }
      const slices = Object.entries(contract).map(([slice, table]) => {
        const rows = Object.entries(table).map(([row, endpoint]) => `${row}: ${slim(endpoint)}`)
        return `${slice}: { ${rows.join(', ')} }`
      })
      return `${unfold}\nexport const contract = { ${slices.join(',\n')} }`
    },
  }
}

/** A row as `r('GET /path', 'query fields', 'flags')`: a third of its JSON, before and after compression. */
function slim({ method, path, query, body, uploads, idempotent }: Endpoint): string {
  const fields = Object.keys(query?.properties ?? {}).join(' ')
  const flags = `${body ? 'b' : ''}${uploads ? 'u' : ''}${idempotent ? 'i' : ''}`
  return `r(${[`${method} ${path}`, fields, flags].map((part) => JSON.stringify(part)).join(', ')})`
}

const unfold = `const r = (to, query, flags) => {
  const [method, path] = to.split(' ')
  const row = { method, path }
  if (query) row.query = { properties: Object.fromEntries(query.split(' ').map((name) => [name, 0])) }
  if (flags.includes('b')) row.body = 1
  if (flags.includes('u')) row.uploads = 1
  if (flags.includes('i')) row.idempotent = true
  return row
}`

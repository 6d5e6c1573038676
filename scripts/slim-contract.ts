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
    resolveId(source) {
      return source === '#contract/index.ts' ? name : null
    },
    async load(id) {
      if (id !== name) return null
      const { contract } = (await import(pathToFileURL(join(root, 'contract/index.ts')).href)) as { contract: Record<string, Endpoints> }
      const slices = Object.entries(contract).map(([slice, table]) => [
        slice,
        Object.fromEntries(Object.entries(table).map(([row, endpoint]) => [row, slim(endpoint)])),
      ])
      return `export const contract = ${JSON.stringify(Object.fromEntries(slices))}`
    },
  }
}

function slim({ method, path, query, body, uploads, idempotent }: Endpoint) {
  return {
    method,
    path,
    ...(query && { query: { properties: Object.fromEntries(Object.keys(query.properties).map((name) => [name, 0])) } }),
    ...(body && { body: 1 }),
    ...(uploads && { uploads: 1 }),
    ...(idempotent && { idempotent }),
  }
}

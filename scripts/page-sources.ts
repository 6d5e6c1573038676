import type { Plugin } from 'vite'

const pageImport = /\(\) => import\(['"]#(web\/[^'"]+)['"]\)/g

/**
 * The server puts links to a page's own parts into its head, and finds them in the manifest by the page's file. The routes name that file
 * where they import it; here the server's copy of them learns it. The browser has no use for it.
 */
export function pageSources(): Plugin {
  return {
    name: 'stagedoor-page-sources',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/routes\.tsx$/ },
      handler: (code, _id, options) => (options?.ssr ? { code: withSources(code), map: null } : null),
    },
  }
}

export function withSources(code: string): string {
  return code.replaceAll(pageImport, (load, source: string) => `Object.assign(${load}, { source: '${source}' })`)
}

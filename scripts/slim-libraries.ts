import type { Plugin } from 'vite'

/**
 * What libraries bring into every first load and nothing here ever asks for: half of react-router is for its own framework (fetching pages ahead
 * by its manifest, instruments around every loader), lucide builds icons for four kinds of programs, and Vite puts a helper around each import
 * that fetches what the part brings. In the browser's build they find the answers that they get anyway, and 5 kB of 130 stay away.
 * A newer version whose files are called otherwise is a build that fails; scripts/slim-libraries.test.ts holds the icons against lucide's own.
 */
export function slimLibraries(): Plugin {
  const found = new Set<string>()
  return {
    name: 'stagedoor-slim-libraries',
    enforce: 'pre',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    resolveId(source, importer = '') {
      // Asked by these files only: whoever imports the real ones by name still gets them.
      const [name] = Object.entries(parts).find(([, { asked, by }]) => asked.test(source) && by.test(importer)) ?? []
      if (name) found.add(name)
      return name ? `\0slim-${name}` : null
    },
    load(id) {
      if (id === '\0vite/preload-helper.js') {
        found.add('preload')
        return preload
      }
      return id.startsWith('\0slim-') ? (parts[id.slice('\0slim-'.length)]?.code ?? null) : null
    },
    transform(code, id) {
      if (!ofIcons.test(id)) return null
      const unkeyed = withoutKeys(code)
      if (unkeyed !== code) found.add('keys')
      return { code: unkeyed, map: null }
    },
    buildEnd(error) {
      const missed = [...Object.keys(parts), 'preload', 'keys'].filter((name) => !found.has(name))
      if (!error && missed.length > 0)
        this.error(`scripts/slim-libraries.ts looks for parts that are not there any more: ${missed.join(', ')}`)
    },
  }
}

const router = /\/react-router\/dist\/production\/lib\/(?:components|dom\/lib|router\/router)\.js$/

const ofIcons = /\/lucide-react\/dist\/esm\/icons\//

/** What an icon is drawn of is handed on one by one below, and needs no key: six letters of chance for each line of each icon, that nothing packs. */
export const withoutKeys = (code: string): string => code.replaceAll(/,\s*key: "[\da-z]+"/g, '')

/** An icon of lucide's, drawn in one go with the attributes and classes that lucide gives it. */
export const icon = `import { createElement } from 'react'
const speaks = /^(?:aria-|role$|title$)/
export default ({ name, size: box = 24, node, aliases = [] }) =>
  ({ className = '', children, size = 24, width = size, height = size, color = 'currentColor', strokeWidth = 2, ...rest }) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: '0 0 ' + box + ' ' + box, fill: 'none', stroke: color, strokeWidth,
        strokeLinecap: 'round', strokeLinejoin: 'round',
        className: [...new Set(['lucide', ...[name, ...aliases].map((each) => 'lucide-' + each), ...className.split(/\\s+/).filter(Boolean)])].join(' '),
        ...(!children && !Object.keys(rest).some((key) => speaks.test(key) && rest[key] != null) && { 'aria-hidden': 'true' }),
        ...rest,
      },
      ...node.map(([tag, attributes]) => createElement(tag, attributes)),
      children,
    )`

const parts: Readonly<Record<string, { asked: RegExp; by: RegExp; code: string }>> = {
  framework: {
    asked: /ssr\/components\.js$/,
    by: router,
    code: `import { createContext, useRef } from 'react'
export const FrameworkContext = createContext(undefined)
export const PrefetchPageLinks = () => null
export const usePrefetchBehavior = () => [false, useRef(null), {}]
export const mergeRefs = (...refs) => (value) => {
  for (const ref of refs) {
    if (typeof ref === 'function') ref(value)
    else if (ref != null) ref.current = value
  }
}`,
  },
  instruments: {
    asked: /\/instrumentation\.js$/,
    by: router,
    code: `export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = (router) => router`,
  },
  icon: { asked: /\/createLucideIcon\.mjs$/, by: ofIcons, code: icon },
}

/** Parts name all that they bring from their first line on (`modulePreload: false`), but for a style or two. */
const preload = `const styles = {}
const styled = (file) => (styles[file] ??= new Promise((done, failed) => {
  if (document.querySelector('link[href="/' + file + '"]')) return done()
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = '/' + file
  link.onload = done
  link.onerror = () => {
    delete styles[file]
    link.remove()
    failed(new TypeError('a style did not come'))
  }
  document.head.append(link)
}))
export const __vitePreload = (load, files) => (files?.length ? Promise.all(files.map(styled)).then(load) : load())
`

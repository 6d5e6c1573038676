import { posix } from 'node:path'
import type { District } from '#server/floors.ts'
import { importsOf, schemasWrittenBy, withoutComments } from '#server/boundaries-reading.ts'

/**
 * Which file may know which: the rules of ARCHITECTURE.md, as one pure function over sources.
 * It reads text, not syntax trees, so it promises to see every ordinary form of import, not a disguised one.
 */
export interface Violation {
  file: string
  why: string
}

/** Where a file stands. Composers (start files, tests, stories, benches, the town) may put everything together. */
type Place =
  | { root: 'contract' }
  | { root: 'web'; part: string; floor: number }
  | { root: 'composer' }
  | { root: 'elsewhere' }
  | { root: 'testing' }
  | { root: 'platform'; slice: string }
  | { root: 'slice'; district: string; slice: string; isDoor: boolean; floor: number }
  | { root: 'unplanned' }

/** Below the slices of the web: these know only themselves, and then comes what all pages share. */
const aloneOnWeb = ['public', 'words', 'ui']
const webGround = [...aloneOnWeb, 'app']

/** Judges sources, given as path from the project's root -> text. An empty list means that the house stands. */
export function violations(sources: ReadonlyMap<string, string>, floors: readonly District[]): Violation[] {
  const found: Violation[] = []
  const knots = new Map<string, string[]>()
  for (const [file, raw] of sources) {
    const source = withoutComments(raw)
    const from = placeOf(file, floors)
    if (from.root === 'unplanned') found.push({ file, why: 'stands in no slice of server/floors.ts' })
    const targets: string[] = []
    for (const { specifier, isLoadedAtStart } of importsOf(source)) {
      const target = resolveSpecifier(file, specifier)
      const why = target ? forbids(from, placeOf(target, floors), isLoadedAtStart) : forbidsPackage(from, specifier)
      if (why) found.push({ file, why: `imports ${target ?? specifier}: ${why}` })
      // On the web a type and a lazy import tie a knot too: whoever reads one file of a circle must read them all.
      if (target && (isLoadedAtStart || from.root === 'web')) targets.push(target)
    }
    if (from.root !== 'composer') knots.set(file, targets)
    found.push(...forbiddenWrites(file, from, source))
  }
  for (const circle of circles(knots)) found.push({ file: circle[0] ?? '', why: `imports itself in a circle: ${circle.join(' -> ')}` })
  return found
}

function placeOf(path: string, floors: readonly District[]): Place {
  const [root, district, slice, ...rest] = path.split('/')
  if (/\.test\.tsx?$/.test(path)) return { root: 'composer' }
  if (root === 'contract') return { root }
  if (root === 'web') return placeOnWeb(path, floors)
  if (root !== 'server') return { root: 'elsewhere' }
  if (slice === undefined) return { root: 'composer' }
  const order = floors.flatMap((each) => each.slices.map((name) => ({ district: each.name, name, ground: each.ground })))
  const floor = order.findIndex((each) => each.district === district && each.name === slice)
  if (floor < 0 || rest.length === 0) return { root: 'unplanned' }
  if (slice === 'testing' || /^testing(-[a-z]+)*\.ts$/.test(rest.join('/'))) return { root: 'testing' }
  if (order[floor]?.ground) return { root: 'platform', slice }
  return { root: 'slice', district: district ?? '', slice, isDoor: rest.join('/') === `${slice}.ts`, floor }
}

/** The same staircase without doors: every file of a lower slice may be used, and slices that only the web has stand above the others. */
function placeOnWeb(path: string, floors: readonly District[]): Place {
  const [, first = '', second, ...rest] = path.split('/')
  const slices = floors.flatMap((each) => [...(each.ground ? [] : each.slices), ...(each.web ?? [])].map((name) => `${each.name}/${name}`))
  const order = [...webGround, ...slices]
  // The files at the root put the web together (entries, routes, what surrounds pages), and the developers' gallery shows all of it.
  if (second === undefined || first === 'dev') return { root: 'web', part: 'what puts pages together', floor: order.length }
  const part = webGround.includes(first) ? first : `${first}/${second}`
  const floor = order.indexOf(part)
  return floor < 0 || (floor >= webGround.length && rest.length === 0) ? { root: 'unplanned' } : { root: 'web', part, floor }
}

/** Our own file that a specifier means, from the project's root; undefined for packages. */
function resolveSpecifier(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return posix.normalize(specifier.slice(1))
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  // Vite reads a leading slash as the project's root; below it stand packages, too.
  const rooted = specifier.startsWith('/') ? posix.normalize(specifier.slice(1)) : undefined
  return rooted?.startsWith('node_modules/') ? undefined : rooted
}

function forbids(from: Place, to: Place, isLoadedAtStart: boolean): string | undefined {
  // Files of these roots are not part of the product's floors; what stands nowhere has been reported already.
  if (from.root === 'composer' || from.root === 'testing' || from.root === 'elsewhere' || from.root === 'unplanned') return undefined
  if (from.root === 'contract') return to.root === 'contract' ? undefined : 'the contract stands alone'
  if (from.root === 'web') return forbidsOnWeb(from, to, isLoadedAtStart)
  if (to.root === 'testing') return 'what helps tests stays out of the product'
  if (to.root === 'contract' || to.root === 'platform') return undefined
  if (to.root !== 'slice') return 'only the files at the root of server/ put the house together'
  if (from.root === 'platform') return 'the platform knows no product'
  if (from.district === to.district && from.slice === to.slice) return undefined
  if (to.floor > from.floor) return `${from.district}/${from.slice} looks up to ${to.district}/${to.slice}: announce a fact instead`
  return to.isDoor ? undefined : `enter ${to.slice} by its door, ${to.slice}.ts`
}

function forbidsOnWeb(from: Place & { root: 'web' }, to: Place, isLoadedAtStart: boolean): string | undefined {
  const isAlone = aloneOnWeb.includes(from.part)
  if (to.root === 'contract') return isAlone && isLoadedAtStart ? `${from.part} takes only types and texts from the contract` : undefined
  if (to.root !== 'web') return 'the web knows only the contract'
  if (to.floor > from.floor) return `${from.part} looks up to ${to.part}: hand it down, or put it where both may look`
  return isAlone && to.part !== from.part ? `${from.part} knows only itself` : undefined
}

function forbidsPackage(from: Place, specifier: string): string | undefined {
  return from.root === 'contract' && specifier.startsWith('node:') ? 'the contract also runs in the browser' : undefined
}

function forbiddenWrites(file: string, from: Place, source: string): Violation[] {
  if (from.root === 'contract' || from.root === 'web') return []
  if (from.root !== 'slice' && from.root !== 'platform') return []
  const own = from.root === 'platform' ? [from.slice, 'platform'] : [from.slice]
  return schemasWrittenBy(source)
    .filter(({ schema }) => !own.includes(schema ?? ''))
    .map(({ schema, statement }) => ({
      file,
      why: schema ? `writes ${schema}.*: a slice writes only its own schema` : `"${statement}" does not name its schema`,
    }))
}

/** Every circle of files that load one another at start; each is told once, from where it was first met. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]) => {
    const met = path.indexOf(file)
    if (met >= 0) found.push([...path.slice(met), file])
    if (met >= 0 || done.has(file)) return
    for (const next of imports.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of imports.keys()) walk(file, [])
  return found
}

import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { bringBack, placeIn, putAside } from './old-files.ts'
import { broughtEarly, firstLoads, tooHeavy } from './first-load.ts'

/**
 * Builds the web into dist/: the browser's files with their manifest, then the entry that renders pages on the server.
 * `--if-stale` builds only when the sources differ from those that dist/ was made of. It runs as a process of its own,
 * because a build takes three times the memory of the server.
 */
const root = join(import.meta.dirname, '..')
const stamp = join(root, 'dist/built-from')

export function isBuilt(): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** One hash over everything that the build reads. Contents count, not dates: a clone has new dates and old contents. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = globSync(
    [
      'web/**/*',
      'contract/**/*',
      'vite.config.ts',
      'scripts/{first-load,page-sources,slim-contract,slim-libraries}.ts',
      'package-lock.json',
      'tsconfig.json',
    ],
    {
      cwd: root,
      withFileTypes: true,
    },
  )
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files.toSorted())
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

async function buildWeb() {
  const { build } = await import('vite')
  const started = performance.now()
  console.log('Building the web …')
  const sources = fingerprint()
  // A build that is interrupted must not pass for a finished one.
  rmSync(stamp, { force: true })
  const place = placeIn(join(root, 'dist'))
  putAside(place)
  await build({ root, logLevel: 'warn', mode: 'production' })
  await build({ root, logLevel: 'warn', mode: 'production', build: { ssr: 'web/entry-server.tsx' } })
  const heavy = tooHeavy(firstLoads(join(root, 'dist/client')))
  if (heavy.length > 0) throw new Error(`A first load is heavier than we said it would be. ${heavy.join('; ')}`)
  const early = broughtEarly(join(root, 'dist/client'))
  if (early.length > 0) throw new Error(`A library came before anybody needs it. ${early.join('; ')}`)
  bringBack(place)
  writeFileSync(stamp, sources)
  console.log(`Built the web in ${((performance.now() - started) / 1000).toFixed(1)} s.`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !(process.argv.includes('--if-stale') && isBuilt())) {
  process.env['NODE_ENV'] = 'production'
  try {
    await buildWeb()
  } catch (error) {
    console.error(`The web could not be built. ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

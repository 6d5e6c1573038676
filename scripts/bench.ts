import { globSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/** `npm run bench [part of a name]`: every *.bench.ts of bench/, one after the other so that none disturbs another, over a fresh web build. */
const root = join(import.meta.dirname, '..')
const wanted = process.argv[2] ?? ''
const benches = globSync('bench/**/*.bench.ts', { cwd: root }).filter((file) => file.includes(wanted))
if (benches.length === 0) {
  console.error(wanted ? `No file of bench/ is named like "${wanted}".` : 'There is no bench/**/*.bench.ts.')
  process.exit(1)
}
const built = await run('scripts/build.ts', ['--if-stale'], { env: { NODE_ENV: 'production' } })
let failed = built.code !== 0
for (const bench of benches.toSorted()) {
  console.log(`\n── ${bench} ──`)
  const { code } = await run(bench, [], { env: { NODE_ENV: 'production' } })
  failed ||= code !== 0
}
process.exitCode = failed ? 1 : 0

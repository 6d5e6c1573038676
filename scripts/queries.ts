// Holds what the code claims of its queries' rows against what the tests saw of them; `npm test` does it after vitest. By hand after a run of some
// tests, whose queries alone it judges: `node scripts/queries.ts --asked`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedQuery } from '#server/platform/testing/asked.ts'
import type { Catalogue } from '#server/platform/testing/catalogue.ts'
import { readSites } from './queries/claims.ts'
import { compare, isUnasked, type Fault } from './queries/compare.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'test-results/asked')

/** Of the product: neither its tests nor platform/db, whose functions ask for others. */
const ofProduct = (file: string) => file.startsWith('server/') && !file.startsWith('server/platform/db/') && !file.endsWith('.test.ts')

/** @param wanted which files, by their path from the root */
export function faultsIn(wanted: (file: string) => boolean): { sites: number; faults: Fault[] } {
  const sites = readSites(root, wanted)
  const asked = globSync(join(folder, '*.jsonl')).flatMap((path) => linesOf(path).map((line) => JSON.parse(line) as RecordedQuery))
  const catalogue = JSON.parse(readFileSync(join(folder, 'catalogue.json'), 'utf8')) as Catalogue
  return { sites: sites.length, faults: compare(sites, asked, catalogue) }
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split('\n').filter(Boolean)
}

if (import.meta.main) {
  const { sites, faults } = faultsIn(ofProduct)
  const judged = process.argv.includes('--asked') ? faults.filter((fault) => !isUnasked(fault)) : faults
  for (const { place, why } of judged) console.error(`${place} ${why}`)
  console.log(`${sites} places ask the database${judged.length === 0 ? ', and each gets what it says' : `: ${judged.length} faults`}`)
  process.exitCode = judged.length > 0 ? 1 : 0
}

import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

/**
 * `npm run stagedoor -- <noun> <verb> …`, or one verb alone: what an operator does from the command line.
 * Each command is a file scripts/stagedoor/<noun>-<verb>.ts or <verb>.ts.
 */
export interface Command {
  /** How to call it, and what it does, in one line. */
  about: string
  /** Does it with the words after noun and verb. Throw an Error whose message is a sentence for the operator. */
  run(args: string[]): Promise<void>
}

const folder = join(import.meta.dirname, 'stagedoor')
const names = globSync('*.ts', { cwd: folder })
  .filter((file) => !file.endsWith('.test.ts') && file !== 'database.ts')
  .map((file) => basename(file, '.ts'))
  .toSorted()

const load = async (name: string) => (await import(join(folder, `${name}.ts`))) as Command

const words = process.argv.slice(2)
const wanted = names.find((name) => name === (name.includes('-') ? words.slice(0, 2).join('-') : words[0]))
const args = words.slice(wanted?.includes('-') ? 2 : 1)
if (wanted) {
  try {
    await (await load(wanted)).run(args)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
} else {
  console.error('npm run stagedoor -- …')
  for (const name of names) console.error(`  ${(await load(name)).about}`)
  process.exitCode = words[0] === undefined || words[0] === 'help' ? 0 : 1
}

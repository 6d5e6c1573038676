import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

/** The server that the browser stories visit: a production start over an empty data folder of its own. */
const dataDir = process.env['BROWSER_DATA_DIR'] ?? join(import.meta.dirname, '../test-results/data')
rmSync(dataDir, { recursive: true, force: true })
// A database of the developer's must never become the stage of a test.
delete process.env['DATABASE_URL']
Object.assign(process.env, { NODE_ENV: 'production', DATA_DIR: dataDir })

const { code } = await run('scripts/build.ts', ['--if-stale'])
if (code !== 0) process.exit(code)
await import('#server/main.ts')

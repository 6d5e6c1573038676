import { fork } from 'node:child_process'
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
serve()

/** Killed in the middle of a story, it is started again, as a service manager does; however it ends otherwise, so does this. */
function serve(): void {
  const root = join(import.meta.dirname, '..')
  const server = fork(join(root, 'server/main.ts'), { cwd: root, execArgv: ['--import', join(root, 'scripts/end-with-parent.mjs')] })
  const end = () => server.kill('SIGTERM')
  process.on('SIGTERM', end).on('SIGINT', end)
  server.on('exit', (status, signal) => {
    process.off('SIGTERM', end).off('SIGINT', end)
    if (signal === 'SIGKILL') serve()
    else process.exit(status ?? 1)
  })
}

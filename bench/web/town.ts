// A production server with the demo town, for benches that need a browser. The town is built once and kept; BENCH_SITE names a server that is up.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export const demoPassword = 'stagedoor-demo-2026'

/** A phone of today, held upright. */
export const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 3,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-TW',
  timezoneId: 'Asia/Taipei',
}

const root = join(import.meta.dirname, '../..')
const port = 4790
const minutes = 15
/** Of the server that is started here. */
export const dataDir = join(root, 'test-results/bench-town')

export async function openTown(): Promise<{ site: string; close(): Promise<void> }> {
  const given = process.env['BENCH_SITE']
  if (given) return { site: given, close: async () => {} }
  const { DATABASE_URL: _notOurs, ...env } = process.env
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...env,
      NODE_ENV: 'production',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_PASSWORD: demoPassword,
      RATE_LIMIT_FACTOR: '1000',
    },
  })
  const ended = once(child, 'exit')
  const site = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${site}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = Date.now() + minutes * 60_000; !(await isUp()); await sleep(500))
    if (child.exitCode !== null || Date.now() > end) throw new Error('the server with the demo town did not come up')
  return {
    site,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

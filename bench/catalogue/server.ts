// The product over one of the towns, as main.ts runs it, without pages.
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn' })
const db = connect({ connection: { connectionString: url }, maxConnections: 4 })
const app = await createApp({ config, db, isDemo: false })
process.send?.({ address: await app.http.listen({ host: '127.0.0.1', port: 0 }) })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.on('disconnect', () => process.exit(0))

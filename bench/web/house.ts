// The product as main.ts runs it, with its pages out of dist/.
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'
import { serveWeb } from '#server/web.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'warn', NODE_ENV: 'production' })
const db = connect({ connection: { connectionString: url }, maxConnections: 8 })
const app = await createApp({ config, db, isDemo: false, mount: (http, around) => serveWeb(http, around, config) })
process.send?.({ address: await app.http.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))

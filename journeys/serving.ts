// One of several processes of a site, as main.ts starts it, without pages: those are built after these tests. Started as a program of its own,
// so that it can be killed.
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'

const config = readConfig(process.env)
const db = connect({ connection: { connectionString: config.databaseUrl ?? '' }, maxConnections: config.databaseConnections })
const app = await createApp({ config, db, isDemo: false })
await app.listen({ host: config.host, port: config.port })

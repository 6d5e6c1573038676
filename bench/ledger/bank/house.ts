// The house of the bank's proof: the real application over HTTP with the PostgreSQL that comes with it, in a process of its own that
// exists to be killed, and started again over the same data folder on the same port.
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { makeReady } from '#server/platform/db/roles.ts'
import { forgetful } from '../forgetful.ts'

const [dataDir = '', port = '0', durability] = process.argv.slice(2)
// Without its database the house is down: whoever started it starts it again.
const server = await startEmbedded(dataDir, { tell: () => process.exit(1) })
await makeReady(server)
if (durability === 'off') await forgetful(server.ownerUrl)
const db = connect({ connection: { connectionString: server.url }, maxConnections: 16 })
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000', LOG_LEVEL: 'silent' })
const app = await createApp({ config, db, isDemo: false })
const address = await app.listen({ host: '127.0.0.1', port: Number(port) })
process.send?.({ address, url: server.url, ownerUrl: server.ownerUrl })
process.on('disconnect', () => {
  void app
    .close()
    .then(() => db.close())
    .then(() => server.stop())
    .finally(() => process.exit(0))
})

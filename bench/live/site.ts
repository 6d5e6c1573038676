// The product as main.ts runs it, without pages, and with an engine that says what it is told: whom it carries, as if all of them watched. Behind a real one
// a thousand browsers would have to sit. On a message with a stream and accounts it carries them from then on.
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { connect } from '#server/platform/db/db.ts'
import { accept } from '#server/platform/keys/media.ts'
import { type Carried, type Engine, useEngine } from '#server/stage/live/engine.ts'

const [url = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({ DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000000', LIVE_UDP_PORT: '0', LOG_LEVEL: 'warn' })
const db = connect({ connection: { connectionString: url }, maxConnections: 16 })
// The pictures are rows only: a folder without them is meant.
await accept(db, `${dataDir}/media`)
const app = await createApp({ config, db, isDemo: false })
const carried = new Map<string, Carried>()
const nothing = async () => {
  throw new Error('nobody sends or watches here')
}
const engine: Engine = { publish: nothing, play: nothing, hangUp: async () => {}, close: async () => {}, carried: async () => carried }
useEngine(engine)
process.on('message', ({ streamId, viewers }: { streamId: string; viewers: string[] }) => {
  carried.set(streamId, { isOnAir: true, isGuestOnAir: false, guests: [], viewers, unseen: [], facing: [], run: 'one', flowed: new Map() })
})
process.send?.({ address: await app.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))

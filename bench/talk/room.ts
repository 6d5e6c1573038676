// The room that its bench asks: the product's HTTP stack with the rows of rooms and its socket, in a process of its own. Whoever performs is live, and for
// everybody. On the word `cut` every connection is broken.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { rooms as table } from '#contract/talk/rooms.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect } from '#server/platform/db/db.ts'
import { embeddedGeo } from '#server/platform/geo/geo.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import { createRealtime } from '#server/platform/realtime/realtime.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import { push } from '#server/talk/messaging/pushes.ts'
import { handlers } from '#server/talk/messaging/room-routes.ts'
import type { Viewer } from '#server/platform/http/viewer.ts'

const [url = '', connections = '16'] = process.argv.slice(2)
const db = connect({ connection: { connectionString: url }, maxConnections: Number(connections) })
const http = await createHttp({ logLevel: 'warn', trustedProxies: [], isSecure: false, rateLimitFactor: 1_000_000, ready: async () => {} })
const around = {
  db,
  geo: await embeddedGeo(),
  storage: diskStorage(tmpdir(), randomBytes(32)),
  rateLimitFactor: 1_000_000,
  isSecure: false,
  allowedOrigins: [],
  identify: accounts.identify,
  inMaintenance: async () => false,
  isClosed: async () => false,
  seenFrom: async (viewer: Viewer) => viewer,
  overridesFor: async () => ({}),
  refusePrograms: async () => {},
  refuseUnproven: async () => {},
  acted: async () => {},
}
useSecret(randomBytes(32))
messaging.rooms.useStreams({
  current: async (_db, performerId) => performerId,
  rights: async () => ({ mayWatch: true, isBuyer: false, isModerator: false }),
  unwelcome: async () => [],
})
serve(http, around, 'rooms', table, handlers)
const realtime = createRealtime(http.server, { identify: (token) => accounts.identify(db, token), allowedOrigins: [] })
push(realtime, db)
messaging.rooms.letIn(realtime, db)
const sockets = new Set<import('node:net').Socket>()
http.server.on('upgrade', ({ socket }) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
})
process.send?.({ address: await http.listen({ host: '127.0.0.1', port: 0 }) })
process.on('message', (word) => {
  if (word === 'cut') for (const socket of sockets) socket.destroy()
})
process.on('disconnect', () => process.exit(0))

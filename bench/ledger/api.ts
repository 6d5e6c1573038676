// The API that the benches of ledger and talk ask: the product's own HTTP stack with the routes of earnings, posts, the timeline, messages and mass
// messages, over the stage's database and in a process of its own. Pages, sockets and jobs are left out.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { feeds } from '#contract/catalogue/feeds.ts'
import { earnings } from '#contract/money/earnings.ts'
import { campaigns } from '#contract/talk/campaigns.ts'
import { messaging } from '#contract/talk/messaging.ts'
import { timeline } from '#contract/windows/timeline.ts'
import { handlers as feedHandlers } from '#server/catalogue/feeds/routes.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { handlers } from '#server/money/earnings/routes.ts'
import { useSecret } from '#server/platform/config/keys.ts'
import { connect } from '#server/platform/db/db.ts'
import { embeddedGeo } from '#server/platform/geo/geo.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import { handlers as campaignHandlers } from '#server/talk/campaigns/routes.ts'
import { handlers as messagingHandlers } from '#server/talk/messaging/routes.ts'
import { diskStorage } from '#server/platform/storage/storage.ts'
import { handlers as timelineHandlers } from '#server/windows/timeline/routes.ts'
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
serve(http, around, 'earnings', earnings, handlers)
serve(http, around, 'feeds', feeds, feedHandlers)
serve(http, around, 'messaging', messaging, messagingHandlers)
serve(http, around, 'campaigns', campaigns, campaignHandlers)
serve(http, around, 'timeline', timeline, timelineHandlers)
process.send?.({ address: await http.listen({ host: '127.0.0.1', port: 0 }) })
process.on('disconnect', () => process.exit(0))

// The rows of subscriptions over a theatre's database, asked over HTTP by whoever it is.
import { subscriptions as table } from '#contract/money/subscriptions.ts'
import type { Database } from '#server/platform/db/db.ts'
import { createHttp } from '#server/platform/http/http.ts'
import { serve } from '#server/platform/http/serve.ts'
import type { Member, Viewer } from '#server/platform/http/viewer.ts'
import { handlers } from '#server/money/subscriptions/routes.ts'

export type Counter = Awaited<ReturnType<typeof openCounter>>

export async function openCounter({ db }: { db: Database }) {
  const people = new Map<string, Member>()
  const http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  const around = {
    db,
    geo: { countryOf: () => undefined },
    storage: {} as never,
    rateLimitFactor: 1000,
    isSecure: false,
    allowedOrigins: [],
    identify: async (_db: unknown, token: string) => people.get(token),
    inMaintenance: async () => false,
    isClosed: async () => false,
    seenFrom: async (viewer: Viewer) => viewer,
    overridesFor: async () => ({}),
    refusePrograms: async () => {},
    acted: async () => {},
  }
  serve(http, around, 'subscriptions', table, handlers)
  await http.ready()
  return {
    /** @param headers of one's own; `authorization` makes somebody else of who asks */
    async call(who: Member, method: 'GET' | 'POST', url: string, payload?: object, headers: Record<string, string> = {}) {
      people.set(who.accountId, who)
      const answer = await http.inject({
        method,
        url: `/api${url}`,
        headers: { authorization: who.accountId, ...headers },
        ...(payload && { payload }),
      })
      return { status: answer.statusCode, ...(answer.json() as { code?: string; data: unknown }) }
    },
    closes: () => http.close(),
  }
}

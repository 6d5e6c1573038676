// The file itself: no row, because it answers bytes; admitted by the same rules, and closed to whoever acts for somebody.
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { limitOf } from '#server/platform/http/rate.ts'
import { comeIn, type Surroundings } from '#server/platform/http/serve.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { isReady, partsOf } from '#server/windows/belongings/belongings.ts'

export function serveFile(app: FastifyInstance, around: Surroundings): void {
  const limit = limitOf(app, 'belongings.file', { max: 5, perSeconds: 3600, by: 'caller' }, around.rateLimitFactor)
  app.get(
    '/api/auth/users/me/belongings/file.json',
    { onRequest: (request) => comeIn(around, request, { for: 'member', method: 'GET', inClosedCountry: true, whileActing: false }, limit) },
    async (request, reply) => {
      const { db } = around
      const accountId = idOf(request.viewer) ?? refuse('sign_in_required')
      if (!(await isReady(db, accountId))) refuse('not_found')
      const parts = await partsOf(db, accountId, siteUrl())
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'private, no-store')
        .header('content-disposition', `attachment; filename="${parts.facts.profile.username}.json"`)
        .send(Readable.from(asJson(parts)))
    },
  )
}

/** One object, whose lists come last and are never held whole. */
async function* asJson({ facts, lists }: Awaited<ReturnType<typeof partsOf>>): AsyncGenerator<string> {
  yield JSON.stringify(facts, null, 1).replace(/\n}$/, '')
  for (const [name, pages] of Object.entries<AsyncIterable<readonly object[]>>(lists)) {
    yield `,\n "${name}": [`
    let between = '\n'
    for await (const rows of pages) {
      yield between + rows.map((row) => JSON.stringify(row)).join(',\n')
      between = ',\n'
    }
    yield '\n ]'
  }
  yield '\n}\n'
}

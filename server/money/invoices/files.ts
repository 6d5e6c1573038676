// Receipts as PDF. No rows, because they answer bytes; admitted by the same rules, for their owner and for staff, who answer for them.
import { formats } from '#server/platform/http/formats.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '#server/platform/db/db.ts'
import { limitOf } from '#server/platform/http/rate.ts'
import { comeIn, type Surroundings } from '#server/platform/http/serve.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { codeOf, receipt } from '#server/money/invoices/issuing.ts'
import { asPdf } from '#server/money/invoices/paper.ts'
import { byId, type Invoice } from '#server/money/invoices/queries.ts'

export function serveFiles(app: FastifyInstance, around: Surroundings): void {
  const { db } = around
  const limit = limitOf(app, 'invoices.file', { max: 30, perSeconds: 60, by: 'caller' }, around.rateLimitFactor)
  const options = {
    onRequest: (request: FastifyRequest) => comeIn(around, request, { for: 'member', method: 'GET', inClosedCountry: true }, limit),
  }
  // What has just been paid may not have been heard yet: then it is written now.
  app.get('/api/payment/transactions/:id/invoice.pdf', options, async (request, reply) => {
    const { accountId, id } = asked(request)
    return send(reply, (await db.transaction((tx) => receipt(tx, accountId, id))).invoice)
  })
  app.get('/api/payment/invoices/:id.pdf', options, async (request, reply) => {
    const { accountId, id } = asked(request)
    const isStaff = request.viewer.kind === 'member' && request.viewer.role === 'staff'
    return send(reply, isStaff ? ((await byId(db, id)) ?? refuse('not_found')) : await own(db, accountId, id))
  })
}

function asked(request: FastifyRequest): { accountId: string; id: string } {
  const { id } = request.params as { id: string }
  if (!formats.uuid(id)) refuse('not_found')
  return { accountId: idOf(request.viewer) ?? refuse('sign_in_required'), id }
}

async function own(db: Db, accountId: string, id: string): Promise<Invoice> {
  const found = await byId(db, id)
  return found?.accountId === accountId ? found : refuse('not_found')
}

async function send(reply: FastifyReply, invoice: Invoice): Promise<FastifyReply> {
  return reply
    .type('application/pdf')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${codeOf(invoice)}.pdf"`)
    .send(await asPdf(invoice))
}

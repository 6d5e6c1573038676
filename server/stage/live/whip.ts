// WHIP and WHEP (RFC 9725 and its sibling): an offer comes as `application/sdp` with a bearer token, the answer goes back whole, and `Location` names the
// session, which DELETE ends, and `Link` the STUN and TURN servers that there are. A browser shows a media token, an encoder the key of its creator. Candidates are all in the answer: nothing is trickled.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#server/people/accounts/accounts.ts'
import { countryOf } from '#server/platform/http/country.ts'
import type { Surroundings } from '#server/platform/http/serve.ts'
import { limitOf } from '#server/platform/http/rate.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { theEngine, type Side } from '#server/stage/live/engine.ts'
import { endOf, hashOf, readGrant, type Grant } from '#server/stage/live/grants.ts'
import * as queries from '#server/stage/live/queries.ts'
import { iceServers, linksTo } from '#server/stage/live/relays.ts'
import { standingOf } from '#server/stage/live/showing.ts'
import { refuseRole, refuseUnfitGuest, wayOf } from '#server/stage/live/sides.ts'
import { memberOf } from '#server/stage/live/viewers.ts'

/** An offer of three layers is some 8 KB. */
const mostOfferBytes = 64 * 1024

export function serveMedia(app: FastifyInstance, around: Surroundings): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/sdp', { parseAs: 'string', bodyLimit: mostOfferBytes }, (_request, body, done) =>
      done(null, body),
    )
    const limit = limitOf(app, 'live.offers', { max: 60, perSeconds: 60, by: 'caller' }, around.rateLimitFactor)

    const offered = (isSending: boolean) => async (request: FastifyRequest<{ Params: { streamId?: string } }>, reply: FastifyReply) => {
      await limit.count(request)
      const isOffer = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/sdp'
      const sdp = isOffer && typeof request.body === 'string' ? request.body : refuse('unsupported_media_type')
      const { streamId, accountId, side, isUnseen } = await admitted(request, isSending)
      const engine = theEngine()
      const { session, sdp: answer } = await (isSending
        ? engine.publish(streamId, side, { sdp, label: accountId })
        : engine.play(streamId, side, { sdp, label: accountId, isUnseen }))
      const links = linksTo(iceServers({ streamId, accountId }, endOf(around.db.now)))
      if (links.length > 0) void reply.header('link', links)
      return reply
        .code(201)
        .header('location', `/api/streaming/${isSending ? 'whip' : 'whep'}/${streamId}/${session}`)
        .header('cache-control', 'no-store')
        .type('application/sdp')
        .send(answer)
    }

    const ended = async (request: FastifyRequest<{ Params: { streamId?: string; session: string } }>, reply: FastifyReply) => {
      await limit.count(request)
      bearerOf(request)
      // Whoever knows its name is who was told it: 128 bits that stand in one answer.
      if (!/^[\w-]{16,64}$/.test(request.params.session)) return refuse('not_found')
      await theEngine().hangUp(request.params.session)
      return reply.code(200).send()
    }

    scope.post('/api/streaming/whip', offered(true))
    scope.post('/api/streaming/whip/:streamId', offered(true))
    scope.post('/api/streaming/whep/:streamId', offered(false))
    scope.delete('/api/streaming/whip/:streamId/:session', ended)
    scope.delete('/api/streaming/whep/:streamId/:session', ended)
  })

  /** Whose offer this is, and for which stream; the right itself is asked anew. @throws sign_in_required, not_found, stream_*, birth_date_required, documents_outdated for a guest performer, no_encoders where somebody else carries it */
  async function admitted(
    request: FastifyRequest<{ Params: { streamId?: string } }>,
    isSending: boolean,
  ): Promise<Omit<Grant, 'role'> & { side: Side; isUnseen: boolean }> {
    const { db } = around
    const bearer = bearerOf(request)
    const { streamId } = request.params
    const grant = bearer.startsWith('live_') ? await encoderOf(bearer, streamId) : readGrant(bearer, db.now)
    const way = grant && wayOf[grant.role]
    if (!grant || way?.isSending !== isSending || (streamId !== undefined && grant.streamId !== streamId)) return refuse('sign_in_required')
    const viewer = memberOf(await accounts.find(db, grant.accountId), db.now) ?? refuse('sign_in_required')
    const stream = await standingOf(db, { viewer, country: countryOf(around.geo, request) }, grant.streamId)
    refuseRole(stream, grant.role, viewer)
    await refuseUnfitGuest(db, stream, grant.role, viewer)
    const [kept] = await queries.streams(db, [grant.streamId])
    if (kept?.provider !== 'embedded') refuse('no_encoders')
    const isUnseen = viewer.role === 'staff' || stream.performerId === viewer.accountId
    return { streamId: grant.streamId, accountId: viewer.accountId, side: way.side, isUnseen }
  }

  /** An encoder sends to what its creator shows now. @throws stream_not_begun */
  async function encoderOf(key: string, streamId: string | undefined): Promise<Grant | undefined> {
    const accountId = await queries.ownerOfKey(around.db, hashOf(key))
    if (accountId === undefined) return undefined
    const current = await queries.currentOf(around.db, accountId)
    return { role: 'host', streamId: streamId ?? current ?? refuse('stream_not_begun'), accountId }
  }
}

/** @throws sign_in_required */
function bearerOf({ headers: { authorization } }: FastifyRequest): string {
  const [, token] = /^Bearer ([\w.~+/-]{16,512})$/i.exec(authorization ?? '') ?? []
  return token ?? refuse('sign_in_required')
}

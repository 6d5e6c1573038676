// WHIP and WHEP (RFC 9725 and its sibling): an offer comes as `application/sdp` with a bearer token, the answer goes back whole, and `Location` names the
// session, which DELETE ends, and `Link` the STUN and TURN servers that there are. A browser shows a media token, an encoder the key of its creator. Candidates are all in the answer: nothing is trickled.
import { formats } from '#server/platform/http/formats.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as age from '#server/people/age/age.ts'
import { countryOf } from '#server/platform/http/country.ts'
import type { Surroundings } from '#server/platform/http/serve.ts'
import type { Member } from '#server/platform/http/viewer.ts'
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
    // Whoever shows no token of ours takes nothing from those who share their address.
    const strangers = limitOf(app, 'live.strangers', { max: 60, perSeconds: 60, by: 'caller' }, around.rateLimitFactor)
    const known = async (request: FastifyRequest<{ Params: { streamId?: string } }>, isSending: boolean) => {
      const asked = await grantOf(request, isSending)
      await (asked ? limit : strangers).count(request as FastifyRequest)
      return asked ?? refuse('sign_in_required')
    }

    const offered = (isSending: boolean) => async (request: FastifyRequest<{ Params: { streamId?: string } }>, reply: FastifyReply) => {
      const asked = await known(request, isSending)
      const isOffer = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/sdp'
      const sdp = isOffer && typeof request.body === 'string' ? request.body : refuse('unsupported_media_type')
      const { streamId, accountId, side, isUnseen } = await admitted(request, asked)
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
      if (readBearer(request) === undefined) refuse('sign_in_required')
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

  /** What the token of a call is for, and whose it is: undefined for none of ours. @throws stream_not_begun for a key whose owner shows nothing, and not_found */
  async function grantOf(request: FastifyRequest<{ Params: { streamId?: string } }>, isSending: boolean): Promise<Asked | undefined> {
    const { db } = around
    const { streamId } = request.params
    const bearer = readBearer(request)
    const grant = bearer?.startsWith('live_') ? await encoderOf(bearer, streamId) : bearer && (await passOf(bearer))
    if (!grant || wayOf[grant.role].isSending !== isSending) return undefined
    if (streamId !== undefined && grant.streamId !== streamId) return undefined
    const found = memberOf(await accounts.find(db, grant.accountId), db.now)
    if (!found) return undefined
    const viewer = await age.seenFrom(db, found, countryOf(around.geo, request))
    request.viewer = viewer
    return { grant, viewer }
  }

  /** For which stream an offer is; the right itself is asked anew. @throws sign_in_required, maintenance, country_closed, age_not_assured, not_found, stream_*, birth_date_required, documents_outdated for a guest performer, no_encoders where somebody else carries it */
  async function admitted(
    request: FastifyRequest<{ Params: { streamId?: string } }>,
    { grant, viewer }: Asked,
  ): Promise<Pick<Grant, 'streamId' | 'accountId'> & { side: Side; isUnseen: boolean }> {
    const { db } = around
    if (viewer.role !== 'staff') {
      if (await around.inMaintenance()) refuse('maintenance')
      if (await around.isClosed(countryOf(around.geo, request))) refuse('country_closed')
      if (viewer.mustAssure) refuse('age_not_assured')
    }
    const stream = await standingOf(db, { viewer, country: countryOf(around.geo, request) }, grant.streamId)
    refuseRole(stream, grant.role, viewer)
    await refuseUnfitGuest(db, stream, grant.role, viewer)
    const [kept] = await queries.streams(db, [grant.streamId])
    if (kept?.provider !== 'embedded') refuse('no_encoders')
    const isUnseen = viewer.role === 'staff' || stream.performerId === viewer.accountId
    return { streamId: grant.streamId, accountId: viewer.accountId, side: wayOf[grant.role].side, isUnseen }
  }

  /** Undefined once the session that asked for it is over. */
  async function passOf(token: string): Promise<Grant | undefined> {
    const grant = readGrant(token, around.db.now)
    return grant && (await accounts.isOpen(around.db, grant)) ? grant : undefined
  }

  /** An encoder sends to what its creator shows now. @throws stream_not_begun */
  async function encoderOf(key: string, streamId: string | undefined): Promise<Omit<Grant, 'sessionId'> | undefined> {
    if (streamId !== undefined && !formats.uuid(streamId)) return refuse('not_found')
    const accountId = await queries.ownerOfKey(around.db, hashOf(key))
    if (accountId === undefined) return undefined
    const current = await queries.currentOf(around.db, accountId)
    return { role: 'host', streamId: streamId ?? current ?? refuse('stream_not_begun'), accountId }
  }
}

interface Asked {
  grant: Omit<Grant, 'sessionId'>
  viewer: Member
}

function readBearer({ headers: { authorization } }: FastifyRequest): string | undefined {
  return /^Bearer ([\w.~+/-]{16,512})$/i.exec(authorization ?? '')?.[1]
}

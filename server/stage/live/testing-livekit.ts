// A small LiveKit of our own on the loopback, for tests, written from its published protocol: RoomService by Twirp with JSON bodies, tokens with their
// claims, and the webhooks that it would send. It refuses what a real one would, and keeps what it was asked.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export const liveKitKeys = { apiKey: 'APIstagedoor', apiSecret: 'a-secret-of-forty-characters-for-tests--' }

/** What a token says (docs.livekit.io, authentication). */
export interface Claims {
  iss: string
  sub?: string
  nbf: number
  exp: number
  sha256?: string
  video?: {
    roomJoin?: boolean
    roomList?: boolean
    roomCreate?: boolean
    roomAdmin?: boolean
    room?: string
    canPublish?: boolean
    canSubscribe?: boolean
    canPublishData?: boolean
    canUpdateOwnMetadata?: boolean
    hidden?: boolean
  }
}

interface Participant {
  sid: string
  identity: string
  state: 'JOINING' | 'JOINED' | 'ACTIVE' | 'DISCONNECTED'
  tracks: { sid: string; type: string; muted: boolean }[]
  joined_at: string
}

export interface LiveKitFake {
  url: string
  /** Every call: its method, and what was said. */
  asked: { method: string; body: Record<string, unknown> }[]
  rooms: Map<string, Map<string, Participant>>
  /**
   * Somebody joins by a token; a name that is there already loses its place. One that was revoked is refused.
   * @param isRenewed by what LiveKit itself renewed it to, which may outlive a revocation
   */
  join(token: string, isRenewed?: boolean): Participant
  /** They send picture or sound; by the claims of the token they came in by. */
  publish(token: string): string
  mute(token: string, muted: boolean): void
  leave(token: string): void
  /** An event as it is sent: its bytes, and the header. */
  event(
    event: string,
    token: string,
    more?: { id?: string; at?: Date; track?: string; sid?: string; secret?: string; expiresInSeconds?: number },
  ): {
    body: string
    authorization: string
  }
  /** The header of an event with these bytes. */
  sign(body: string): string
  /** What browsers came with, each as its token says. */
  came: Claims[]
  /** So many calls, of this room or of any, are answered with this status. */
  fail(status: number, times: number, room?: string): void
  /** Calls of this room get no answer; undefined: of none. */
  hang(room: string | undefined): void
  close(): Promise<void>
}

const encoded = (what: object) => Buffer.from(JSON.stringify(what)).toString('base64url')

function sign(claims: object, secret: string): string {
  const text = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
}

function headerOf(body: string, { secret = liveKitKeys.apiSecret, expiresInSeconds = 300 } = {}): string {
  const now = Math.floor(Date.now() / 1000)
  const sha256 = createHash('sha256').update(body).digest('base64')
  return sign({ iss: liveKitKeys.apiKey, nbf: now - 120, exp: now + expiresInSeconds, sha256 }, secret)
}

/** @throws for what LiveKit would not take */
export function claimsOf(token: string): Claims {
  const [head = '', body = '', signature = ''] = token.split('.')
  const right = createHmac('sha256', liveKitKeys.apiSecret).update(`${head}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== right.length || !timingSafeEqual(given, right)) throw new Error('the signature is not ours')
  const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg: string }
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  const now = Date.now() / 1000
  if (alg !== 'HS256' || claims.iss !== liveKitKeys.apiKey) throw new Error('not our key')
  if (!(claims.exp > now) || (claims.nbf ?? 0) > now + 10) throw new Error('it has run out, or is not good yet')
  return claims
}

/** What each call takes (docs.livekit.io, RoomService). */
const needs: Record<string, (video: NonNullable<Claims['video']>, body: Record<string, unknown>) => boolean> = {
  ListRooms: ({ roomList }) => roomList === true,
  DeleteRoom: ({ roomCreate }) => roomCreate === true,
  ListParticipants: ({ roomAdmin, room }, body) => roomAdmin === true && room === body['room'],
  RemoveParticipant: ({ roomAdmin, room }, body) => roomAdmin === true && room === body['room'],
}

/** @param port 0: any that is free */
export async function startLiveKit(port = 0): Promise<LiveKitFake> {
  const asked: LiveKitFake['asked'] = []
  const came: Claims[] = []
  const rooms: LiveKitFake['rooms'] = new Map()
  /** By room and name: tokens that are good from before then (Unix seconds) open nothing. */
  const revoked = new Map<string, number>()
  let hanging: string | undefined
  let failing: { status: number; left: number; room?: string | undefined } = { status: 503, left: 0 }
  const no = (code: string, status: number) => ({ status, answer: { code, msg: code } })

  async function answer(request: IncomingMessage): Promise<{ status: number; answer: object }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const [, method = ''] = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '') ?? []
    const need = needs[method]
    if (request.method !== 'POST' || !need) return no('bad_route', 404)
    if (!request.headers['content-type']?.startsWith('application/json')) return no('malformed', 400)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
    asked.push({ method, body })
    if (hanging !== undefined && body['room'] === hanging) await new Promise<never>(() => {})
    if (failing.left > 0 && (failing.room ?? body['room']) === body['room']) {
      failing.left--
      return no('unavailable', failing.status)
    }
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    let claims: Claims
    try {
      claims = claimsOf(token)
    } catch {
      return no('unauthenticated', 401)
    }
    if (!need(claims.video ?? {}, body)) return no('permission_denied', 403)
    return { status: 200, answer: done(method, body) ?? {} }
  }
  function done(method: string, body: Record<string, unknown>): object | undefined {
    const room = typeof body['room'] === 'string' ? body['room'] : ''
    if (method === 'ListRooms') {
      const names = (body['names'] ?? []) as string[]
      return {
        rooms: [...rooms.keys()].filter((name) => names.length === 0 || names.includes(name)).map((name) => ({ sid: 'RM_1', name })),
      }
    }
    if (method === 'ListParticipants') return { participants: [...(rooms.get(room)?.values() ?? [])] }
    if (method === 'RemoveParticipant') {
      const identity = String(body['identity'])
      rooms.get(room)?.delete(identity)
      revoked.set(`${room} ${identity}`, Number(body['revokeTokenTs'] ?? 0))
    }
    if (method === 'DeleteRoom') rooms.delete(room)
    return undefined
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, answer: said }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said)),
    )
  }).listen(port, '127.0.0.1')
  // Browsers ask to come in by a WebSocket. Nobody carries media here: a token that joins a room is noted, and nobody is let in.
  server.on('upgrade', (request: IncomingMessage, socket) => {
    const token = new URL(request.url ?? '', 'ws://here').searchParams.get('access_token') ?? ''
    try {
      came.push(claimsOf(token))
    } catch {
      // Not ours.
    }
    socket.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n')
  })
  await new Promise((listening) => server.once('listening', listening))

  const seatOf = (token: string) => {
    const { sub = '', video = {} } = claimsOf(token)
    return { identity: sub, name: video.room ?? '', video }
  }
  const at = (token: string) => {
    const { identity, name } = seatOf(token)
    const one = rooms.get(name)?.get(identity)
    if (!one) throw new Error('nobody of this name is there')
    return one
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    came,
    rooms,
    join(token, isRenewed = false) {
      const { identity, name, video } = seatOf(token)
      if (!isRenewed && claimsOf(token).nbf < (revoked.get(`${name} ${identity}`) ?? 0)) throw new Error('this token was revoked')
      if (!video.roomJoin || name === '' || identity === '') throw new Error('this token joins no room')
      const room = rooms.get(name) ?? new Map<string, Participant>()
      rooms.set(name, room)
      const sid = `PA_${randomBytes(6).toString('hex')}`
      const one: Participant = { sid, identity, state: 'ACTIVE', tracks: [], joined_at: String(Math.floor(Date.now() / 1000)) }
      room.set(identity, one)
      return one
    },
    publish(token) {
      if (!seatOf(token).video.canPublish) throw new Error('this token sends nothing')
      const sid = `TR_${randomBytes(6).toString('hex')}`
      at(token).tracks.push({ sid, type: 'VIDEO', muted: false })
      return sid
    },
    mute(token, muted) {
      for (const track of at(token).tracks) track.muted = muted
    },
    leave(token) {
      const { identity, name } = seatOf(token)
      rooms.get(name)?.delete(identity)
    },
    event(event, token, { id = randomBytes(8).toString('hex'), at: when = new Date(), track, sid, ...forged } = {}) {
      const { identity, name } = seatOf(token)
      const participant = { sid: sid ?? rooms.get(name)?.get(identity)?.sid ?? 'PA_gone', identity, state: 'ACTIVE' }
      const body = JSON.stringify({
        event,
        id,
        createdAt: String(Math.floor(when.getTime() / 1000)),
        room: { sid: 'RM_1', name },
        participant,
        ...(track && { track: { sid: track, type: 'VIDEO' } }),
      })
      return { body, authorization: headerOf(body, forged) }
    },
    sign: headerOf,
    fail(status, times, room) {
      failing = { status, left: times, room }
    },
    hang(room) {
      hanging = room
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

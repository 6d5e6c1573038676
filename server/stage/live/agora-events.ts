// What Agora reports by itself (docs.agora.io, Notifications): who comes, leaves, begins to send or stops. Signed over the bytes alone, so that what was
// caught could be said again: it holds its time, and what is older than five minutes is refused.
import { createHmac, timingSafeEqual } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import type { Database } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { broadcast, session } from '#server/stage/live/agora.ts'
import * as presences from '#server/stage/live/presences.ts'
import * as queries from '#server/stage/live/queries.ts'

const toleranceMs = 5 * 60_000

const Notice = Type.Object({
  noticeId: Type.String({ minLength: 1, maxLength: 200 }),
  eventType: Type.Integer(),
  notifyMs: Type.Number(),
  payload: Type.Object({
    channelName: Type.Optional(Type.String()),
    uid: Type.Optional(Type.Integer()),
    /** Unix seconds. */
    ts: Type.Optional(Type.Number()),
    /** Counts what one client did. */
    clientSeq: Type.Optional(Type.Number()),
  }),
})

let secret: string | undefined

/** Wired once at start. */
export function useAgoraEvents(given: string | undefined): void {
  secret = given
}

/** By its number: of the live-broadcast profile, which is the one that we join by. */
const happened: Readonly<Record<number, 'left' | 'sends' | 'watches'>> = {
  103: 'sends',
  104: 'left',
  105: 'watches',
  106: 'left',
  111: 'sends',
  112: 'watches',
}

/** @throws not_found where nothing of Agora's is expected, signature_invalid, signature_expired, event_unknown */
export async function receive(db: Database, body: Buffer, signature: string | undefined): Promise<void> {
  const { noticeId, eventType, payload } = read(body, signature, db.now)
  const [what, room] = [happened[eventType], presences.roomOf(payload.channelName ?? '')]
  const { uid, ts, clientSeq = 0 } = payload
  if (!what || !room || uid === undefined || ts === undefined) return
  await db.transaction(async (tx) => {
    if (!(await presences.isNew(tx, 'agora', noticeId))) return
    const [stream] = await queries.streams(tx, [room.streamId])
    if (stream?.provider !== 'agora' || stream.status !== 'live') return
    // Within one second the client's own count tells what came first.
    const at = new Date(Math.floor(ts) * 1000 + (Math.floor(clientSeq) % 1000))
    const said = { ...room, name: String(uid), session, at }
    const event = what === 'left' ? { ...said, what } : { ...said, what: 'is' as const, tracks: what === 'sends' ? broadcast : [] }
    await presences.hear(tx, event, { counts: false })
  })
}

function read(body: Buffer, signature: string | undefined, now: Date): Static<typeof Notice> {
  if (secret === undefined) return refuse('not_found')
  const right = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(/^[0-9a-f]{64}$/i.test(signature ?? '') ? (signature ?? '') : '', 'hex')
  if (given.length !== right.length || !timingSafeEqual(given, right)) refuse('signature_invalid')
  const notice: unknown = JSON.parse(body.toString('utf8'))
  if (!Check(Notice, notice)) return refuse('event_unknown')
  if (Math.abs(now.getTime() - notice.notifyMs) > toleranceMs) refuse('signature_expired')
  return notice
}

// What LiveKit reports by webhook: who came, who left, who sends (docs.livekit.io, webhooks). Signed by a JWT under the API secret that holds the digest
// of the bytes; said again where we did not answer, and in no order that is promised.
import { createHash } from 'node:crypto'
import { WebhookReceiver, type WebhookEvent } from 'livekit-server-sdk'
import type { Database } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { LiveKitAccess } from '#server/stage/live/livekit.ts'
import * as presences from '#server/stage/live/presences.ts'
import { providerNamed } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'

let receiver: WebhookReceiver | undefined

/** Wired once at start. */
export function useLiveKitEvents(access: LiveKitAccess | undefined): void {
  receiver = access && new WebhookReceiver(access.apiKey, access.apiSecret)
}

/** @throws not_found where there is no LiveKit, signature_invalid, signature_expired, event_unknown, live_unavailable */
export async function receive(db: Database, body: Buffer, authorization: string | undefined): Promise<void> {
  const event = await read(body, authorization)
  const room = presences.roomOf(event.room?.name ?? '')
  // The same server may serve others.
  if (!room) return
  const wrong = await db.transaction(async (tx) => {
    if (!(await presences.isNew(tx, 'livekit', event.id || createHash('sha256').update(body).digest('hex')))) return undefined
    const [stream] = await queries.streams(tx, [room.streamId])
    if (stream?.provider !== 'livekit') return undefined
    if (stream.status === 'live') return (await hear(tx, room, event)) ? 'returned' : undefined
    return stream.status === 'ended' && (event.event === 'room_started' || event.event === 'participant_joined') ? 'stray' : undefined
  })
  // Somebody came back by a pass that has not run out: to what is over, or after they were put out. Where it is away now, it is looked for again (livekit.ts).
  if (wrong === 'stray') await providerNamed('livekit').close(room.streamId)
  if (wrong === 'returned') await providerNamed('livekit').putOutAgain?.({ ...room, name: event.participant?.identity ?? '' })
}

async function read(body: Buffer, authorization: string | undefined): Promise<WebhookEvent> {
  if (!receiver) return refuse('not_found')
  const token = authorization?.replace(/^Bearer /i, '')
  if (!token) return refuse('signature_invalid')
  try {
    return await receiver.receive(body.toString('utf8'), token)
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_JWT_EXPIRED') return refuse('signature_expired')
    // Signed, and nothing that we can read.
    if (error instanceof SyntaxError || /decode message/.test(String(error))) return refuse('event_unknown')
    return refuse('signature_invalid')
  }
}

async function hear(tx: Parameters<typeof presences.hear>[0], room: presences.Room, event: WebhookEvent): Promise<boolean> {
  const { participant, track } = event
  if (!participant) return false
  const said = { ...room, name: participant.identity, session: participant.sid, at: new Date(Number(event.createdAt) * 1000) }
  const counts = { counts: true }
  if (said.name === '' || said.session === '') return false
  if (event.event === 'participant_joined') return presences.hear(tx, { ...said, what: 'joined' }, counts)
  if (event.event === 'participant_left' || event.event === 'participant_connection_aborted')
    return presences.hear(tx, { ...said, what: 'left' }, counts)
  if (!track) return false
  if (event.event === 'track_published') return presences.hear(tx, { ...said, what: 'sends', track: track.sid }, counts)
  if (event.event === 'track_unpublished') return presences.hear(tx, { ...said, what: 'stopped', track: track.sid }, counts)
  return false
}

// LiveKit carries (docs.livekit.io): a room for each stream, and one for what its guest sends. Its server is the operator's own or LiveKit's
// cloud. What it is told goes by its official SDK; what it reports by webhook is read in livekit-events.ts.
// It shows who is connected and who publishes, and not what arrives: a minute is one in which it showed both (docs/adr/0020).
import { setTimeout as sleep } from 'node:timers/promises'
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk'
import type { Database } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import type { Side } from '#server/stage/live/engine.ts'
import { endOf, grantSeconds, uidOf } from '#server/stage/live/grants.ts'
import * as presences from '#server/stage/live/presences.ts'
import { channelOf, type Room, type Seen } from '#server/stage/live/presences.ts'
import type { Provider } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'
import { wayOf } from '#server/stage/live/sides.ts'

export interface LiveKitAccess {
  /** wss://… or ws://…, as browsers reach it and this server, too. */
  url: string
  apiKey: string
  apiSecret: string
}

const sides: readonly Side[] = ['performer', 'guest']
/** An answer that does not come in time is none; what failed once is asked once more. */
const answerSeconds = 4
const restMs = 250
/** So many rooms are looked at together, and what is over is ended meanwhile: a room that hangs must not keep the others from being looked at in time. */
const atOnce = 8

export function liveKit(db: Database, { url, apiKey, apiSecret }: LiveKitAccess): Provider {
  const rooms = new RoomServiceClient(url, apiKey, apiSecret, { requestTimeout: answerSeconds, failover: false })

  async function seenIn(room: Room): Promise<Seen[]> {
    const there = await asked(() => rooms.listParticipants(channelOf(room)))
    return (there ?? [])
      .filter(({ state }) => state === active)
      .map(({ identity, sid, tracks }) => ({
        name: identity,
        session: sid,
        tracks: tracks.filter(({ muted }) => !muted).map((track) => track.sid),
      }))
  }

  /** What they came in by opens nothing any more, nor does anything else that was given for this name. */
  async function remove({ name, ...room }: Room & { name: string }): Promise<void> {
    const revokeTokenTs = BigInt(Math.floor(db.now.getTime() / 1000) + 1)
    await asked(() => rooms.removeParticipant(channelOf(room), name, { revokeTokenTs }))
  }

  async function lookAt(room: Room): Promise<void> {
    const askedAt = db.now
    const seen = await seenIn(room)
    const returned = await db.transaction((tx) => presences.look(tx, room, { askedAt, seen, counts: true }))
    throwAll(await runIsolated(returned, (name) => remove({ ...room, name })))
  }

  /** Whoever has a pass that has not run out could make the room anew: it is looked for until none can. */
  async function endClosed(): Promise<void> {
    const over = await queries.toClose(db, 'livekit')
    if (over.length === 0) return
    const names = over.flatMap(({ workId: streamId }) => sides.map((side) => channelOf({ streamId, side })))
    const there = new Set((await asked(() => rooms.listRooms(names), 1))?.map(({ name }) => name))
    throwAll(
      await runIsolated(
        over,
        async ({ workId: streamId, endedAt }) => {
          const left = sides.map((side) => channelOf({ streamId, side })).filter((name) => there.has(name))
          // Once: what fails is looked for again.
          await Promise.all(left.map((name) => asked(() => rooms.deleteRoom(name), 1)))
          const isOver = left.length === 0 && db.now.getTime() - (endedAt?.getTime() ?? 0) > grantSeconds * 1000
          if (isOver) await db.transaction((tx) => queries.closed(tx, streamId))
        },
        atOnce,
      ),
    )
  }

  return {
    name: 'livekit',
    showsMinutes: true,
    canRecord: false,
    takesEncoders: false,
    isReady: () => true,
    async admit(tx, seat) {
      const { side, isSending } = wayOf[seat.role]
      const expiresAt = endOf(tx.now)
      // Whoever sends from another window takes the place of the one before, as LiveKit has it for one name.
      const identity = await presences.letIn(tx, seat, { until: expiresAt, keeps: isSending })
      const channel = channelOf({ streamId: seat.streamId, side })
      const token = new AccessToken(apiKey, apiSecret, { identity, ttl: grantSeconds })
      token.addGrant({
        roomJoin: true,
        room: channel,
        canPublish: isSending,
        canSubscribe: !isSending,
        canPublishData: false,
        canUpdateOwnMetadata: false,
        // Nobody who watches is told who else does.
        hidden: !isSending,
      })
      return {
        url: url.replace(/^http/, 'ws'),
        token: await token.toJwt(),
        channel,
        uid: uidOf(seat),
        iceServers: [],
        expiresAt: expiresAt.toISOString(),
      }
    },
    async close(streamId) {
      for (const side of sides) await asked(() => rooms.deleteRoom(channelOf({ streamId, side })))
    },
    putOut: (streamId, accountId, side) => presences.putOut(db, { streamId, accountId, side }, remove),
    putOutAgain: remove,
    carried: () => presences.carriedBy(db, 'livekit', { run: 'livekit', isLookedAt: true }),
    async reconcile() {
      const live = (await queries.onAir(db)).filter(({ provider }) => provider === 'livekit')
      const inUse = await Promise.all(
        live.map(async (stream) => (await presences.sidesOf(db, stream)).map((side) => ({ streamId: stream.workId, side }))),
      )
      const answers = await Promise.all([runIsolated(inUse.flat(), lookAt, atOnce), runIsolated([endClosed], (end) => end())])
      throwAll(answers.flat())
    },
  }
}

/** ICE is connected (ParticipantInfo.State.ACTIVE): before that nothing reaches them. */
const active = 2

/** Once more where it failed, unless it is asked `most` times already; undefined for what is not there. @throws live_unavailable */
async function asked<Answer>(question: () => Promise<Answer>, most = 2): Promise<Answer | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await question()
    } catch (error) {
      const { status = 0 } = error as { status?: number }
      if (status === 404) return undefined
      // Its no to our key or our question is the same the second time.
      if (tries === most || (status >= 400 && status < 500)) return refuse('live_unavailable')
      await sleep(restMs)
    }
  }
}

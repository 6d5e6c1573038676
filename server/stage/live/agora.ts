// Agora carries (docs.agora.io): a channel of the live-broadcast profile for each stream, in its own network. A pass is an RTC token (AccessToken2) for one
// channel and one number; whoever is put out is so by a banning rule of its RESTful API. What it reports by itself is read in agora-events.ts.
// It shows who is there, and not whether anything reaches them: nothing is sold by the minute here (docs/adr/0020).
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import agoraToken from 'agora-token'
import Type from 'typebox'
import { Check } from 'typebox/value'
import type { Database } from '#server/platform/db/db.ts'
import { runIsolated, throwAll } from '#server/platform/jobs/isolated.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'
import { grantSeconds } from '#server/stage/live/grants.ts'
import * as presences from '#server/stage/live/presences.ts'
import { channelOf, type Room, type Seen } from '#server/stage/live/presences.ts'
import type { Provider } from '#server/stage/live/providers.ts'
import * as queries from '#server/stage/live/queries.ts'
import { wayOf } from '#server/stage/live/sides.ts'

export interface AgoraAccess {
  /** The App Certificate: tokens are signed with it. */
  certificate: string
  /** Of the RESTful API, as `id:secret`: who is there is asked, and people are put out. Absent: neither, so nothing begins there. */
  customer: string | undefined
  /** Where its API answers. */
  apiUrl: string
}

/** Where nobody can be put out, what they were given ends so soon instead. */
const shortSeconds = 120
/** An answer that does not come in time is none; what failed once is asked once more. Creating a rule may take long by its own word. */
const answerMs = 10_000
const restMs = 500
const appId = /^[0-9a-f]{32}$/i
/** All that a connection of Agora's is known by is whose it is. */
export const session = 'agora'
/** All that it says of what somebody sends is that they do. */
export const broadcast: readonly string[] = ['broadcast']

const Users = Type.Object({
  success: Type.Boolean(),
  data: Type.Object({
    channel_exist: Type.Boolean(),
    broadcasters: Type.Optional(Type.Array(Type.Integer())),
    audience: Type.Optional(Type.Array(Type.Integer())),
  }),
})

export function agora(db: Database, { certificate, customer, apiUrl }: AgoraAccess): Provider {
  const seconds = customer ? grantSeconds : shortSeconds

  /** @throws live_unavailable */
  async function asked(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(apiUrl + path, {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(customer ?? '').toString('base64')}`,
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(answerMs),
      }).catch(() => undefined)
      if (answer?.ok) return answer.json().catch(() => refuse('live_unavailable'))
      await answer?.body?.cancel()
      // Its no to our key or our question is the same the second time; too often it may be asked again in a moment.
      if (tries === 2 || (answer && answer.status < 500 && answer.status !== 429)) return refuse('live_unavailable')
      await sleep(restMs)
    }
  }

  /** Nobody of this channel, or not this one, comes in again before all that was given for it has run out; whoever is in is out. */
  async function ban(channel: string, uid?: string): Promise<void> {
    const { agoraAppId } = await settings.current(db)
    await asked('POST', '/dev/v1/kicking-rule', {
      appid: agoraAppId,
      cname: channel,
      ...(uid !== undefined && { uid: Number(uid) }),
      ip: '',
      time: Math.ceil(grantSeconds / 60) + 1,
      privileges: ['join_channel'],
    })
  }

  async function seenIn(room: Room): Promise<Seen[]> {
    const { agoraAppId } = await settings.current(db)
    const answer = await asked('GET', `/dev/v1/channel/user/${agoraAppId}/${encodeURIComponent(channelOf(room))}`)
    if (!Check(Users, answer) || !answer.success) return refuse('live_unavailable')
    const { broadcasters = [], audience = [] } = answer.data
    return [
      ...broadcasters.map((uid) => ({ name: String(uid), session, tracks: broadcast })),
      ...audience.map((uid) => ({ name: String(uid), session, tracks: [] })),
    ]
  }

  async function lookAt(stream: queries.Stream): Promise<void> {
    const streamId = stream.workId
    for (const side of await presences.sidesOf(db, stream)) {
      const askedAt = db.now
      const seen = await seenIn({ streamId, side })
      await db.transaction((tx) => presences.look(tx, { streamId, side }, { askedAt, seen, counts: false }))
    }
  }

  const close = async (streamId: string): Promise<void> => {
    if (!customer) return
    const [stream] = await queries.streams(db, [streamId])
    for (const side of stream ? await presences.sidesOf(db, stream) : []) await ban(channelOf({ streamId, side }))
  }

  return {
    name: 'agora',
    showsMinutes: false,
    canRecord: false,
    takesEncoders: false,
    // Whoever lost a right is out within seconds, and a cut show is over: without a key to its API neither is. What began while it was there goes on.
    isReady: ({ agoraEnable, agoraAppId }) => agoraEnable && appId.test(agoraAppId) && customer !== undefined,
    ...(!customer && { refusedAs: 'provider_puts_nobody_out' }),
    async admit(tx, seat) {
      const { agoraAppId } = await settings.current(tx)
      const { isSending, side } = wayOf[seat.role]
      const room = { streamId: seat.streamId, side }
      const expiresAt = new Date((Math.floor(tx.now.getTime() / 1000) + seconds) * 1000)
      const uid = await presences.letIn(tx, seat, { until: expiresAt, keeps: true, newName: () => String(randomInt(1, 2 ** 32)) })
      const sender = isSending ? undefined : await presences.senderOf(tx, room)
      const channel = channelOf(room)
      const role = isSending ? agoraToken.RtcRole.PUBLISHER : agoraToken.RtcRole.SUBSCRIBER
      return {
        url: '',
        token: agoraToken.RtcTokenBuilder.buildTokenWithUid(agoraAppId, certificate, channel, Number(uid), role, seconds, seconds),
        appId: agoraAppId,
        channel,
        uid: Number(uid),
        ...(sender !== undefined && { senderUid: Number(sender) }),
        iceServers: [],
        expiresAt: expiresAt.toISOString(),
      }
    },
    close,
    async putOut(streamId, accountId, side) {
      // Without a key to its API nobody is put out: they are given nothing any more, and what they have ends by itself (shortSeconds).
      if (!customer) return
      await presences.putOut(db, { streamId, accountId, side }, (place) => ban(channelOf(place), place.name))
    },
    carried: () => presences.carriedBy(db, 'agora', { run: undefined, isLookedAt: customer !== undefined }),
    async reconcile() {
      const live = customer ? (await queries.onAir(db)).filter(({ provider }) => provider === 'agora') : []
      const wrong = await runIsolated(live, lookAt)
      wrong.push(
        ...(await runIsolated(await queries.toClose(db, 'agora'), async ({ workId, endedAt }) => {
          // One rule shuts the channel until nothing opens it any more; without, that time is waited for.
          if (customer) await close(workId)
          else if (db.now.getTime() - (endedAt?.getTime() ?? 0) <= seconds * 1000) return
          await db.transaction((tx) => queries.closed(tx, workId))
        })),
      )
      throwAll(wrong)
    },
  }
}

// The media engine that comes along: the forwarder of platform/forwarder, a process beside the site's, asked over a socket whose place the data folder names.
// One machine, one to many. It is started by whoever works (ROLE all or worker), by the first of them, and where nobody streams by nobody.
import { createSocket } from 'node:dgram'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/platform/db/db.ts'
import { forwarder, ForwarderRefusal, startForwarder, type RunningForwarder } from '#server/platform/forwarder/client.ts'
import { isPublic } from '#server/platform/outside/outside.ts'
import { sparingly } from '#server/platform/jobs/sparingly.ts'
import { startHls, takeSnapshot } from '#server/platform/recorder/hls.ts'
import { startTaping } from '#server/platform/recorder/recorder.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { nothing, theEngine, type Carried, type Engine, type Side } from '#server/stage/live/engine.ts'
import { grantToken, uidOf } from '#server/stage/live/grants.ts'
import * as hls from '#server/stage/live/hls/hls.ts'
import type { Provider } from '#server/stage/live/providers.ts'
import { iceServers } from '#server/stage/live/relays.ts'
import { wayOf } from '#server/stage/live/sides.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Where the site listens: UDP binds there, too. */
  host: string
  /** The one UDP port; 0: any that is free. */
  port: number
  /** The address by which the world reaches this machine, where a router translates one to one. */
  announce: string | undefined
  /** Whether there are TURN servers: people come from them by a door of their own, at the next port. */
  isRelayed: boolean
  /** Whether this process starts it; another one does otherwise. */
  starts: boolean
  log: (line: string) => void
}

/** Whoever looks on without being counted: staff, and the creator who looks at their own. */
const unseen = 'unseen:'

/** What a guest sends has a channel of its own. */
const ofGuest = '.guest'
const sides: readonly Side[] = ['performer', 'guest']
const channelOf = (streamId: string, side: Side) => (side === 'guest' ? `${streamId}${ofGuest}` : streamId)

/** It as one of those that carry: a pass is a token of the site's own, and opens a session of WHIP or WHEP (whip.ts). */
export const embeddedProvider = (db: Database): Provider => ({
  name: 'embedded',
  showsMinutes: true,
  canRecord: true,
  takesEncoders: true,
  isReady: () => true,
  async admit(tx, { streamId, accountId, role, sessionId }) {
    const { token, expiresAt } = grantToken({ role, streamId, accountId, sessionId }, tx.now)
    return {
      url: `/api/streaming/${wayOf[role].isSending ? 'whip' : 'whep'}/${streamId}`,
      token,
      channel: streamId,
      uid: uidOf({ streamId, accountId }),
      iceServers: iceServers({ streamId, accountId }, expiresAt),
      expiresAt: expiresAt.toISOString(),
    }
  },
  close: (streamId) => theEngine().close(streamId),
  async putOut(streamId, accountId, side) {
    // Whoever watches so sees its performer alone.
    if (side !== 'guest') await hls.putOut(db, streamId, accountId)
    await theEngine().close(streamId, accountId, side)
  },
  async carried() {
    return hls.withViewers(db, await theEngine().carried())
  },
})

export function embedded(options: EmbeddedOptions): { engine: Engine; stop: () => Promise<void> } {
  const socket = socketOf(options.dataDir)
  const asking = () => forwarder(socket.path())
  let running: Promise<RunningForwarder | undefined> | undefined
  let isStopped = false
  const trouble = sparingly((error, times) => {
    const what = error instanceof Error ? String(error) : 'the media engine does not start'
    options.log(error === undefined ? 'the media engine is there again' : times > 1 ? `${what} (${times} times)` : what)
  })

  /** One of several workers has it already, or this one starts it. What failed once is tried again with the next question. */
  const there = async (): Promise<void> => {
    if (!options.starts || isStopped) return
    running ??= begin()
    await running.catch((error: unknown) => {
      running = undefined
      trouble.wrong(error)
      return refuse('live_unavailable')
    })
    trouble.well()
  }
  const begin = async () => {
    if (await answers(asking())) return undefined
    const bind = await addressOf(options.host)
    const port = options.port === 0 ? await freePort(bind) : options.port
    const { announce, log } = options
    const settings = { bind, port, ...(announce && { announce }), ...(options.isRelayed && { relayedPort: port + 1 }) }
    return startForwarder({ socketPath: socket.make(), ...settings, allowInner: isAlone(bind), log })
  }
  const asked = async <Answer>(question: (ask: ReturnType<typeof forwarder>) => Promise<Answer>): Promise<Answer> => {
    await there()
    return question(asking()).catch(said)
  }

  const engine: Engine = {
    publish: (streamId, side, { sdp, label }) => asked((ask) => ask.publish(channelOf(streamId, side), { sdp, label })),
    play: (streamId, side, { sdp, label, isUnseen }) =>
      asked((ask) => ask.view(channelOf(streamId, side), { sdp, label: isUnseen ? unseen + label : label })),
    hangUp: (session) => asked((ask) => ask.endSession(session).catch(unlessGone)),
    async close(streamId, label, only) {
      for (const channel of sides.filter((side) => side === (only ?? side)).map((side) => channelOf(streamId, side))) {
        if (label === undefined) await asked((ask) => ask.endChannel(channel).catch(unlessGone))
        else for (const each of [label, unseen + label]) await asked((ask) => ask.endLabel(each, channel).catch(unlessGone))
      }
    },
    tape: (streamId, to) => startTaping({ socketPath: socket.path(), channel: channelOf(streamId, 'performer'), ...to }),
    hls: (streamId, to) => startHls({ socketPath: socket.path(), channel: channelOf(streamId, 'performer'), ...to }),
    snapshot: (streamId) => takeSnapshot({ socketPath: socket.path(), channel: channelOf(streamId, 'performer') }),
    async carried() {
      // Nobody streams where nobody began to.
      if (options.starts && running === undefined && !(await answers(asking()))) return new Map()
      const { run, channels } = await asking().channels().catch(said)
      const streams = new Map<string, Carried>()
      for (const { channel, publisher, viewers, mediaMs } of channels) {
        const streamId = channel.endsWith(ofGuest) ? channel.slice(0, -ofGuest.length) : channel
        const labels = [...new Set(viewers.filter(({ connected }) => connected).map(({ label }) => label))]
        const here = streams.get(streamId) ?? { ...nothing, run, flowed: new Map() }
        const lookOn = labels.filter((label) => label.startsWith(unseen)).map((label) => label.slice(unseen.length))
        const isSending = publisher !== undefined && publisher.connected && !publisher.silent
        // Whoever sees the guest is counted where they see the performer.
        const there = channel === streamId ? lookOn : labels.map((label) => (label.startsWith(unseen) ? label.slice(unseen.length) : label))
        const unseenNow = [...new Set([...here.unseen, ...there])]
        streams.set(
          streamId,
          channel === streamId
            ? {
                ...here,
                isOnAir: isSending,
                viewers: labels.filter((label) => !label.startsWith(unseen)),
                unseen: unseenNow,
                run,
                flowed: new Map(Object.entries(mediaMs).filter(([label]) => !label.startsWith(unseen))),
              }
            : {
                ...here,
                isGuestOnAir: isSending,
                guests: publisher ? [publisher.label] : [],
                unseen: unseenNow,
                facing: [...new Set(there)],
              },
        )
      }
      return streams
    },
  }
  return {
    engine,
    stop: async () => {
      isStopped = true
      await (await running?.catch(() => undefined))?.close()
      socket.forget()
    },
  }
}

/**
 * Where the socket is. A socket's path may have 107 bytes only, and DATA_DIR may be long: it lies in a folder of its own among the temporary ones, which
 * nobody else may enter, and a file in the data folder says where, to whatever process of the site asks.
 */
function socketOf(dataDir: string) {
  const pointer = join(dataDir, 'forwarder-socket')
  let made: string | undefined
  return {
    path: () => (existsSync(pointer) ? readFileSync(pointer, 'utf8') : pointer),
    make: () => {
      made = mkdtempSync(join(tmpdir().length <= 70 ? tmpdir() : '/tmp', 'stagedoor-'))
      const path = join(made, 'live')
      mkdirSync(dataDir, { recursive: true })
      writeFileSync(pointer, path, { mode: 0o600 })
      return path
    },
    forget: () => {
      if (made === undefined) return
      rmSync(pointer, { force: true })
      rmSync(made, { recursive: true, force: true })
    },
  }
}

const answers = (ask: ReturnType<typeof forwarder>) =>
  ask.channels().then(
    () => true,
    () => false,
  )

/** Its no, as the site says it. */
function said(error: unknown): never {
  if (!(error instanceof ForwarderRefusal)) throw error
  if (error.code === 'no_publisher') return refuse('stream_not_begun')
  if (error.code === 'taken') return refuse('stream_taken')
  if (error.code === 'too_many_viewers') return refuse('stream_full')
  if (error.code === 'too_many_sessions' || error.code === 'too_often') return refuse('too_many_requests', { seconds: 1 })
  if (error.code === 'unavailable') return refuse('live_unavailable')
  return refuse('bad_offer')
}

function unlessGone(error: unknown): void {
  if (!(error instanceof ForwarderRefusal && error.code === 'not_found')) throw error
}

async function addressOf(host: string): Promise<string> {
  return isIP(host) ? host : (await lookup(host)).address
}

async function freePort(address: string): Promise<number> {
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
  await new Promise<void>((bound, failed) => socket.once('error', failed).bind(0, address, bound))
  const { port } = socket.address()
  await new Promise<void>((closed) => socket.close(closed))
  return port
}

/** It listens on an inner address alone: there viewers have no other either. */
const isAlone = (address: string) => address !== '0.0.0.0' && address !== '::' && !isPublic(address)

// What is the same whoever carries picture and sound (docs/adr/0020): how it goes for who watches and who sends, when nothing arrives any more, and how well
// it gets through. The engine that comes along is spoken to by use-watching.ts and use-sending.ts themselves; the others bring their libraries with them
// (by-livekit.ts, by-agora.ts), and are fetched when a grant names them.
import type { MediaGrant } from '#contract/stage/live.ts'
import { giveUpInSilence } from '#web/stage/live/silence.ts'
import type { Try } from '#web/stage/live/trying.ts'

/** `lost`: it was there, or should be; it is tried again by itself. `stuck`: tried so often that it may never come. `none`: this browser cannot. `elsewhere`: some seconds late one watches one stream, and another window asked for another. */
export type Watching = 'connecting' | 'playing' | 'lost' | 'stuck' | 'full' | 'unavailable' | 'none' | 'elsewhere'

export type Sending = 'off' | 'connecting' | 'sending' | 'lost' | 'taken' | 'unavailable'

export interface Quality {
  kbits: number
  /** Percent. */
  loss: number
  roundTripMs: number
}

export interface Viewing {
  show: (stream: MediaStream) => void
  tell: (state: Watching) => void
  /** Before a grant runs out: the right is asked anew. */
  renew: () => Promise<MediaGrant>
}

export interface Showing {
  /** What is to be sent now. */
  what: () => MediaStream | undefined
  tell: (state: Sending) => void
  measured: (quality: Quality) => void
  renew: () => Promise<MediaGrant>
}

/** Another camera or the screen takes the place of the one before. */
export type Replace = (stream: MediaStream) => void

/** A library of somebody else's that watches and sends. */
export interface Way {
  watch: (grant: MediaGrant, one: Try<Watching>, viewing: Viewing) => Promise<void>
  send: (grant: MediaGrant, one: Try<Sending>, showing: Showing) => Promise<Replace>
}

/** Nothing arrived for so long: the connection says nothing, and is dead. */
const silentMs = 5000

/** Looks whether something still arrives, for as long as this try lasts. @param received bytes, all that ever came */
export function watchArrivals(received: () => Promise<number>, one: Try<Watching>, tell: (state: Watching) => void): void {
  const onHeard = () => {
    one.holds()
    tell('playing')
  }
  giveUpInSilence(one, { silentMs, count: received, onHeard, lost: 'lost' })
}

type Reports = Iterable<Readonly<Record<string, unknown>>>

export function bytesIn(reports: Reports): number {
  let bytes = 0
  for (const report of reports) if (report['type'] === 'inbound-rtp') bytes += Number(report['bytesReceived'] ?? 0)
  return bytes
}

const figuresMs = 2000

/** Measures how what is sent gets through, for as long as this try lasts. */
export function watchQuality(reports: () => Promise<Reports>, one: Try<Sending>, measured: (quality: Quality) => void): void {
  let before: { bytes: number; at: number } | undefined
  const figures = setInterval(() => {
    void reports().then((all) => {
      let [bytes, loss, roundTripMs] = [0, 0, 0]
      for (const report of all) {
        if (report['type'] === 'outbound-rtp') bytes += Number(report['bytesSent'] ?? 0)
        if (report['type'] === 'remote-inbound-rtp') {
          loss = Math.max(loss, Number(report['fractionLost'] ?? 0) * 100)
          roundTripMs = Math.max(roundTripMs, Number(report['roundTripTime'] ?? 0) * 1000)
        }
      }
      const at = performance.now()
      const kbits = before ? Math.max(0, ((bytes - before.bytes) * 8) / (at - before.at)) : 0
      before = { bytes, at }
      if (!one.isOver()) measured({ kbits: Math.round(kbits), loss: Math.round(loss * 10) / 10, roundTripMs: Math.round(roundTripMs) })
    })
  }, figuresMs)
  one.owns(() => clearInterval(figures))
}

// The media engine that comes along, as the stage sees it: the forwarder of platform/forwarder, by WHIP and WHEP. It is one of those that may carry a
// stream (providers.ts).
import type { Running } from '#server/platform/recorder/hls.ts'
import type { Taping } from '#server/platform/recorder/recorder.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

/** Who sends in a private show: its performer, as in every stream, or its guest. */
export type Side = 'performer' | 'guest'

/** What is carried of one stream now, whoever carries it. */
export interface Carried {
  /** Its picture comes in. */
  isOnAir: boolean
  /** The guest of a private show sends, too. */
  isGuestOnAir: boolean
  /** Accounts that are there to send as guests, whether they do at this moment or not. */
  guests: readonly string[]
  /** By whom it is watched: accounts, each once however many windows they have. */
  viewers: readonly string[]
  /** Accounts that look on without being counted. */
  unseen: readonly string[]
  /** Accounts that see the guest's picture; each of them is among those who look on, too. */
  facing: readonly string[]
  /** Which run of whoever counts this is: another one counts from nothing. */
  run: string
  /** By account that is counted: milliseconds in which picture or sound reached it. */
  flowed: ReadonlyMap<string, number>
}

/** Of a stream that nobody carries. */
export const nothing: Omit<Carried, 'run' | 'flowed'> = {
  isOnAir: false,
  isGuestOnAir: false,
  guests: [],
  viewers: [],
  unseen: [],
  facing: [],
}

/** A person's sessions are found by their account's id: a label. */
export interface Engine {
  /** Takes a publisher's offer; in a private show two people send, each to whom they face. The performer's side is that of every stream; one of the same label takes the place of the one before. @throws bad_offer, stream_taken, live_unavailable */
  publish(streamId: string, side: Side, offer: { sdp: string; label: string }): Promise<Answer>
  /** Takes a viewer's offer. @throws bad_offer, stream_not_begun, stream_full, too_many_requests, live_unavailable */
  play(streamId: string, side: Side, offer: { sdp: string; label: string; isUnseen: boolean }): Promise<Answer>
  /** Ends one session; of a session that is over, nothing. @throws live_unavailable */
  hangUp(session: string): Promise<void>
  /** Ends all of a stream, or all that somebody has in it, or on one side of it. @throws live_unavailable */
  close(streamId: string, label?: string, side?: Side): Promise<void>
  /** Tapes what its performer sends, until the stream is closed. Where it is not there, this engine keeps nothing. @param folder where the file lies; it is all that who tapes may write to */
  tape?(streamId: string, to: { folder: string; path: string }): Taping
  /** Makes HLS of what its performer sends, until the stream is closed. @param folder where `<name>.m3u8` and its segments lie; it is all that who makes them may write to */
  hls?(streamId: string, to: { folder: string; name: string }): Running
  /** A JPEG of what its performer shows now; undefined where nothing comes soon. */
  snapshot?(streamId: string): Promise<Buffer | undefined>
  /** By stream. What flows is what its performer sends. @throws live_unavailable */
  carried(): Promise<ReadonlyMap<string, Carried>>
}

interface Answer {
  /** Unguessable. */
  session: string
  sdp: string
}

let engine: Engine | undefined

/** Wired once at start. Without one nobody can send or watch. */
export function useEngine(given: Engine | undefined): void {
  engine = given
}

/** @throws live_unavailable */
export function theEngine(): Engine {
  return engine ?? refuse('live_unavailable')
}

// Who carries picture and sound of a stream: the engine that comes along (embedded.ts), LiveKit (livekit.ts) or Agora (agora.ts), behind one interface
// (docs/adr/0020). The office chooses who carries what begins from now on; a stream keeps the one that it began with.
import type { MediaGrant, MediaRole } from '#contract/stage/live.ts'
import type { ProviderName } from '#contract/stage/providers.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'
import type { Carried, Side } from '#server/stage/live/engine.ts'
import type { Room } from '#server/stage/live/presences.ts'

/** Who wants to send or to watch what: the right was asked before. */
export interface Seat {
  streamId: string
  accountId: string
  role: MediaRole
  /** The session that asked. */
  sessionId: string
  /** They look on: neither counted nor seen. */
  isUnseen: boolean
}

/** What opens a seat, for ten minutes at most. */
type Pass = Omit<MediaGrant, 'provider' | 'maxBitrate'>

export interface Provider {
  readonly name: ProviderName
  /** It shows what reaches whom, so that minutes can be charged by it. Where it does not, nothing is sold by the minute. */
  readonly showsMinutes: boolean
  /** What it carries can be kept as a video. */
  readonly canRecord: boolean
  /** An encoder can send to it, by WHIP. */
  readonly takesEncoders: boolean
  /** It was given at the start, and by the office, what it takes. */
  isReady(settings: settings.Settings): boolean
  /** What the office is told where it is not; absent: that something of it is missing. */
  readonly refusedAs?: 'provider_puts_nobody_out'
  /** @throws live_unavailable */
  admit(tx: Tx, seat: Seat): Promise<Pass>
  /** Ends all of a stream. Who may not watch comes back to nothing, even with a pass that has not run out yet. @throws live_unavailable while it is away */
  close(streamId: string): Promise<void>
  /**
   * Ends all that somebody has in a stream, who may not watch it any more.
   * @param side all that they have there alone; absent: on both
   * @throws live_unavailable while it is away, or where it lets nobody be put out
   */
  putOut(streamId: string, accountId: string, side?: Side): Promise<void>
  /** Ends what somebody has by a name that they were put out under already, where what they were given may open it still. @throws live_unavailable */
  putOutAgain?(place: Room & { name: string }): Promise<void>
  /** By stream, what it carries now. What flows is what the performer sends. @throws live_unavailable */
  carried(): Promise<ReadonlyMap<string, Carried>>
  /** Asks it who is there, where what it reports by itself may have been lost, and ends what should be over. Again and again, by whoever works. */
  reconcile?(): Promise<void>
}

let providers: readonly Provider[] = []
let known: { at: number; carried: Promise<ReadonlyMap<string, Carried>> } | undefined
const knownMs = 1000

/** Wired once at start: those that there are. */
export function useProviders(given: readonly Provider[]): void {
  providers = given
  known = undefined
}

/** The one that carries a stream. @throws live_unavailable where its keys were taken away */
export function providerNamed(name: ProviderName): Provider {
  return providers.find((each) => each.name === name) ?? refuse('live_unavailable')
}

/** The one that carries what begins now. @throws live_unavailable */
export async function providerInUse(db: Db): Promise<Provider> {
  const chosen = await settings.current(db)
  const provider = providerNamed(chosen.liveProvider)
  return provider.isReady(chosen) ? provider : refuse('live_unavailable')
}

/** Whether what begins now could be paid for by the minute. */
export async function takesMinutes(db: Db): Promise<boolean> {
  const chosen = await settings.current(db)
  const provider = providers.find(({ name }) => name === chosen.liveProvider)
  return provider !== undefined && provider.isReady(chosen) && provider.showsMinutes
}

/** Of a show that is paid for by the minute. @throws live_unavailable, minutes_not_shown */
export async function refuseMinutes(db: Db): Promise<void> {
  if (!(await providerInUse(db)).showsMinutes) refuse('minutes_not_shown')
}

/** What is chosen can carry: a provider that was not given its keys at the start is none to turn to. */
export const isReadyToCarry: settings.Rule = (after, isChecked, before) => {
  const touched = (['liveProvider', 'agoraEnable', 'agoraAppId'] as const).filter((key) => isChecked(key) && after[key] !== before[key])
  const chosen = providers.find(({ name }) => name === after.liveProvider)
  if (touched.length === 0 || chosen?.isReady(after)) return []
  return touched.map((field) => ({ field, code: chosen?.refusedAs ?? 'provider_not_ready' }))
}

/** What all of them carry. Of who is away nothing is known: `away` says who that is. */
export async function carriedByAll(): Promise<{ carried: ReadonlyMap<string, Carried>; away: ReadonlySet<ProviderName> }> {
  const answers = await Promise.allSettled(providers.map((provider) => provider.carried()))
  const away = new Set<ProviderName>()
  const carried = new Map<string, Carried>()
  for (const [place, { name }] of providers.entries()) {
    const answer = answers[place]!
    if (answer.status === 'fulfilled') for (const [id, each] of answer.value) carried.set(id, each)
    else if (answer.reason instanceof Refusal) away.add(name)
    else throw answer.reason
  }
  return { carried, away }
}

/** The same for everybody who asks within a second. Of who is away, nothing is carried. */
export function carriedNow(): Promise<ReadonlyMap<string, Carried>> {
  const at = performance.now()
  if (known && at - known.at < knownMs) return known.carried
  const carried = carriedByAll().then(
    (all) => all.carried,
    () => new Map<string, Carried>(),
  )
  known = { at, carried }
  return carried
}

/** How each looks after its own, where it has to. */
export const reconcilers = (): (() => Promise<void>)[] => providers.flatMap((each) => (each.reconcile ? [each.reconcile.bind(each)] : []))

// A connection whose other end died says nothing of it for seven seconds and more. Whoever looks whether anything still comes in knows earlier.
import type { Try } from '#web/stage/live/trying.ts'

/** How often it is looked. */
const lookMs = 500

interface Silence<Why> {
  /** Nothing came in for so long: it is dead. */
  silentMs: number
  /** How much came in so far; undefined while that cannot be told, which is no silence. */
  count: () => Promise<number | undefined>
  /** Something came in since the last look. */
  onHeard?: () => void
  lost: Why
}

/** Looks for as long as this try lasts, and gives it up where nothing comes in any more. */
export function giveUpInSilence<Why>(one: Try<Why>, { silentMs, count, onHeard, lost }: Silence<Why>): void {
  let [before, at] = [0, performance.now()]
  const look = async () => {
    const now = await count()
    // It may have been hung up while it was asked.
    if (one.isOver()) return
    if (now === undefined) at = performance.now()
    else if (now > before) {
      ;[before, at] = [now, performance.now()]
      onHeard?.()
    } else if (performance.now() - at > silentMs) one.lost(lost)
  }
  const looking = setInterval(() => void look(), lookMs)
  one.owns(() => clearInterval(looking))
}

/** Packets of any kind: whoever sends hears once a second how it arrives. Not every browser counts them. */
export async function packetsIn(peer: RTCPeerConnection): Promise<number | undefined> {
  if (peer.connectionState !== 'connected') return undefined
  let packets: number | undefined
  for (const report of (await peer.getStats()).values() as Iterable<{ type: string; packetsReceived?: number }>)
    if (report.type === 'transport' && report.packetsReceived !== undefined) packets = (packets ?? 0) + report.packetsReceived
  return packets
}

// How long media reached somebody, by channel and label: what is paid for by the minute is counted by it. By the clock that nobody sets. Sent is not
// arrived: what was sent counts once the viewer's reports say that they have it, as much of it as they have, and whoever is not heard of was not reached.

interface Flow {
  /** Milliseconds that counted. They only grow. */
  ms: number
  /** Sent since then, and not acknowledged yet. */
  pending: number
  /** Sent to whom nothing of it was heard for: they are lent so much, and no more. */
  lent: number
  sentAt: number
  heardAt: number
}

/** Media that stands still for longer than this did not flow meanwhile. */
const gapMs = 2000
/** Browsers report about every second of pictures, and every five of sound alone. */
const unheardMs = 6000
/** Of packets that are lost one by one the picture is made good: so much of them is all. Less is a line that was cut for a while. */
const whole = 0.5
/**
 * Whoever says nothing of what they have, or that they have hardly any, is sent no more after this: else whoever pays by the minute could have it all and
 * say so of nothing. It comes back slowly, so that a line that was cut is tried again.
 */
const mostLentMs = 15_000
const forgivenShare = 0.1
/** How long the flow of a channel that stands still is remembered, for who still has to count it. */
const rememberMs = 6 * 3600_000

export class Flows {
  readonly #byChannel = new Map<string, Map<string, Flow>>()

  /** Something is to be sent to one of this label's windows: several at once are one. False where it is not. */
  goes(channel: string, label: string, now: number): boolean {
    const labels = this.#byChannel.get(channel) ?? new Map<string, Flow>()
    this.#byChannel.set(channel, labels)
    const flow = labels.get(label)
    if (!flow) {
      labels.set(label, { ms: 0, pending: 0, lent: 0, sentAt: now, heardAt: now })
      return true
    }
    const since = now - flow.sentAt
    flow.lent = Math.max(0, flow.lent - since * forgivenShare)
    if (flow.lent > mostLentMs) {
      // What stood still meanwhile was not lent.
      flow.sentAt = now
      flow.pending = 0
      return false
    }
    if (since <= gapMs) {
      flow.pending += since
      flow.lent += since
    }
    flow.sentAt = now
    if (now - flow.heardAt > unheardMs) flow.pending = 0
    return true
  }

  /** @param share of the packets sent since they said so last: as many arrived */
  acknowledged(channel: string, label: string, { share, now }: { share: number; now: number }): void {
    const flow = this.#byChannel.get(channel)?.get(label)
    if (!flow) return
    if (now - flow.heardAt <= unheardMs) flow.ms += flow.pending * (share >= whole ? 1 : share)
    if (share >= whole) flow.lent = 0
    flow.pending = 0
    flow.heardAt = now
  }

  /** Whole milliseconds by label. */
  of(channel: string): Record<string, number> {
    return Object.fromEntries([...(this.#byChannel.get(channel) ?? [])].map(([label, { ms }]) => [label, Math.floor(ms)]))
  }

  forgetOld(now: number): void {
    for (const [name, labels] of this.#byChannel) {
      if ([...labels.values()].every(({ sentAt }) => now - sentAt > rememberMs)) this.#byChannel.delete(name)
    }
  }
}

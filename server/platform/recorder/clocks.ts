// One time for all that was taped: each source counts from a number of its own, and says now and then which of its numbers was when.
import type { Taped, TapedClock } from '#server/platform/forwarder/tape.ts'

interface Source {
  rate: number
  first: { at: number; timestamp: number }
}

/** Two sources whose senders' clocks lie so close together have the same sender: they are set by the same clock, so that lips and words meet. */
const sameSenderMs = 3000

/** Learns from a whole tape, then tells the moment of every packet in it. */
export class Clocks {
  readonly #sources = new Map<number, Source>()
  readonly #clocks = new Map<number, TapedClock>()
  /** Timestamps go round every few hours. */
  readonly #latest = new Map<number, number>()

  learn(one: Taped | TapedClock): void {
    if (one.kind === 'clock') {
      if (!this.#clocks.has(one.source)) this.#clocks.set(one.source, one)
    } else if (!this.#sources.has(one.source)) {
      const { at, timestamp } = one
      this.#sources.set(one.source, { rate: one.kind === 'opus' ? 48 : 90, first: { at, timestamp } })
    }
  }

  /** Milliseconds by the engine's clock. */
  momentOf(number: number, timestamp: number): number {
    const source = this.#sources.get(number)
    if (!source) return 0
    const { first, rate } = source
    const latest = this.#latest.get(number) ?? 0
    const since = latest + ((timestamp - first.timestamp - latest) | 0)
    this.#latest.set(number, since)
    return this.#beginningOf(number, source) + since / rate
  }

  readonly #beginnings = new Map<number, number>()

  #beginningOf(number: number, { first }: Source): number {
    const known = this.#beginnings.get(number)
    if (known !== undefined) return known
    const ahead = this.#aheadOf(number)
    const others = [...this.#sources.keys()].flatMap((each) => this.#aheadOf(each) ?? [])
    // Of what has the same sender, what came with the least delay says best when it was sent.
    const least = Math.min(...others.filter((each) => ahead !== undefined && Math.abs(each - ahead) < sameSenderMs))
    const beginning = ahead === undefined ? first.at : first.at - ahead + least
    this.#beginnings.set(number, beginning)
    return beginning
  }

  /** By how much our clock was ahead of its sender's when its first packet came. */
  #aheadOf(number: number): number | undefined {
    const [source, clock] = [this.#sources.get(number), this.#clocks.get(number)]
    if (!source || !clock) return undefined
    return source.first.at - (clock.senderMs + ((source.first.timestamp - clock.timestamp) | 0) / source.rate)
  }
}

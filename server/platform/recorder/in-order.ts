// Packets as they were sent: what came late is put in its place, what never came is not waited for longer than a moment.
import type { Taped } from '#server/platform/forwarder/tape.ts'

/** As many may have come since one was missed. At 6 Mbit/s it is most of a second: what was asked for again has come by then, or does not. */
const mostWaiting = 400

export interface Ordered {
  packet: Taped
  /** Something before it never came. */
  isAfterLoss: boolean
}

/** Of one source. */
export class InOrder {
  readonly #waiting = new Map<number, Taped>()
  #next: number | undefined;

  *take(packet: Taped): Generator<Ordered> {
    this.#next ??= packet.sequence
    // It came after it was given up.
    if (packet.sequence < this.#next) return
    this.#waiting.set(packet.sequence, packet)
    yield* this.#ready(this.#waiting.size > mostWaiting)
  }

  /** What is left, when nothing comes any more. */
  *rest(): Generator<Ordered> {
    while (this.#waiting.size > 0) yield* this.#ready(true)
  }

  *#ready(isLate: boolean): Generator<Ordered> {
    let isAfterLoss = false
    if (isLate && this.#next !== undefined && !this.#waiting.has(this.#next)) {
      this.#next = Math.min(...this.#waiting.keys())
      isAfterLoss = true
    }
    while (this.#next !== undefined) {
      const packet = this.#waiting.get(this.#next)
      if (!packet) return
      this.#waiting.delete(this.#next)
      this.#next += 1
      yield { packet, isAfterLoss }
      isAfterLoss = false
    }
  }
}

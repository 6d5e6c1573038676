// What one stream sent lately, for those who missed a packet, and what we miss of it ourselves.
// The library's own answer to NACK keeps a copy of every packet for every viewer; here one history serves them all, since what a viewer's
// number stands for can be told from how his numbers were made (rewriting.ts).
import type { Packet, Picture } from '#server/platform/forwarder/rtp.ts'

export type Kept = Packet & { picture: Picture | undefined }

/** About four seconds of 2.5 Mbit/s. */
const size = 1024

export class History {
  readonly #kept: (Kept | undefined)[] = Array.from({ length: size })

  keep(packet: Kept): void {
    this.#kept[packet.sequence % size] = packet
  }

  /** @param sequence counted on, as packets carry it here */
  find(sequence: number): Kept | undefined {
    const kept = this.#kept[((sequence % size) + size) % size]
    return kept?.sequence === sequence ? kept : undefined
  }
}

const askAgainMs = 60
const askAtMost = 8
const giveUpMs = 1000
/** A hole of more is no loss: somebody was away, and a new picture costs less than all that was missed. */
const largestHole = 300

/** Which packets of a stream did not come. */
export class Missing {
  readonly #missed = new Map<number, { since: number; askedAt: number; asked: number }>()
  #highest: number | undefined

  get highest(): number | undefined {
    return this.#highest
  }

  /** Counts a number of 16 bits on from those that came before. */
  unwrap(wire: number): number {
    if (this.#highest === undefined) return wire + 0x10000
    const ahead = (wire - this.#highest) & 0xffff
    return this.#highest + (ahead < 0x8000 ? ahead : ahead - 0x10000)
  }

  /** @returns whether it is new and in order, fills a hole, came twice, or leaves a hole too large to be asked for */
  came(sequence: number, now: number): 'next' | 'late' | 'twice' | 'lost-track' {
    if (this.#highest === undefined || sequence - this.#highest > largestHole) {
      const result = this.#highest === undefined ? 'next' : 'lost-track'
      this.#missed.clear()
      this.#highest = sequence
      return result
    }
    if (sequence <= this.#highest) return this.#missed.delete(sequence) ? 'late' : 'twice'
    for (let hole = this.#highest + 1; hole < sequence; hole++) this.#missed.set(hole, { since: now, askedAt: -Infinity, asked: 0 })
    this.#highest = sequence
    return 'next'
  }

  /** What should be asked for now, and whether something was given up, so that only a new picture helps. */
  due(now: number): { ask: number[]; gaveUp: boolean } {
    const ask: number[] = []
    let gaveUp = false
    for (const [sequence, missed] of this.#missed) {
      if (missed.asked >= askAtMost || now - missed.since > giveUpMs) {
        this.#missed.delete(sequence)
        gaveUp = true
      } else if (now - missed.askedAt >= askAgainMs) {
        missed.askedAt = now
        missed.asked += 1
        ask.push(sequence & 0xffff)
      }
    }
    return { ask, gaveUp }
  }
}

// Numbers that run on for a viewer while what he gets changes from one layer (or one publisher's connection) to another.
import type { History, Kept } from '#server/platform/forwarder/history.ts'

/** Whose packets they are, and where they were kept. */
export interface Source {
  readonly history: History
}

interface Stretch {
  source: Source
  firstIn: number
  /** What is added to the packet's numbers, from its first on. */
  sequence: number
  timestamp: number
  pictureId: number
  level: number
  firstOut: number
}

/** How many changes back a lost packet can still be told by its number. */
const kept = 4

export class Rewriting {
  readonly #stretches: Stretch[] = []
  readonly #clockRate: number
  #highestOut: number
  #lastTimestamp = 0
  #lastAt = 0
  #lastPictureId = 0
  #lastLevel = 0

  /** @param first where the numbers begin @param clockRate of the timestamps */
  constructor(first: number, clockRate: number) {
    this.#highestOut = first
    this.#clockRate = clockRate
  }

  get source(): Source | undefined {
    return this.#stretches.at(-1)?.source
  }

  /** From this packet on, numbers come from another source. For pictures it must be the first of a keyframe. */
  changeTo(source: Source, packet: Kept, now: number): void {
    const isFirst = this.#stretches.length === 0
    const elapsed = Math.max(1, Math.round(((now - this.#lastAt) / 1000) * this.#clockRate))
    const firstOut = this.#highestOut + 1
    this.#stretches.push({
      source,
      firstIn: packet.sequence,
      sequence: firstOut - packet.sequence,
      timestamp: isFirst ? 0 : this.#lastTimestamp + elapsed - packet.timestamp,
      pictureId: isFirst ? 0 : this.#lastPictureId + 1 - (packet.picture?.pictureId ?? 0),
      level: isFirst ? 0 : this.#lastLevel + 1 - (packet.picture?.level ?? 0),
      firstOut,
    })
    if (this.#stretches.length > kept) this.#stretches.shift()
  }

  /** Writes a packet of the present source in the viewer's numbers. @returns whether it belongs to what he gets */
  write(packet: Kept, now: number): boolean {
    const stretch = this.#stretches.at(-1)
    if (!stretch || packet.sequence < stretch.firstIn) return false
    const out = packet.sequence + stretch.sequence
    this.#put(packet, stretch)
    if (out > this.#highestOut) {
      this.#highestOut = out
      this.#lastTimestamp = packet.timestamp + stretch.timestamp
      this.#lastAt = now
      if (packet.picture?.pictureId !== undefined) this.#lastPictureId = packet.picture.pictureId + stretch.pictureId
      if (packet.picture?.level !== undefined) this.#lastLevel = packet.picture.level + stretch.level
    }
    return true
  }

  /** Which packet of which source the viewer's number stands for. */
  origin(wire: number): { source: Source; sequence: number; rewrite: (packet: Kept) => void } | undefined {
    const behind = (this.#highestOut - wire) & 0xffff
    if (behind >= 0x8000) return undefined
    const out = this.#highestOut - behind
    const stretch = this.#stretches.findLast(({ firstOut }) => firstOut <= out)
    return stretch && { source: stretch.source, sequence: out - stretch.sequence, rewrite: (packet) => this.#put(packet, stretch) }
  }

  /** A time of the present source as the viewer's. */
  timestamp(of: number): number {
    return (of + (this.#stretches.at(-1)?.timestamp ?? 0)) >>> 0
  }

  #put(packet: Kept, stretch: Stretch): void {
    const { bytes, picture } = packet
    bytes.writeUInt16BE((packet.sequence + stretch.sequence) & 0xffff, 2)
    bytes.writeUInt32BE((packet.timestamp + stretch.timestamp) >>> 0, 4)
    if (picture?.pictureIdAt !== undefined && picture.pictureId !== undefined) {
      const id = picture.pictureId + stretch.pictureId
      if (picture.isLong) bytes.writeUInt16BE(0x8000 | (id & 0x7fff), picture.pictureIdAt)
      else bytes[picture.pictureIdAt] = id & 0x7f
    }
    if (picture?.levelAt !== undefined && picture.level !== undefined) bytes[picture.levelAt] = (picture.level + stretch.level) & 0xff
  }
}

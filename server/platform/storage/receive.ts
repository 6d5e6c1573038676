// A file on its way in: streamed to a temporary place, never whole in memory. A sealed one is encrypted before
// its first byte touches the disk.
import type { Readable } from 'node:stream'

export interface ReceivedFile {
  readonly field: string
  /** The name the sender gave. Never used as a path and never trusted for the type. */
  readonly name: string
  readonly bytes: number
  /** The first bytes, for sniffing the type. */
  readonly head: Buffer
  /** SHA-256 of the plain bytes, hex. */
  readonly sha256: string
  readonly sealed: boolean
  /** Where the bytes lie now; for a sealed file these are encrypted. */
  readonly path: string
  /** The plain bytes. */
  open(): Readable
  remove(): Promise<void>
}

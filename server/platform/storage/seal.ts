// Sealing: AES-256-GCM in chunks of 64 KiB, so that a stream is encrypted and authenticated piece by piece and no plain
// byte is handed out before its chunk was proven. Layout: 12 random bytes, then chunks of (4-byte length and last-flag, 16-byte
// tag, ciphertext). The nonce of chunk n is the file's own xor n; the flag and n are authenticated, so chunks cannot be
// dropped, swapped or cut off at the end.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'

const chunkBytes = 64 * 1024
const lastFlag = 0x8000_0000

export function seal(key: Buffer): Transform {
  const nonce = randomBytes(12)
  let waiting = Buffer.alloc(0)
  let n = 0
  let started = false
  const start = (to: Transform) => {
    if (!started) to.push(nonce)
    started = true
  }
  const write = (to: Transform, plain: Buffer, isLast: boolean) => {
    const header = Buffer.alloc(4)
    header.writeUInt32BE((plain.length | (isLast ? lastFlag : 0)) >>> 0)
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(nonce, n++)).setAAD(header)
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    to.push(Buffer.concat([header, cipher.getAuthTag(), body]))
  }
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      start(this)
      waiting = Buffer.concat([waiting, chunk])
      // One full chunk is held back: only the end tells which one is the last.
      while (waiting.length > chunkBytes) {
        write(this, waiting.subarray(0, chunkBytes), false)
        waiting = waiting.subarray(chunkBytes)
      }
      done()
    },
    flush(done) {
      start(this)
      write(this, waiting, true)
      done()
    },
  })
}

/** What is kept does not open: it was sealed with another key, was damaged, or is gone. */
export class NotOpened extends Error {
  override name = 'NotOpened'
}

const headBytes = 20
const nonceBytes = 12

/** Of a sealed object of so many bytes. */
export const plainBytes = (sealedBytes: number): number =>
  sealedBytes - nonceBytes - headBytes * Math.ceil((sealedBytes - nonceBytes) / (headBytes + chunkBytes))

/**
 * A part of the plain bytes, out of the chunks that hold it. That nothing was cut off behind them is proven by whoever reads to the end.
 * @param read a part of the sealed object, both ends inclusive
 */
export function unsealPart(
  read: (part: { start: number; end: number }) => Readable,
  key: Buffer,
  { start, end }: { start: number; end: number },
): Readable {
  const [first, last] = [Math.floor(start / chunkBytes), Math.floor(end / chunkBytes)]
  const placeOf = (chunk: number) => nonceBytes + chunk * (headBytes + chunkBytes)
  const chunks = async function* () {
    yield* read({ start: 0, end: nonceBytes - 1 })
    yield* read({ start: placeOf(first), end: placeOf(last + 1) - 1 })
  }
  const opened = unseal(Readable.from(chunks()), key, { first, isPart: true })
  let [skips, left] = [start - first * chunkBytes, end - start + 1]
  const cut = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const wanted = chunk.subarray(skips, skips + left)
      skips = Math.max(0, skips - chunk.length)
      left -= wanted.length
      done(null, wanted)
    },
  })
  pipeline(opened, cut, () => {})
  return cut
}

/** @param first the number of the first chunk; @param isPart it need not end with the last one */
export function unseal(from: Readable, key: Buffer, { first = 0, isPart = false }: { first?: number; isPart?: boolean } = {}): Readable {
  let waiting = Buffer.alloc(0)
  let nonce: Buffer | undefined
  let n = first
  let ended = false
  const opened = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      waiting = Buffer.concat([waiting, chunk])
      try {
        if (!nonce && waiting.length >= 12) {
          nonce = waiting.subarray(0, 12)
          waiting = waiting.subarray(12)
        }
        while (nonce && waiting.length >= 20) {
          if (ended) throw new Error('bytes after the last chunk')
          const header = waiting.subarray(0, 4)
          const word = header.readUInt32BE()
          const length = word & ~lastFlag
          if (length > chunkBytes) throw new Error('not a sealed file')
          if (waiting.length < 20 + length) break
          const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nonce, n++)).setAAD(header)
          decipher.setAuthTag(waiting.subarray(4, 20))
          this.push(Buffer.concat([decipher.update(waiting.subarray(20, 20 + length)), decipher.final()]))
          ended = word >>> 31 === 1
          waiting = waiting.subarray(20 + length)
        }
        done()
      } catch (cause) {
        done(new NotOpened('the sealed file does not open', { cause }))
      }
    },
    flush(done) {
      done((ended || isPart) && waiting.length === 0 ? null : new NotOpened('the sealed file was cut short'))
    },
  })
  // Whoever stops reading half-way closes what is read from as well; a failure of either side is heard by the reader.
  pipeline(from, opened, () => {})
  return opened
}

function nonceOf(base: Buffer, n: number): Buffer {
  const nonce = Buffer.from(base)
  nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ n) >>> 0, 8)
  return nonce
}

// Which signs a copy is written with. Everything follows from one secret: nothing but the names of picture and reader has to be kept.
import { createCipheriv, createHmac } from 'node:crypto'

/** So many signs name a reader. Two readers agree in half of them, give or take 16: that distance is the error correction. */
export const codeLength = 1024

/** Of the picture's longer side, whatever its size: how many cells the pattern is made of. */
const cellsAcross = 256

export interface Grid {
  width: number
  height: number
  /** Pixels a cell, of the picture as it is stored. */
  cell: number
}

/** Two cells more each way than fill the picture, because a cell's pattern reaches over its neighbours. */
export function gridOf(width: number, height: number): Grid {
  const cell = Math.max(width, height) / cellsAcross
  return { width: Math.ceil(width / cell) + 2, height: Math.ceil(height / cell) + 2, cell }
}

/** Of every line of signs, so that a smaller rendition whose sides were rounded otherwise reads the same ones. */
export const stride = cellsAcross + 3

/** Which of the signs a cell carries: each block of 32 by 32 cells has the whole code. */
export const slotOf = (x: number, y: number): number => ((y & 31) << 5) | (x & 31)

/** The signs of one reader of one picture. */
export function codeOf(secret: Uint8Array, pictureId: string, readerId: string): Int8Array {
  return coins(secret, `code ${pictureId} ${readerId}`, codeLength)
}

/** A sign a cell, the same for every reader of a picture and another for every picture: hides that the code repeats. */
export function carrierOf(secret: Uint8Array, pictureId: string): Int8Array {
  return coins(secret, `carrier ${pictureId}`, stride * stride)
}

/** Fair coins that nobody without the secret can tell from others. */
function coins(secret: Uint8Array, purpose: string, count: number): Int8Array {
  const key = createHmac('sha256', secret).update(purpose).digest()
  const bytes = createCipheriv('aes-256-ctr', key, Buffer.alloc(16)).update(Buffer.alloc((count + 7) >> 3))
  return Int8Array.from({ length: count }, (_, at) => ((bytes[at >> 3]! >> (at & 7)) & 1) * 2 - 1)
}

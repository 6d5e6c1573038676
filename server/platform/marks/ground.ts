// What a picture is like, cell by cell: how light, how restless, and so how far it may be moved without being seen.
import type { Grid } from '#server/platform/marks/code.ts'
import { boxed, calmest } from '#server/platform/marks/smoothing.ts'

export interface Pixels {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
  /** One of grey, three of colour, and one more where parts are transparent. */
  channels: number
}

export interface Ground {
  /** Mean lightness of a cell, 0 to 255. */
  light: Float32Array
  /** How restless a cell and all its neighbours are: the deviation of the calmest of the nine. */
  unrest: Float32Array
  /** How far a cell's lightness may be moved, as a deviation in levels of 255. */
  strength: Float32Array
}

/** In levels of 255: on a calm ground, more for each level of unrest, and never more than an eye forgives. */
const [calm, perUnrest, most] = [0.5, 0.12, 2.2]

/** How many of a pixel's channels are seen: the last one of two or four is transparency. */
export const coloursOf = (channels: number): number => (channels < 3 ? 1 : 3)

export function groundOf({ data, width, height, channels }: Pixels, grid: Grid): Ground {
  const cells = grid.width * grid.height
  const [sum, squares, count] = [new Float32Array(cells), new Float32Array(cells), new Float32Array(cells)]
  const step = Math.max(1, Math.floor(grid.cell / 4))
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor(x / grid.cell) + 1)
  for (let y = step >> 1; y < height; y += step) {
    const row = (Math.floor(y / grid.cell) + 1) * grid.width
    const line = y * width * channels
    for (let x = step >> 1; x < width; x += step) {
      const at = line + x * channels
      const light = channels < 3 ? data[at]! : (77 * data[at]! + 150 * data[at + 1]! + 29 * data[at + 2]!) >> 8
      const cell = row + columns[x]!
      sum[cell] = sum[cell]! + light
      squares[cell] = squares[cell]! + light * light
      count[cell] = count[cell]! + 1
    }
  }
  const light = new Float32Array(cells)
  const deviation = new Float32Array(cells)
  const [lastColumn, lastRow] = [Math.ceil(width / grid.cell), Math.ceil(height / grid.cell)]
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++) {
      // The rim lies outside: it is as its nearest cell within.
      const inside = between(1, y, lastRow) * grid.width + between(1, x, lastColumn)
      const n = Math.max(1, count[inside]!)
      const mean = sum[inside]! / n
      light[y * grid.width + x] = mean
      deviation[y * grid.width + x] = Math.sqrt(Math.max(0, squares[inside]! / n - mean * mean))
    }
  // An edge between two calm areas is restless itself, and what is written there would be seen beside it.
  const unrest = boxed(calmest(deviation, grid), grid.width, grid.height, 1)
  const strength = unrest.map((each, at) => Math.min(most, calm + perUnrest * each) * Math.min(1, 0.6 + light[at]! / 100))
  return { light, unrest, strength }
}

const between = (least: number, value: number, most: number) => Math.max(least, Math.min(most, value))

// The mark that is not seen: a reader's signs, spread over the lightness of the whole picture.
import { slotOf, stride, type Grid } from '#server/platform/marks/code.ts'
import { coloursOf, type Ground, type Pixels } from '#server/platform/marks/ground.ts'
import { withoutSlow } from '#server/platform/marks/smoothing.ts'
import { spline, splineGain } from '#server/platform/marks/spline.ts'

/** Below this a cell is smaller than two pixels, and nothing of it would be left. */
export const leastSide = 512

/** On the grid: how far each cell moves. */
export function patternOf(code: Int8Array, carrier: Int8Array, grid: Grid, { strength }: Ground): Float32Array {
  const signs = new Float32Array(grid.width * grid.height)
  for (let y = 0; y < grid.height; y++)
    for (let x = 0; x < grid.width; x++) signs[y * grid.width + x] = code[slotOf(x, y)]! * carrier[y * stride + x]!
  return withoutSlow(signs, grid).map((sign, at) => sign * strength[at]! * splineGain)
}

/** Moves the pixels themselves. What rounding takes from one pixel is given to the next: a move of a third of a level arrives. */
export function hide({ data, width, height, channels }: Pixels, pattern: Float32Array, grid: Grid): void {
  const rows = acrossAll(pattern, grid, width)
  const down = spline(height, grid.cell)
  const colours = coloursOf(channels)
  const last = grid.height - 1
  for (let y = 0; y < height; y++) {
    const first = down.first[y]!
    const [w0, w1, w2, w3] = down.weights.subarray(y * 4, y * 4 + 4) as unknown as [number, number, number, number]
    const r0 = Math.max(0, first) * width
    const r1 = Math.min(last, first + 1) * width
    const r2 = Math.min(last, first + 2) * width
    const r3 = Math.min(last, first + 3) * width
    let left = 0
    let at = y * width * channels
    for (let x = 0; x < width; x++, at += channels) {
      const move = rows[r0 + x]! * w0 + rows[r1 + x]! * w1 + rows[r2 + x]! * w2 + rows[r3 + x]! * w3 + left
      const whole = Math.floor(move + 0.5)
      left = move - whole
      if (whole === 0) continue
      for (let colour = 0; colour < colours; colour++) {
        const value = data[at + colour]! + whole
        data[at + colour] = value < 0 ? 0 : value > 255 ? 255 : value
      }
    }
  }
}

/** Every line of cells at the width of the picture. */
function acrossAll(pattern: Float32Array, grid: Grid, width: number): Float32Array {
  const across = spline(width, grid.cell)
  const rows = new Float32Array(grid.height * width)
  for (let line = 0; line < grid.height; line++)
    for (let x = 0; x < width; x++) {
      const first = line * grid.width + across.first[x]!
      const w = x * 4
      rows[line * width + x] =
        (pattern[first] ?? 0) * across.weights[w]! +
        (pattern[first + 1] ?? 0) * across.weights[w + 1]! +
        (pattern[first + 2] ?? 0) * across.weights[w + 2]! +
        (pattern[first + 3] ?? 0) * across.weights[w + 3]!
    }
  return rows
}

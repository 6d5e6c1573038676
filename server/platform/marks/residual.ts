// What our picture does not explain of a found one: its tones by a curve, then by fields its gain, its light, a shift of a part of a
// pixel, and a blur. That is why a mark is read after a screenshot.
import { solve, type Affine } from '#server/platform/marks/affine.ts'
import type { Plane } from '#server/platform/marks/planes.ts'

/** The found picture on our plane; NaN where it is not. */
export function warped({ data, width: w, height: h }: Plane, [a, b, c, d, e, f]: Affine, width: number, height: number): Float32Array {
  const out = new Float32Array(width * height).fill(Number.NaN)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const sx = a * x + b * y + c
      const sy = d * x + e * y + f
      if (!(sx > -0.5 && sy > -0.5 && sx < w - 0.5 && sy < h - 0.5)) continue
      const [left, top] = [Math.floor(sx), Math.floor(sy)]
      const [across, down] = [cubic(sx - left), cubic(sy - top)]
      let sum = 0
      for (let j = 0; j < 4; j++) {
        const row = Math.max(0, Math.min(h - 1, top - 1 + j)) * w
        let line = 0
        for (let i = 0; i < 4; i++) line += across[i]! * data[row + Math.max(0, Math.min(w - 1, left - 1 + i))]!
        sum += down[j]! * line
      }
      out[y * width + x] = sum
    }
  return out
}

const cubic = (t: number): [number, number, number, number] => [
  -0.5 * t + t * t - 0.5 * t ** 3,
  1 - 2.5 * t * t + 1.5 * t ** 3,
  0.5 * t + 2 * t * t - 1.5 * t ** 3,
  -0.5 * t * t + 0.5 * t ** 3,
]

const [side, regressors] = [32, 6]

/** In fields that overlap by half, each fitted by itself. */
export function residual(ours: Plane, found: Float32Array): Float32Array {
  const toned: Plane = { ...ours, data: tonedLike(ours.data, found) }
  const out = new Float32Array(found.length)
  const weight = new Float32Array(found.length)
  for (let top = 0; top < ours.height; top += side / 2)
    for (let left = 0; left < ours.width; left += side / 2) fitField(toned, found, { top, left }, out, weight)
  return out.map((value, at) => (weight[at]! > 0 ? value / weight[at]! : 0))
}

function fitField(
  toned: Plane,
  found: Float32Array,
  { top, left }: { top: number; left: number },
  out: Float32Array,
  weight: Float32Array,
): void {
  const { width, height } = toned
  const [bottom, right] = [Math.min(height, top + side), Math.min(width, left + side)]
  const values = new Float64Array(regressors)
  const h = new Float64Array(regressors * regressors)
  const g = new Float64Array(regressors)
  let n = 0
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const value = found[y * width + x]!
      if (Number.isNaN(value)) continue
      describe(toned, x, y, left, values)
      n++
      for (let m = 0; m < regressors; m++) {
        g[m] = g[m]! + values[m]! * value
        for (let k = 0; k < regressors; k++) h[m * regressors + k] = h[m * regressors + k]! + values[m]! * values[k]!
      }
    }
  if (n < 100) return
  for (let m = 1; m < regressors; m++) h[m * regressors + m] = h[m * regressors + m]! + n * 0.002
  const fit = solve(h, g, regressors)
  if (!fit) return
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const at = y * width + x
      if (Number.isNaN(found[at]!)) continue
      describe(toned, x, y, left, values)
      let explained = 0
      for (let m = 0; m < regressors; m++) explained += fit[m]! * values[m]!
      const nearMiddle = (from: number, to: number) => 1 - Math.abs(to - from - side / 2 + 0.5) / (side / 2)
      const w = nearMiddle(left, x) * nearMiddle(top, y) + 1e-3
      out[at] = out[at]! + w * (found[at]! - explained)
      weight[at] = weight[at]! + w
    }
}

/** Its light, its slopes (a shift), its bend (a blur), and a ramp across the field. */
function describe({ data, width, height }: Plane, x: number, y: number, left: number, values: Float64Array): void {
  const at = y * width + x
  const [before, next] = [data[y * width + Math.max(0, x - 1)]!, data[y * width + Math.min(width - 1, x + 1)]!]
  const [above, below] = [data[Math.max(0, y - 1) * width + x]!, data[Math.min(height - 1, y + 1) * width + x]!]
  values[0] = 1
  values[1] = data[at]! / 32
  values[2] = (next - before) / 8
  values[3] = (below - above) / 8
  values[4] = (before + next + above + below - 4 * data[at]!) / 8
  values[5] = (x - left - side / 2) / 16
}

/** A filter, a darker screen, another gamma: the mean of what was found for each of our tones, drawn through as a line. */
function tonedLike(ours: Float32Array, found: Float32Array): Float32Array {
  const [sum, count] = [new Float64Array(64), new Float64Array(64)]
  for (let at = 0; at < ours.length; at++) {
    if (Number.isNaN(found[at]!)) continue
    const bin = Math.max(0, Math.min(63, ours[at]! >> 2))
    sum[bin] = sum[bin]! + found[at]!
    count[bin] = count[bin]! + 1
  }
  // Straight lines fill what no pixel speaks for.
  const known = [...count.keys()].filter((bin) => count[bin]! > 20)
  if (known.length === 0) return ours
  const level = (bin: number) => sum[bin]! / count[bin]!
  const curve = Array.from({ length: 64 }, (_, bin) => {
    const below = known.findLast((k) => k <= bin)
    const above = known.find((k) => k >= bin)
    if (below === undefined) return level(above!) + (bin - above!) * 4
    if (above === undefined) return level(below) + (bin - below) * 4
    return above === below ? level(bin) : level(below) + ((level(above) - level(below)) * (bin - below)) / (above - below)
  })
  return ours.map((value) => {
    const at = Math.max(0, Math.min(62.999, (value - 2) / 4))
    const bin = at | 0
    return curve[bin]! + (curve[bin + 1]! - curve[bin]!) * (at - bin)
  })
}

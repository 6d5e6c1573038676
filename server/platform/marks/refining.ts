// From about where a picture lies to where exactly: Lucas and Kanade's steps, six numbers or fewer.
import { solve, type Affine } from '#server/platform/marks/affine.ts'
import { sampled, type Plane } from '#server/platform/marks/planes.ts'
import { boxed } from '#server/platform/marks/smoothing.ts'

/** What may be changed, as rows of six: to a, b, c, d, e, f. */
export type Freedom = readonly (readonly number[])[]
const six = [0, 1, 2, 3, 4, 5]
export const anyhow: Freedom = six.map((k) => six.map((l) => (k === l ? 1 : 0)))
/** Cut and scaled, nothing else: three numbers, where a soft picture says too little for six. */
export const upright: Freedom = [
  [1, 0, 0, 0, 1, 0],
  [0, 0, 1, 0, 0, 0],
  [0, 0, 0, 0, 0, 1],
]
export const turning: Freedom = [...upright, [0, -1, 0, 1, 0, 0]]

export interface Fit {
  affine: Affine
  /** How alike they are where they overlap, up to 1. */
  likeness: number
  /** Of our plane. */
  overlap: number
}

/** Outliers are weighed down: a sticker on the picture must not pull it. */
export function refine(ours: Plane, found: Plane, start: Affine, rounds: number, freedom: Freedom = anyhow): Fit {
  let affine = start
  const [cx, cy] = [ours.width / 2, ours.height / 2]
  for (let round = 0; round < rounds; round++) {
    const move = stepOf(ours, found, affine, freedom)
    if (!move) break
    const [a, b, c, d, e, f] = affine
    const [da, db, dc, dd, de, df] = move as Affine
    affine = [a + da, b + db, c + dc - da * cx - db * cy, d + dd, e + de, f + df - dd * cx - de * cy]
    const isStill = Math.abs(dc) + Math.abs(df) < 0.004
    if (isStill && (Math.abs(da) + Math.abs(db) + Math.abs(dd) + Math.abs(de)) * ours.width < 0.01) break
  }
  return { affine, ...likeness(ours, found, affine) }
}

function stepOf(ours: Plane, found: Plane, [a, b, c, d, e, f]: Affine, freedom: Freedom): number[] | undefined {
  const h = new Float64Array(36)
  const g = new Float64Array(6)
  const j = new Float64Array(6)
  const [cx, cy] = [ours.width / 2, ours.height / 2]
  const step = ours.width * ours.height > 60_000 ? 2 : 1
  for (let y = 1; y < ours.height - 1; y += step)
    for (let x = 1 + (y & 1 & (step - 1)); x < ours.width - 1; x += step) {
      const sx = a * x + b * y + c
      const sy = d * x + e * y + f
      if (!(sx >= 1 && sy >= 1 && sx < found.width - 2 && sy < found.height - 2)) continue
      const gx = sampled(found, sx + 0.5, sy) - sampled(found, sx - 0.5, sy)
      const gy = sampled(found, sx, sy + 0.5) - sampled(found, sx, sy - 0.5)
      const off = ours.data[y * ours.width + x]! - sampled(found, sx, sy)
      const weight = 1 / (1 + off * off * 2)
      j[0] = gx * (x - cx)
      j[1] = gx * (y - cy)
      j[2] = gx
      j[3] = gy * (x - cx)
      j[4] = gy * (y - cy)
      j[5] = gy
      for (let m = 0; m < 6; m++) {
        const weighed = weight * j[m]!
        g[m] = g[m]! + weighed * off
        for (let n = m; n < 6; n++) h[m * 6 + n] = h[m * 6 + n]! + weighed * j[n]!
      }
    }
  for (let m = 0; m < 6; m++) for (let n = 0; n < m; n++) h[m * 6 + n] = h[n * 6 + m]!
  return solveWithin(h, g, freedom)
}

function solveWithin(h: Float64Array, g: Float64Array, freedom: Freedom): number[] | undefined {
  const k = freedom.length
  const [hh, gg] = [new Float64Array(k * k), new Float64Array(k)]
  for (let p = 0; p < k; p++)
    for (let m = 0; m < 6; m++) {
      gg[p] = gg[p]! + freedom[p]![m]! * g[m]!
      for (let q = 0; q < k; q++)
        for (let n = 0; n < 6; n++) hh[p * k + q] = hh[p * k + q]! + freedom[p]![m]! * h[m * 6 + n]! * freedom[q]![n]!
    }
  const moves = solve(hh, gg, k)
  return moves && six.map((m) => moves.reduce((sum, move, p) => sum + move * freedom[p]![m]!, 0))
}

/** By the tones themselves, once they are brought to each other's: skies and skin have shape only in the large. */
export function refineByTones(ours: Plane, found: Plane, start: Affine, freedom: Freedom): Pick<Fit, 'affine' | 'overlap'> {
  let affine = start
  let overlap = 0
  const blurred = (plane: Plane): Plane => ({
    ...plane,
    data: boxed(boxed(plane.data, plane.width, plane.height, 2), plane.width, plane.height, 2),
  })
  const [own, theirs] = [blurred(ours), blurred(found)]
  for (let round = 0; round < 3; round++) {
    const { n, so, sf, ff, of } = sumsOf(own, theirs, affine, 3)
    if (n < 100) break
    const gain = (of - (so * sf) / n) / (ff - (sf * sf) / n + 1e-6)
    const bias = so / n - (gain * sf) / n
    const unit = 6
    const toned = { ...theirs, data: theirs.data.map((value) => (gain * value + bias) / unit) }
    ;({ affine, overlap } = refine({ ...own, data: own.data.map((value) => value / unit) }, toned, affine, 12, freedom))
  }
  return { affine, overlap }
}

function likeness(ours: Plane, found: Plane, affine: Affine): Pick<Fit, 'likeness' | 'overlap'> {
  const { n, so, sf, oo, ff, of, all } = sumsOf(ours, found, affine, 2)
  if (n < 50) return { likeness: 0, overlap: 0 }
  const alike = (of - (so * sf) / n) / Math.sqrt((oo - so ** 2 / n) * (ff - sf ** 2 / n) + 1e-9)
  return { likeness: alike, overlap: n / all }
}

/** What a correlation is made of, over every so many pixels. */
function sumsOf(ours: Plane, found: Plane, [a, b, c, d, e, f]: Affine, step: number) {
  const sums = { n: 0, so: 0, sf: 0, oo: 0, ff: 0, of: 0, all: 0 }
  for (let y = 0; y < ours.height; y += step)
    for (let x = 0; x < ours.width; x += step) {
      sums.all++
      const value = sampled(found, a * x + b * y + c, d * x + e * y + f)
      if (Number.isNaN(value)) continue
      const own = ours.data[y * ours.width + x]!
      sums.n++
      sums.so += own
      sums.sf += value
      sums.oo += own * own
      sums.ff += value * value
      sums.of += own * value
    }
  return sums
}

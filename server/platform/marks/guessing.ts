// About where a found picture lies in ours: every scale in steps of three percent, by half-whitened phase correlation.
import { createFourier } from '#server/platform/marks/fourier.ts'
import { contrastOf, mirrored, scaled, type Plane } from '#server/platform/marks/planes.ts'

const size = 256
const fourier = createFourier(size)
/** How large the found picture is when it is looked for: the smaller, the smaller a part of ours it may be. */
export const coarsely = 112
export const verySmall = 66

export interface Guess {
  /** Pixels of the found picture for one of ours. */
  scale: number
  x: number
  y: number
  isMirrored: boolean
  score: number
}

/** The likeliest eight. */
export function guesses(ours: Plane, found: Plane, coarse: number): Guess[] {
  const small = scaled(found, coarse / Math.max(found.width, found.height))
  const factor = small.width / found.width
  const [straight, mirror] = [small, mirrored(small)].map((plane) => spectrumOf(contrastOf(plane, 5))) as [Spectrum, Spectrum]
  const all: Guess[] = []
  for (let longest = coarse === coarsely ? coarse * 0.3 : coarse * 2; longest <= 236; longest *= 1.03) {
    const shrink = longest / Math.max(ours.width, ours.height)
    const { re, im } = correlated(spectrumOf(contrastOf(scaled(ours, shrink), 5)), straight, mirror)
    for (const [plane, isMirrored] of [[re, false] as const, [im, true] as const]) {
      const { place, score } = peakOf(plane)
      const [x, y] = [wrapped(place % size), wrapped(Math.floor(place / size))]
      all.push({ scale: shrink / factor, x: x / factor, y: y / factor, isMirrored, score })
    }
  }
  return all.toSorted((a, b) => b.score - a.score).slice(0, 8)
}

interface Spectrum {
  re: Float64Array
  im: Float64Array
}

function spectrumOf({ data, width, height }: Plane): Spectrum {
  const re = new Float64Array(size ** 2)
  const im = new Float64Array(size ** 2)
  for (let y = 0; y < Math.min(height, size); y++) for (let x = 0; x < Math.min(width, size); x++) re[y * size + x] = data[y * width + x]!
  fourier(re, im, -1, Math.min(height, size))
  return { re, im }
}

/** Found · conj(ours), halfway whitened; the mirror image rides in the imaginary part. */
function correlated(ours: Spectrum, straight: Spectrum, mirror: Spectrum): Spectrum {
  const re = new Float64Array(size ** 2)
  const im = new Float64Array(size ** 2)
  for (let at = 0; at < re.length; at++) {
    const a = ours.re[at]!
    const b = -ours.im[at]!
    const u = straight.re[at]! * a - straight.im[at]! * b
    const v = straight.re[at]! * b + straight.im[at]! * a
    const r = mirror.re[at]! * a - mirror.im[at]! * b
    const s = mirror.re[at]! * b + mirror.im[at]! * a
    const weight = 1 / Math.sqrt(Math.hypot(u, v) + 1e-9)
    const mirrorWeight = 1 / Math.sqrt(Math.hypot(r, s) + 1e-9)
    re[at] = u * weight - s * mirrorWeight
    im[at] = v * weight + r * mirrorWeight
  }
  fourier(re, im, 1)
  return { re, im }
}

function peakOf(plane: Float64Array): { place: number; score: number } {
  let [best, place, squares] = [-Infinity, 0, 0]
  for (let at = 0; at < plane.length; at++) {
    const value = plane[at]!
    squares += value * value
    if (value > best) {
      best = value
      place = at
    }
  }
  return { place, score: best / Math.sqrt(squares / plane.length) }
}

const wrapped = (n: number) => (n > size / 2 ? n - size : n)

// Planes of lightness, and what is done to them before they are compared: smaller, turned, mirrored, or reduced to their shapes.
import sharp from 'sharp'
import type { Affine } from '#server/platform/marks/affine.ts'
import { boxed } from '#server/platform/marks/smoothing.ts'

export interface Plane {
  data: Float32Array
  width: number
  height: number
}

/** @param options.enlarge a smaller picture is brought to that size as well */
export async function lightness(
  picture: string | Uint8Array,
  longest: number,
  { enlarge = false, mostPixels }: { enlarge?: boolean; mostPixels: number },
): Promise<Plane> {
  const { data, info } = await sharp(picture, { limitInputPixels: mostPixels })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: !enlarge })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const lightOf = (at: number) =>
    channels < 3 ? data[at * channels]! : 0.299 * data[at * 3]! + 0.587 * data[at * 3 + 1]! + 0.114 * data[at * 3 + 2]!
  return { data: Float32Array.from({ length: width * height }, (_, at) => lightOf(at)), width, height }
}

export function mirrored({ data, width, height }: Plane): Plane {
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) out[y * width + x] = data[y * width + width - 1 - x]!
  return { data: out, width, height }
}

/** Only what differs from its neighbourhood, in units of how much that differs: tones and colours no longer matter. */
export function contrastOf({ data, width, height }: Plane, radius: number, least = 3): Plane {
  const mean = boxed(data, width, height, radius)
  const off = data.map((value, at) => value - mean[at]!)
  const squares = off.map((value) => value * value)
  const spread = boxed(squares, width, height, radius * 2)
  return { data: off.map((value, at) => Math.max(-3, Math.min(3, value / (Math.sqrt(Math.max(0, spread[at]!)) + least)))), width, height }
}

export function halved({ data, width, height }: Plane): Plane {
  const [w, h] = [width >> 1, height >> 1]
  const out = new Float32Array(w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      out[y * w + x] = (data[at]! + data[at + 1]! + data[at + width]! + data[at + width + 1]!) / 4
    }
  return { data: out, width: w, height: h }
}

/** Smaller by any factor: by halves first, then between four neighbours. */
export function scaled(plane: Plane, factor: number): Plane {
  let from = plane
  let rest = factor
  while (rest < 0.55 && from.width > 16 && from.height > 16) {
    from = halved(from)
    rest *= 2
  }
  const [width, height] = [Math.max(8, Math.round(from.width * rest)), Math.max(8, Math.round(from.height * rest))]
  const inside = (at: number, size: number) => Math.max(0, Math.min(size - 1.001, (at + 0.5) / rest - 0.5))
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data[y * width + x] = between(from, inside(x, from.width), inside(y, from.height))
  return { data, width, height }
}

/** Turned about its middle, with what lies outside left as the mean; and where its pixels were. */
export function turned(plane: Plane, degrees: number): { plane: Plane; back: Affine } {
  const radians = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
  const width = Math.round(Math.abs(plane.width * cos) + Math.abs(plane.height * sin))
  const height = Math.round(Math.abs(plane.width * sin) + Math.abs(plane.height * cos))
  const [cx, cy, ox, oy] = [(width - 1) / 2, (height - 1) / 2, (plane.width - 1) / 2, (plane.height - 1) / 2]
  const back: Affine = [cos, -sin, ox - cos * cx + sin * cy, sin, cos, oy - sin * cx - cos * cy]
  const mean = plane.data.reduce((sum, value) => sum + value, 0) / plane.data.length
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const value = sampled(plane, back[0] * x + back[1] * y + back[2], back[3] * x + back[4] * y + back[5])
      data[y * width + x] = Number.isNaN(value) ? mean : value
    }
  return { plane: { data, width, height }, back }
}

/** Between four neighbours; NaN outside. */
export function sampled(plane: Plane, x: number, y: number): number {
  return x >= 0 && y >= 0 && x < plane.width - 1 && y < plane.height - 1 ? between(plane, x, y) : Number.NaN
}

function between({ data, width }: Plane, x: number, y: number): number {
  const [left, top] = [x | 0, y | 0]
  const [fx, fy] = [x - left, y - top]
  const at = top * width + left
  const [p, q, r, s] = [data[at]!, data[at + 1]!, data[at + width]!, data[at + width + 1]!]
  return (p * (1 - fx) + q * fx) * (1 - fy) + (r * (1 - fx) + s * fx) * fy
}

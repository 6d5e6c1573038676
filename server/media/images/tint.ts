// The colour that a picture lends to what stands around it (web/app.css, .tint): the hue that most of its strong pixels share, and how
// strongly the picture is of it.
import { converter } from 'culori'
import sharp from 'sharp'
import type { Tint } from '#contract/media/file.ts'

const side = 48
const bins = 24
const toOklch = converter('oklch')

/** Undefined where the picture is grey, or of every colour at once: what stands around it stays neutral. */
export async function tintOf(picture: Buffer): Promise<Tint | undefined> {
  const pixels = await sharp(picture)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const found = Array.from({ length: bins }, () => ({ count: 0, chroma: 0, x: 0, y: 0 }))
  for (let at = 0; at < pixels.length; at += 3) {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3)
    const { l, c, h = 0 } = toOklch({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 })
    // Greys, and what is nearly black or white, have a hue that nobody sees.
    if (c < 0.025 || l < 0.12 || l > 0.96) continue
    const bin = found[Math.floor((h / 360) * bins) % bins]!
    const angle = (h * Math.PI) / 180
    bin.count += 1
    bin.chroma += c
    bin.x += Math.cos(angle) * c
    bin.y += Math.sin(angle) * c
  }
  const around = (place: number) => [found.at(place - 1)!, found[place]!, found[(place + 1) % bins]!] as const
  const weightOf = (place: number) => {
    const [before, here, after] = around(place)
    return here.chroma + (before.chroma + after.chroma) / 2
  }
  const heaviest = found.reduce((best, _, place) => (weightOf(place) > weightOf(best) ? place : best), 0)
  const sum = (of: (bin: (typeof found)[number]) => number) => around(heaviest).reduce((total, bin) => total + of(bin), 0)
  const [count, chroma] = [sum((bin) => bin.count), sum((bin) => bin.chroma)]
  if (count === 0) return undefined
  const strength = Math.min(1, chroma / count / 0.08) * Math.min(1, (3 * count) / (side * side))
  if (strength < 0.08) return undefined
  return {
    hue:
      Math.round(
        (Math.atan2(
          sum(({ y }) => y),
          sum(({ x }) => x),
        ) *
          180) /
          Math.PI +
          360,
      ) % 360,
    strength: Math.round(strength * 100) / 100,
  }
}

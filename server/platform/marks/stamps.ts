// A name as pixels: its letters and their soft edge, from outlines of our own. No font is asked for, so it looks the same on every machine.
import sharp from 'sharp'
import { glyphs } from '#server/platform/marks/glyphs.ts'

export interface Stamp {
  width: number
  height: number
  /** Of 255: how much of each pixel is letter. */
  letters: Uint8Array
  /** Softly around the letters. */
  halo: Uint8Array
  /** Where the letters begin and stand within the stamp. */
  inset: { x: number; y: number }
}

/** In thousandths of an em. */
const spacing = 45
const [capHeight, depth] = [820, 220]

function outlineOf(text: string): { path: string; width: number } {
  let x = 0
  const parts = Array.from(text.toLowerCase(), (letter) => {
    const [advance, path] = glyphs[letter] ?? glyphs['_']!
    const part = `<path transform="translate(${x} 0)" d="${path}"/>`
    x += advance + spacing
    return part
  })
  return { path: parts.join(''), width: x - spacing }
}

/** In ems. */
export const widthOf = (text: string): number => outlineOf(text).width / 1000

/** @param em in pixels @param softness how far the edge reaches, in pixels */
export async function stampOf(text: string, em: number, softness: number): Promise<Stamp> {
  const { path, width } = outlineOf(text)
  const pad = Math.ceil(softness * 2.5)
  const size = {
    width: Math.ceil((width * em) / 1000) + 2 * pad,
    height: Math.ceil(((capHeight + depth) * em) / 1000) + 2 * pad,
  }
  const baseline = pad + (em * capHeight) / 1000
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><g fill="#fff" transform="translate(${pad} ${baseline}) scale(${em / 1000})">${path}</g></svg>`
  const letters = await sharp(Buffer.from(svg)).extractChannel(3).raw().toBuffer()
  const halo = await sharp(letters, { raw: { ...size, channels: 1 } })
    .blur(Math.max(0.5, softness))
    .extractChannel(0)
    .raw()
    .toBuffer()
  return { ...size, letters, halo, inset: { x: pad, y: pad } }
}

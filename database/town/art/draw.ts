// The door of the art program: abstract pictures from a scene, a palette and a seed, the same on every machine.
// Promises no text, no people and no network; a picture costs about a tenth of a second. Storing them is left to others.
import sharp from 'sharp'
import { chanceFor } from './chance.ts'
import { type MarkName, marks } from './marks.ts'
import { type PaletteName, palettes } from './palettes.ts'
import { dunes, drifting, inkHills, leaves } from './scenes/land.ts'
import { cityWindows, constellation, rainOnGlass } from './scenes/night.ts'
import { arches, cutShapes, facets, foldedScreen, lanterns, mobile, parasols, weave } from './scenes/paper.ts'
import { record, ridges, strands, waveform } from './scenes/sound.ts'
import { beams, curtain, doorAjar, ghostLight, seats, spotlitStairs } from './scenes/stage.ts'
import { moonWater, paperSea, tidePools } from './scenes/water.ts'
import { newSheet, type Sheet } from './sheet.ts'

export const scenes = {
  paperSea,
  moonWater,
  tidePools,
  curtain,
  ghostLight,
  seats,
  beams,
  spotlitStairs,
  doorAjar,
  inkHills,
  dunes,
  leaves,
  drifting,
  cutShapes,
  arches,
  weave,
  lanterns,
  foldedScreen,
  parasols,
  facets,
  mobile,
  cityWindows,
  rainOnGlass,
  constellation,
  waveform,
  ridges,
  record,
  strands,
} satisfies Record<string, (sheet: Sheet) => string>

export type SceneName = keyof typeof scenes
export type Ratio = '3:2' | '4:3' | '4:5' | '1:1' | '16:9'

export interface PictureSpec {
  scene: SceneName
  palette: PaletteName
  seed: string
  ratio: Ratio
}

/** Pixels of a picture in each ratio; the long side is 1,440 where the ratio is not square. */
export const sizes: Record<Ratio, { width: number; height: number }> = {
  '3:2': { width: 1440, height: 960 },
  '4:3': { width: 1440, height: 1080 },
  '4:5': { width: 1152, height: 1440 },
  '1:1': { width: 1200, height: 1200 },
  '16:9': { width: 1440, height: 810 },
}

export interface Drawing {
  scene: SceneName
  palette: PaletteName
  seed: string
  width: number
  height: number
  /** The same drawing in fewer pixels, for whoever only needs to know that it is there. */
  scale?: number
}

/** One scene as a self-contained SVG document, sizes in pixels. */
export function drawSvg({ scene, palette, seed, width, height, scale = 1 }: Drawing): string {
  const sheet = newSheet(palettes[palette], `${scene}/${palette}/${seed}`, width, height)
  const body = scenes[scene](sheet)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * scale}" height="${height * scale}" viewBox="0 0 ${width} ${height}"><defs>${sheet.defs.join('')}</defs>${body}</svg>`
}

/** A picture for a post: JPEG, quality 82, in the size of its ratio. */
export async function drawPicture(spec: PictureSpec, scale = 1): Promise<Buffer> {
  const { width, height } = sizes[spec.ratio]
  return printed(drawSvg({ ...spec, width, height, scale }), Math.min(width, height) * scale)
}

/** A profile cover: JPEG of 1500 by 500 pixels. */
export async function drawCover(spec: Omit<PictureSpec, 'ratio'>, scale = 1): Promise<Buffer> {
  return printed(drawSvg({ ...spec, width: 1500, height: 500, scale }), 500 * scale)
}

/** An avatar: JPEG of 512 by 512 pixels, one mark that stays readable at 24. */
export async function drawAvatar(spec: { mark: MarkName; palette: PaletteName }, scale = 1): Promise<Buffer> {
  const side = 512 * scale
  const body = marks[spec.mark](palettes[spec.palette])
  return printed(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 80 80">${body}</svg>`, side)
}

/**
 * Paper grain: without it wide gradients show bands, and the pictures look like vector art instead of prints.
 * One with a side below the tile's is too small to show either.
 */
async function printed(svg: string, shortSide: number): Promise<Buffer> {
  const print = sharp(Buffer.from(svg), { unlimited: true }).removeAlpha()
  if (shortSide >= grainSize)
    print.composite([{ input: grain, raw: { width: grainSize, height: grainSize, channels: 4 }, tile: true, blend: 'over' }])
  return print.jpeg({ quality: 82 }).toBuffer()
}

const grainSize = 256
const grain = grainTile()

/** Black and white specks of at most four percent, seeded, so that the same picture has the same bytes. */
function grainTile(): Buffer {
  const chance = chanceFor('grain')
  const pixels = Buffer.alloc(grainSize * grainSize * 4)
  for (let at = 0; at < pixels.length; at += 4) {
    const speck = chance.next() + chance.next() - 1
    pixels.fill(speck > 0 ? 255 : 0, at, at + 3)
    pixels[at + 3] = Math.round(Math.abs(speck) * 14)
  }
  return pixels
}

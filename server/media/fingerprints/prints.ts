// What a picture looks like, in 256 bits: is each of 16 by 16 fields lighter or darker than its neighbourhood. Re-encoding and
// scaling hardly change them. A crop or a mirror image does, so those that are likely are taken along.
import { bmvbhash } from 'blockhash-core'
import sharp from 'sharp'

export interface Print {
  kind: 'exact' | 'block'
  /** Of what: `whole`, a crop, a frame; ends with `-mirror` where it is the mirror image's. */
  variant: string
  /** 256 bits as 64 hexadecimal digits. */
  hex: string
}

/** A picture is brought to this square first: it can be divided by 16, and so can what is left of it after each of the cuts. */
const side = 320
const [cut, half] = [16, 8]
/** [left, top, right, bottom]: what each side loses, 5 % or half of that. */
const crops: Readonly<Record<string, readonly [number, number, number, number]>> = {
  whole: [0, 0, 0, 0],
  centre: [cut, cut, cut, cut],
  edge: [half, half, half, half],
  left: [cut, 0, 0, 0],
  top: [0, cut, 0, 0],
  right: [0, 0, cut, 0],
  bottom: [0, 0, 0, cut],
  'top-left': [cut, cut, 0, 0],
  'top-right': [0, cut, cut, 0],
  'bottom-right': [0, 0, cut, cut],
  'bottom-left': [cut, 0, 0, cut],
}

/** The bytes themselves. @param sha256 64 hexadecimal digits */
export function exactPrint(sha256: string): Print {
  return { kind: 'exact', variant: 'sent', hex: sha256 }
}

/** A picture, its likely crops, and the mirror image of each. Empty when there is too little to be seen to tell it from others. */
export async function picturePrints(picture: Buffer | string): Promise<Print[]> {
  const pixels = await pixelsOf(picture)
  if (isFlat(pixels)) return []
  return Object.entries(crops).flatMap(([name, [left, top, right, bottom]]) =>
    withMirror(name, hashOf(pixels, { left, top, width: side - left - right, height: side - top - bottom })),
  )
}

/** One frame of footage and its mirror image. Empty for a black one, or any other that says nothing. */
export async function framePrints(frame: Buffer | string, number: number): Promise<Print[]> {
  const pixels = await pixelsOf(frame)
  if (isFlat(pixels)) return []
  return withMirror(`frame-${number}`, hashOf(pixels, { left: 0, top: 0, width: side, height: side }))
}

async function pixelsOf(picture: Buffer | string): Promise<Buffer> {
  return sharp(picture)
    .resize({ width: side, height: side, fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer()
}

/** Lightness that varies by less than this, of 255, is noise and gradients of one colour: all such pictures look alike in 256 bits. */
const leastDeviation = 6

function isFlat(pixels: Buffer): boolean {
  let [sum, squares, count] = [0, 0, 0]
  for (let at = 0; at < pixels.length; at += 4 * 7) {
    const light = ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3
    sum += light
    squares += light * light
    count++
  }
  return Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2)) < leastDeviation
}

function hashOf(pixels: Buffer, part: { left: number; top: number; width: number; height: number }): string {
  const data = new Uint8Array(part.width * part.height * 4)
  for (let row = 0; row < part.height; row++) {
    const from = ((part.top + row) * side + part.left) * 4
    data.set(pixels.subarray(from, from + part.width * 4), row * part.width * 4)
  }
  return bmvbhash({ width: part.width, height: part.height, data }, 16)
}

function withMirror(variant: string, hex: string): Print[] {
  return [
    { kind: 'block', variant, hex },
    { kind: 'block', variant: `${variant}-mirror`, hex: mirrored(hex) },
  ]
}

/** A row of the picture is four digits, and the mirror image has each row the other way round. */
function mirrored(hex: string): string {
  return hex.replaceAll(/.{4}/g, (row) =>
    Number.parseInt(Number.parseInt(row, 16).toString(2).padStart(16, '0').split('').toReversed().join(''), 2)
      .toString(16)
      .padStart(4, '0'),
  )
}

const asked: ReadonlySet<string> = new Set(['sent', 'whole', 'whole-mirror', 'centre', 'edge'])

/** Of what staff removed every variant stands in the list, of others' pictures one alone: so these are enough to ask with. */
export function isAskedWith({ variant }: Pick<Print, 'variant'>): boolean {
  return asked.has(variant) || (isFrame({ variant }) && !variant.endsWith('-mirror'))
}

export function isFrame({ variant }: { variant: string }): boolean {
  return variant.startsWith('frame-')
}

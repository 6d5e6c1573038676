// What is made of a picture. Everything is decoded and encoded anew, turned upright first, and nothing but pixels survives:
// no EXIF, no place, no second file hidden behind the first.
import sharp, { type Sharp } from 'sharp'
import type { Tint } from '#contract/media/file.ts'
import { tintOf } from '#server/media/images/tint.ts'
import { open } from '#server/media/images/sniff.ts'

export type PicturePurpose = 'photo' | 'thumbnail' | 'avatar' | 'cover' | 'promo'
type Size = { within: number } | { width: number; height: number }

/** The names are part of addresses. A protected picture's `thumbnail` is as protected as its `large`. */
export const renditions: Readonly<Record<PicturePurpose, Readonly<Record<string, Size>>>> = {
  photo: { large: { within: 2048 }, thumbnail: { within: 640 } },
  thumbnail: { large: { within: 1280 }, thumbnail: { within: 640 } },
  avatar: { '256': { width: 256, height: 256 }, '96': { width: 96, height: 96 } },
  promo: { large: { within: 1280 }, thumbnail: { within: 640 } },
  cover: { large: { width: 1500, height: 500 }, small: { width: 750, height: 250 } },
}

/** Sizes between, for screens of the middle: made of the largest once the upload is through, where that is larger. */
export const between: Readonly<Partial<Record<string, Readonly<Record<string, { within: number }>>>>> = {
  photo: { medium: { within: 1280 } },
}

export interface Made {
  bytes: Buffer
  width: number
  height: number
}

/** One rendition as JPEG. Pictures are never enlarged, except where a frame must be filled. */
export async function render(picture: string | Buffer, size: Size): Promise<Made> {
  const { data, info } = await resized(open(picture).rotate(), size)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 82 })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, width: info.width, height: info.height }
}

/** The same picture in fewer bytes, for browsers that say they read it; undefined where it would not be fewer. */
export async function lighter(jpeg: Buffer): Promise<Buffer | undefined> {
  const webp = await sharp(jpeg).webp({ quality: 78 }).toBuffer()
  return webp.length < jpeg.length * 0.95 ? webp : undefined
}

function resized(picture: Sharp, size: Size): Sharp {
  if ('within' in size) return picture.resize({ width: size.within, height: size.within, fit: 'inside', withoutEnlargement: true })
  return picture.resize({ ...size, fit: 'cover', position: 'attention' })
}

/** A data URL of at most this length stands in every answer with a locked picture. */
const longestBlur = 1024

/** What stands for a picture that is not there, or not for this reader: its blur, and the colour that it lends. */
export async function placeholderOf(large: Buffer): Promise<{ blur: string; tint?: Tint | undefined }> {
  const [small, tint] = await Promise.all([blur(large), tintOf(large)])
  return { blur: small, tint }
}

/** All that someone without a right ever gets: colours and light, too few pixels to tell what of. */
async function blur(large: Buffer): Promise<string> {
  for (const width of [32, 24, 16, 8]) {
    const tiny = await sharp(large)
      .resize({ width, height: width, fit: 'inside' })
      .blur(1.5)
      .webp({ quality: 40, smartSubsample: true })
      .toBuffer()
    const url = `data:image/webp;base64,${tiny.toString('base64')}`
    if (url.length <= longestBlur) return url
  }
  throw new Error('a picture of 8 by 8 pixels takes more than a kilobyte')
}

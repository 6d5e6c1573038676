// What a picture is, by its bytes: neither its name nor what its sender says of it counts.
import { fileTypeFromBuffer } from 'file-type'
import sharp, { type Sharp } from 'sharp'
import { makeJpegOf } from '#server/media/images/heic.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { refuseField } from '#server/platform/refusals/refusal.ts'

/** calls.md section 3: jpg, png, webp and heic. The second word is what the reading library calls it. */
const allowed = new Map([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/webp', 'webp'],
  ['image/heic', 'heif'],
  ['image/heif', 'heif'],
])

/** More pixels than any camera makes; a small file can claim so many that reading it would fill the memory. */
export const mostPixels = 80_000_000

/**
 * The media type of a received picture, which can be read from here on: HEIC has become JPEG.
 * @throws file_type_not_allowed for anything that is not on the list, SVG and animations of PNG among them; file_unreadable when the
 * header is broken or claims too many pixels
 */
export async function sniff(file: ReceivedFile): Promise<string> {
  const mime = (await fileTypeFromBuffer(file.head).catch(() => undefined))?.mime
  const format = mime && allowed.get(mime)
  if (!format) return refuseField(file.field, 'file_type_not_allowed')
  const header = await open(file.path)
    .metadata()
    .catch(() => undefined)
  if (header?.format !== format) return refuseField(file.field, 'file_unreadable')
  if (header.width * header.height > mostPixels) return refuseField(file.field, 'file_unreadable')
  if (header.compression !== 'hevc') return mime
  await makeJpegOf(file.path, mostPixels).catch(() => refuseField(file.field, 'file_unreadable'))
  return 'image/jpeg'
}

/** A picture to read from: refuses what is broken or too large. Animations give their first frame. */
export function open(picture: string | Buffer): Sharp {
  return sharp(picture, { limitInputPixels: mostPixels, failOn: 'error', sequentialRead: true })
}

// What a received file is, by its bytes: only what is on this list is ever shown to ffmpeg, and with which reader is decided here.
import { fileTypeFromBuffer } from 'file-type'
import { isSelfContained } from '#server/platform/ffmpeg/boxes.ts'
import type { Container } from '#server/platform/ffmpeg/ffmpeg.ts'

/** calls.md section 3: mp4, mov, webm; mp3, m4a, wav. */
const footage: Readonly<Record<string, Container>> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/webm': 'matroska',
}
const sound: Readonly<Record<string, Container>> = {
  'audio/mpeg': 'mp3',
  'audio/x-m4a': 'mov',
  'audio/mp4': 'mov',
  // An M4A of some phones says that it is a film; whether there is sound in it is seen later.
  'video/mp4': 'mov',
  'audio/wav': 'wav',
}

export interface Sniffed {
  mediaType: string
  container: Container
}

/** Undefined: none of these. `broken`: one of these, but cut short or made of parts elsewhere. */
export async function containerOf(
  file: { head: Buffer; path: string; bytes: number },
  kind: 'footage' | 'sound',
): Promise<Sniffed | 'broken' | undefined> {
  const mime = (await fileTypeFromBuffer(file.head).catch(() => undefined))?.mime
  const list = kind === 'footage' ? footage : sound
  const container = mime && Object.hasOwn(list, mime) ? list[mime] : undefined
  if (!mime || !container) return undefined
  if (container === 'mov' && !(await isSelfContained(file.path, file.bytes))) return 'broken'
  return { mediaType: mime, container }
}

/** What the house itself makes of a show; nobody may send it. */
export const ownFilm = 'video/matroska'

/** The reader for a media type that was sniffed before. */
export function containerByType(mediaType: string): Container {
  const container = mediaType === ownFilm ? 'matroska' : (footage[mediaType] ?? sound[mediaType])
  if (!container) throw new Error(`nothing reads ${mediaType}`)
  return container
}

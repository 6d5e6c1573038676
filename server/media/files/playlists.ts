// The playlists of footage, made anew for every viewer: each address in them is signed for this one.
import { signedUrl } from '#server/media/files/addresses.ts'
import type { StoredFile } from '#server/media/files/queries.ts'

/** Where the signed address of its bytes goes in the kept playlist of a quality. */
export const bytesPlace = '{bytes}'

/**
 * A film's playlist is asked for once and its segments for as long as it lasts, so their addresses live that much longer than others.
 * They are bound to the viewer all the same, and the right is asked at every one of them.
 */
function extraSeconds({ durationMs }: StoredFile): number {
  return Math.ceil(((durationMs ?? 0) / 1000) * 2)
}

export interface Listener {
  viewerId: string | undefined
  now: Date
}

/** The list of qualities, best first. Undefined for what has none. */
export function masterPlaylist(file: StoredFile, listener: Listener): string | undefined {
  const steps = file.facts.hls
  if (!steps) return undefined
  const lines = steps.flatMap(({ name, width, height, bandwidth, average, codecs, frameRate }) => [
    `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${average},RESOLUTION=${width}x${height},FRAME-RATE=${frameRate.toFixed(3)},CODECS="${codecs}"`,
    addressOf(file, `v${name}`, listener),
  ])
  return ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...lines, ''].join('\n')
}

/** The playlist of one quality, from the kept one. @param rendition v720 */
export function qualityPlaylist(file: StoredFile, rendition: string, kept: string, listener: Listener): string {
  return kept.replaceAll(bytesPlace, addressOf(file, `s${rendition.slice(1)}`, listener))
}

/** Relative to the playlist's own address, which is the same but for the last part: a long film has thousands of these. */
function addressOf(file: StoredFile, rendition: string, { viewerId, now }: Listener): string {
  return signedUrl(file.id, rendition, viewerId, now, extraSeconds(file)).slice(`/media/${file.id}/`.length)
}

// What ffmpeg wrote about one quality, read for its figures and written anew with a place where the signed address of its bytes goes:
// addresses are made for one viewer and one moment (files/playlists.ts).
import { bytesPlace } from '#server/media/files/files.ts'

export interface Listed {
  text: string
  /** Bits a second: of the fullest segment, and on the whole. */
  bandwidth: number
  average: number
  /** The bytes that come before every segment. */
  start: Part
  segments: (Part & { seconds: number })[]
}

/** From where in the file, and how many bytes. */
export interface Part {
  from: number
  bytes: number
}

export function listed(written: string): Listed {
  const [, startBytes, startFrom] = /#EXT-X-MAP:.*BYTERANGE="(\d+)@(\d+)"/.exec(written) ?? []
  const segments = [...written.matchAll(/#EXTINF:([\d.]+),?[^\n]*\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n/g)].map(([, seconds, bytes, from]) => ({
    seconds: Number(seconds),
    bytes: Number(bytes),
    from: Number(from),
  }))
  if (!startBytes || segments.length === 0) throw new Error('the playlist has no segments')
  const start = { from: Number(startFrom), bytes: Number(startBytes) }
  const rangeOf = ({ bytes, from }: Part) => `${bytes}@${from}`
  const bits = segments.reduce((sum, segment) => sum + segment.bytes * 8, 0)
  const seconds = lengthOf({ segments })
  const text = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segments.map((segment) => segment.seconds)))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${bytesPlace}",BYTERANGE="${rangeOf(start)}"`,
    ...segments.flatMap((segment) => [`#EXTINF:${segment.seconds.toFixed(5)},`, `#EXT-X-BYTERANGE:${rangeOf(segment)}`, bytesPlace]),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n')
  return {
    text,
    // A last segment of a few pictures would say more than the film ever takes.
    bandwidth: Math.round(Math.max(...segments.map((segment) => (segment.bytes * 8) / Math.max(1, segment.seconds)))),
    average: Math.round(bits / seconds),
    start,
    segments,
  }
}

/** In seconds: what is there, whatever the film said of itself. */
export function lengthOf({ segments }: Pick<Listed, 'segments'>): number {
  return segments.reduce((sum, { seconds }) => sum + seconds, 0)
}

/** As RFC 6381 has it, from the beginning of the bytes themselves. */
export function codecsOf(start: Buffer, hasSound: boolean): string {
  const at = start.indexOf('avcC', 0, 'latin1')
  if (at < 0) throw new Error('the beginning of the film names no codec')
  return [`avc1.${start.toString('hex', at + 5, at + 8)}`, ...(hasSound ? ['mp4a.40.2'] : [])].join(',')
}

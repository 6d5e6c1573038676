// What is asked of ffmpeg. A film is decoded once: every quality and the frames for poster, seek bar and fingerprints come out of the
// same run, each size made from the next larger one.
import { fitted, type Picture, type Quality, rateOf } from '#server/media/footage/steps.ts'

/** A segment is as long as this, and begins with a picture that needs no other: players change quality there. */
const segmentSeconds = 4

export interface Plan {
  picture: Picture
  /** The stream of the sound. */
  sound: number | undefined
  qualities: readonly Quality[]
  /** One picture every so many milliseconds, at most a hundred. */
  everyMs: number
  /** The build can turn high dynamic range into the ordinary one. */
  canToneMap: boolean
}

export const mostFrames = 100
/** The longer side of the frames that are looked at. */
const frameSide = 320

export function filmArgs({ picture, sound, qualities, everyMs, canToneMap }: Plan): string[] {
  const rate = rateOf(picture)
  const group = Math.ceil(rate.perSecond * segmentSeconds)
  const filters: string[] = []
  let from = `0:${picture.index}`
  qualities.forEach(({ width, height }, at) => {
    const isLast = at === qualities.length - 1
    const outs = [`q${at}`, isLast ? 'f' : `n${at}`]
    const first = at === 0 ? `fps=${rate.text},${toneMapping(picture, canToneMap)}` : ''
    filters.push(
      `[${from}]${first}scale=${width}:${height}:flags=bicubic,setsar=1,split=${outs.length}${outs.map((out) => `[${out}]`).join('')}`,
    )
    from = `n${at}`
  })
  const { width, height } = picture
  const frame = Math.min(1, frameSide / Math.max(width, height))
  filters.push(
    `[f]fps=${(1000 / everyMs).toFixed(6)},scale=${Math.max(2, Math.round(width * frame))}:${Math.max(2, Math.round(height * frame))}[frames]`,
  )
  return [
    '-filter_complex',
    filters.join(';'),
    ...qualities.flatMap((quality, at) => [
      '-map',
      `[q${at}]`,
      ...(sound === undefined ? [] : ['-map', `0:${sound}`]),
      ...h264(quality.most, group),
      ...(sound === undefined ? [] : aac(quality.sound)),
      ...bare,
      '-f',
      'hls',
      '-hls_time',
      String(segmentSeconds),
      '-hls_list_size',
      '0',
      '-hls_playlist_type',
      'vod',
      '-hls_segment_type',
      'fmp4',
      '-hls_flags',
      'single_file',
      '-hls_segment_filename',
      `s${quality.name}.m4s`,
      `s${quality.name}.m3u8`,
    ]),
    '-map',
    '[frames]',
    '-frames:v',
    String(mostFrames),
    '-q:v',
    '3',
    ...bare,
    '-f',
    'image2',
    'frame-%03d.jpg',
  ]
}

/**
 * The automatic teaser, from a part of a quality that was made: copied as it is where the part begins with it, so that nothing is encoded
 * a second time.
 */
export function clipArgs({ from, seconds, hasSound }: { from: number; seconds: number; hasSound: boolean }): string[] {
  const isCopied = from < 0.001
  return [
    ...(isCopied ? [] : ['-ss', from.toFixed(3)]),
    '-t',
    seconds.toFixed(3),
    '-map',
    '0:v:0',
    ...(hasSound ? ['-map', '0:a:0'] : []),
    ...(isCopied ? ['-c', 'copy'] : [...h264(2800, 250), ...(hasSound ? aac(96) : [])]),
    ...bare,
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    'teaser.mp4',
  ]
}

/** A teaser that was uploaded: one file for everyone, that begins to play before it is all there. */
export function teaserArgs({ picture, sound, everyMs, canToneMap }: Pick<Plan, 'picture' | 'sound' | 'everyMs' | 'canToneMap'>): string[] {
  const rate = rateOf(picture)
  const { width, height } = fitted(720, picture)
  const frame = Math.min(1, frameSide / Math.max(width, height))
  const filters = [
    `[0:${picture.index}]fps=${rate.text},${toneMapping(picture, canToneMap)}scale=${width}:${height}:flags=bicubic,setsar=1,split=2[tv][f]`,
    `[f]fps=${(1000 / everyMs).toFixed(6)},scale=${Math.max(2, Math.round(width * frame))}:${Math.max(2, Math.round(height * frame))}[frames]`,
  ]
  return [
    '-filter_complex',
    filters.join(';'),
    '-map',
    '[tv]',
    ...(sound === undefined ? [] : ['-map', `0:${sound}`]),
    ...h264(2800, Math.ceil(rate.perSecond * segmentSeconds)),
    ...(sound === undefined ? [] : aac(128)),
    ...bare,
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    'teaser.mp4',
    '-map',
    '[frames]',
    '-frames:v',
    String(mostFrames),
    '-q:v',
    '3',
    ...bare,
    '-f',
    'image2',
    'frame-%03d.jpg',
  ]
}

/** Everything but picture and sound stays behind: titles, places, chapters, subtitles, data. */
const bare = [
  '-map_metadata',
  '-1',
  '-map_chapters',
  '-1',
  '-fflags',
  '+bitexact',
  '-flags:v',
  '+bitexact',
  '-flags:a',
  '+bitexact',
  '-sn',
  '-dn',
]

function h264(mostKilobits: number, group: number): string[] {
  return [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-profile:v',
    'high',
    '-crf',
    '22',
    '-maxrate',
    `${mostKilobits}k`,
    '-bufsize',
    `${2 * mostKilobits}k`,
    '-g',
    String(group),
    '-keyint_min',
    String(group),
    '-sc_threshold',
    '0',
    '-pix_fmt',
    'yuv420p',
  ]
}

function aac(kilobits: number): string[] {
  return ['-c:a', 'aac', '-b:a', `${kilobits}k`, '-ac', '2', '-ar', '48000']
}

/** High dynamic range looks grey on an ordinary screen unless it is brought down. */
function toneMapping({ isHdr }: Picture, canToneMap: boolean): string {
  if (!isHdr || !canToneMap) return 'format=yuv420p,'
  return 'zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,tonemap=tonemap=hable:desat=0,zscale=t=bt709:m=bt709:r=tv,format=yuv420p,'
}

// The art program's films: a slow walk over a drawn picture, with a low chord under it. Abstract as the pictures are.
import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import { drawPicture, type PictureSpec } from './draw.ts'

export interface FilmSpec {
  picture: PictureSpec
  seconds: number
  /** Where the walk goes: over the width, up the height, or into the middle. */
  walk: 'across' | 'up' | 'in'
  /** The chord, in hertz. */
  chord: readonly number[]
}

const framesPerSecond = 24

/** An MP4 as somebody's camera would send it, or a Matroska film as shows are kept. @param scale 1 for people; less where nobody looks (tests) */
export async function drawFilm({ picture, seconds, walk, chord }: FilmSpec, scale: number, kind: 'mp4' | 'mkv' = 'mp4'): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-film-'))
  try {
    await writeFile(join(folder, 'picture.jpg'), await drawPicture(picture, Math.max(scale, 0.2)))
    const [width, height] = scale < 0.5 ? [160, 90] : [640, 360]
    const frames = Math.round(seconds * framesPerSecond)
    const part = `on/${frames}`
    const paths = {
      across: `zoompan=z=1.3:x='(iw-iw/zoom)*${part}':y='(ih-ih/zoom)/2'`,
      up: `zoompan=z=1.3:x='(iw-iw/zoom)/2':y='(ih-ih/zoom)*(1-${part})'`,
      in: `zoompan=z='1+0.35*${part}':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2'`,
    }
    const source = ['-i', 'picture.jpg', '-f', 'lavfi', '-i', `aevalsrc=${sound(chord, seconds)}:s=44100:d=${seconds}`]
    const walking = `${paths[walk]}:d=${frames}:s=${width}x${height}:fps=${framesPerSecond},fade=in:0:12,format=yuv420p`
    const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-c:a', 'aac', '-b:a', '96k', '-t', String(seconds)]
    await run(folder, [...source, '-vf', walking, ...coding, `film.${kind}`])
    return await readFile(join(folder, `film.${kind}`))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A recording of the chord alone, as MP3 is too much to ask of every ffmpeg: M4A. */
export async function drawSound({ chord, seconds }: Pick<FilmSpec, 'chord' | 'seconds'>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-sound-'))
  try {
    await run(folder, [
      '-f',
      'lavfi',
      '-i',
      `aevalsrc=${sound(chord, seconds)}:s=44100:d=${seconds}`,
      '-c:a',
      'aac',
      '-b:a',
      '96k',
      'sound.m4a',
    ])
    return await readFile(join(folder, 'sound.m4a'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Each voice breathes at a pace of its own; the whole comes and goes softly. */
function sound(chord: readonly number[], seconds: number): string {
  const voices = chord.map((pitch, n) => `sin(2*PI*${pitch}*t)*(0.6+0.4*sin(2*PI*${(0.11 + n * 0.07).toFixed(2)}*t))`)
  return `'0.12*(${voices.join('+')})*min(1,t)*min(1,${seconds}-t)'`
}

function run(folder: string, args: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(binaries().ffmpeg, ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', ...args], {
      cwd: folder,
      env: {},
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let heard = ''
    child.stderr.on('data', (piece: Buffer) => (heard = `${heard}${String(piece)}`.slice(-500)))
    child.on('error', failed)
    child.on('exit', (code) => (code === 0 ? done() : failed(new Error(`a film could not be drawn: ${heard}`))))
  })
}

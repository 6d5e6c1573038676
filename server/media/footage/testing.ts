// Footage and sound for tests: test cards and tones, made here by ffmpeg itself, small enough to be worked on in a moment.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import type { ReceivedFile } from '#server/platform/storage/receive.ts'
import { store } from '#server/platform/storage/store.ts'

/** Whatever ffmpeg can make. @param name its ending chooses the container; @param input is there as input.mp4 */
export async function recorded(name: string, args: readonly string[], input?: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-clip-'))
  try {
    if (input) await writeFile(join(folder, 'input.mp4'), input)
    await promisify(execFile)(binaries().ffmpeg, ['-v', 'error', '-nostdin', '-y', ...args, name], { cwd: folder })
    return await readFile(join(folder, name))
  } finally {
    await rm(folder, { recursive: true, maxRetries: 10 })
  }
}

export interface Clip {
  name?: string
  seconds?: number
  width?: number
  height?: number
  rate?: number
  hasSound?: boolean
  /** What is to be seen, in the words of ffmpeg's own sources. */
  picture?: string
  /** More of ffmpeg's words about the output. */
  also?: readonly string[]
}

/** A test card with a tone. */
export function clip({
  name = 'clip.mp4',
  seconds = 1,
  width = 160,
  height = 120,
  rate = 10,
  hasSound = true,
  picture = 'testsrc2',
  also = [],
}: Clip = {}) {
  const codec = name.endsWith('webm')
    ? ['-c:v', 'libvpx', '-b:v', '200k', '-c:a', 'libvorbis']
    : ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  return recorded(name, [
    '-f',
    'lavfi',
    '-i',
    `${picture}=s=${width}x${height}:r=${rate}`,
    ...(hasSound ? ['-f', 'lavfi', '-i', 'sine=440'] : []),
    ...codec,
    '-t',
    String(seconds),
    ...also,
  ])
}

/** A tone. */
export function tone({ name = 'tone.mp3', seconds = 1, also = [] }: { name?: string; seconds?: number; also?: readonly string[] } = {}) {
  const codec = name.endsWith('mp3') ? ['-c:a', 'libmp3lame'] : name.endsWith('wav') ? ['-c:a', 'pcm_s16le'] : ['-c:a', 'aac']
  return recorded(name, ['-f', 'lavfi', '-i', `sine=440:d=${seconds}`, ...codec, ...also])
}

/** Bytes as the HTTP layer hands them over. */
export function receivedFrom(bytes: Buffer, name: string, sealed = false): Promise<ReceivedFile> {
  return store.receive(Readable.from([bytes]), { field: 'file', name, maxBytes: 200_000_000, sealed })
}

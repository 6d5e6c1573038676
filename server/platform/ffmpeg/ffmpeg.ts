// ffmpeg and ffprobe, confined. What is read is named by us, its container was sniffed before and is forced upon them, so that
// nothing in the bytes can choose another reader; only readers and decoders that cannot refer to other files are allowed.
// Whoever encodes waits for their turn (encoding-queue.ts); looking into a file does not.
import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { end, startConfined, type Limits } from '#server/platform/ffmpeg/confining.ts'
import { NoRoom } from '#server/platform/storage/disk-space.ts'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'

export { useFfmpeg } from '#server/platform/ffmpeg/binaries.ts'
export { hasNoNetwork } from '#server/platform/ffmpeg/confining.ts'

/** Readers by the name that ffmpeg has for them. */
export type Container = 'mov' | 'matroska' | 'mp3' | 'wav'

export interface Source {
  path: string
  container: Container
}

/** It ended badly: the bytes are at fault, not we. */
export class FfmpegFailed extends Error {
  override name = 'FfmpegFailed'
}

/** It was ended, because this process stops or nobody wants the result any more. */
export class FfmpegStopped extends Error {
  override name = 'FfmpegStopped'
}

const fullDisk = /No space left on device|Disk quota exceeded/

const decoders = [
  'h264',
  'hevc',
  'mpeg4',
  'vp8',
  'vp9',
  'av1',
  'libdav1d',
  'libaom-av1',
  'libvpx',
  'libvpx-vp9',
  'mjpeg',
  'prores',
  'aac',
  'mp3',
  'mp3float',
  'alac',
  'ac3',
  'eac3',
  'opus',
  'libopus',
  'vorbis',
  'libvorbis',
  'flac',
  'pcm_s16le',
  'pcm_s16be',
  'pcm_s24le',
  'pcm_s24be',
  'pcm_s32le',
  'pcm_s32be',
  'pcm_f32le',
  'pcm_f32be',
  'pcm_f64le',
  'pcm_u8',
  'pcm_s8',
  'pcm_alaw',
  'pcm_mulaw',
].join(',')

/** More pixels than 8K film has; a header of a few bytes can claim so many that the memory fills. */
const mostPixels = 8192 * 4320

/** How a source is opened, everywhere. */
export function opening({ path, container }: Source): string[] {
  const guards = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', 'mov,matroska,webm,mp3,wav', '-codec_whitelist', decoders]
  return [...guards, '-max_pixels', String(mostPixels), '-f', container, '-i', path]
}

const gigabyte = 1024 ** 3
const threads = Math.max(1, availableParallelism())

export interface Run {
  source: Source
  /** Everything after the source; outputs are named relative to the folder. */
  args: readonly string[]
  folder: string
  /** Of any one output. */
  outputBytes: number
  /** No more of the source than this is read, whatever it holds; and the work may take so long as is fair for it. */
  seconds: number
  onProgress?: ((seconds: number) => void) | undefined
  signal?: AbortSignal | undefined
}

/** For how long there may be no progress at all. */
const patienceMs = 180_000
/**
 * How many times its own length a film may take. One core makes four qualities of 1080p at 60 pictures a second in about twice the length;
 * this leaves room for a slow machine that does other things too. Others wait behind what was made to be slow.
 */
const slowest = 10

/** @throws FfmpegFailed, FfmpegStopped */
export async function ffmpeg({ source, args, folder, outputBytes, seconds: length, onProgress, signal }: Run): Promise<void> {
  let [last, seconds] = [performance.now(), 0]
  const longestMs = 120_000 + length * slowest * 1000
  const cpuSeconds = (longestMs / 1000) * threads
  await run({
    program: binaries().ffmpeg,
    args: [
      '-hide_banner',
      '-loglevel',
      'error',
      '-nostdin',
      '-y',
      '-progress',
      'pipe:1',
      '-nostats',
      '-threads',
      String(threads),
      '-t',
      String(Math.ceil(length) + 1),
      ...opening(source),
      ...args,
    ],
    folder,
    limits: { memoryBytes: 6 * gigabyte, outputBytes, cpuSeconds },
    longestMs,
    signal,
    stuck: () => performance.now() - last > patienceMs,
    onOutput(text) {
      const micros = Number(/out_time_(?:us|ms)=(\d+)\s[^]*$/.exec(text)?.[1])
      if (!(micros / 1e6 > seconds)) return
      seconds = micros / 1e6
      last = performance.now()
      onProgress?.(seconds)
    },
  })
}

/** What ffprobe says, as JSON. @throws FfmpegFailed */
export async function ffprobe(source: Source): Promise<unknown> {
  let heard = ''
  await run({
    program: binaries().ffprobe,
    args: ['-hide_banner', '-loglevel', 'error', '-of', 'json', '-show_format', '-show_streams', ...opening(source)],
    // It may write nothing, so that any place will do.
    folder: '/',
    limits: { memoryBytes: 2 * gigabyte, outputBytes: 0, cpuSeconds: 40 },
    longestMs: 20_000,
    onOutput(text) {
      heard += text
      if (heard.length > 2_000_000) throw new FfmpegFailed('it has too much to say')
    },
  })
  try {
    return JSON.parse(heard)
  } catch (cause) {
    throw new FfmpegFailed('it said nothing', { cause })
  }
}

let toneMaps: boolean | undefined

/** True for a build with the filters that bring high dynamic range down to the ordinary. Asked once. */
export function canToneMap(): boolean {
  if (toneMaps !== undefined) return toneMaps
  const { stdout } = spawnSync(binaries().ffmpeg, ['-hide_banner', '-filters'], { env: {}, encoding: 'utf8', timeout: 10_000 })
  return (toneMaps = /\bzscale\b/.test(stdout) && /\btonemap\b/.test(stdout))
}

interface Child {
  program: string
  args: readonly string[]
  folder: string
  limits: Limits
  longestMs: number
  signal?: AbortSignal | undefined
  stuck?: () => boolean
  onOutput: (text: string) => void
}

function run({ program, args, folder, limits, longestMs, signal, stuck, onOutput }: Child): Promise<void> {
  return new Promise((done, failed) => {
    if (signal?.aborted) return failed(new FfmpegStopped())
    const child = startConfined(program, args, folder, limits)
    let [said, why] = ['', undefined as Error | undefined]
    const stop = (reason: Error) => {
      why ??= reason
      end(child)
    }
    const began = performance.now()
    const watch = setInterval(() => {
      if (performance.now() - began > longestMs || stuck?.()) stop(new FfmpegFailed('it took too long'))
    }, 500)
    const onAbort = () => stop(new FfmpegStopped())
    signal?.addEventListener('abort', onAbort)
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      try {
        onOutput(text)
      } catch (error) {
        stop(error as Error)
      }
    })
    child.stderr?.setEncoding('utf8').on('data', (text: string) => void (said = (said + text).slice(-4000)))
    const settle = (error: Error | undefined) => {
      clearInterval(watch)
      signal?.removeEventListener('abort', onAbort)
      if (error) failed(error)
      else done()
    }
    child.on('error', (error) => settle(error))
    child.on('close', (code, ended) => {
      // Not the fault of the bytes, which are there to be tried again when there is room.
      if (fullDisk.test(said)) return settle(why ?? new NoRoom(said))
      settle(why ?? (code === 0 ? undefined : new FfmpegFailed(`ended with ${code ?? ended}: ${said}`)))
    })
  })
}

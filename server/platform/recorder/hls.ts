// What a channel sends, for browsers that take no WebRTC: HLS (H264 and AAC in MPEG-TS), a few segments that slide along, made for as long as somebody wants
// it; and one picture of it for whoever shows that it goes on.
// Two programs beside the engine and the site: one puts packets together (passing-on.ts), ffmpeg decodes and encodes. Both read what strangers sent, and both
// are confined: no environment, no network, limits of memory, output and time, and their own folder. It is always encoded anew: a browser sends a keyframe
// when somebody asks for one and none otherwise, so what it sends can be cut into no segments.
// Leaves to others: who may watch, where the files are served, and when it is enough (stage/live/hls).
import type { ChildProcess } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { createInterface } from 'node:readline'
import { binaries } from '#server/platform/ffmpeg/binaries.ts'
import { end, startConfined } from '#server/platform/ffmpeg/confining.ts'
import { opening } from '#server/platform/ffmpeg/ffmpeg.ts'

const passer = fileURLToPath(new URL('./passing-on.ts', import.meta.url))
const [megabyte, gigabyte] = [1024 ** 2, 1024 ** 3]

/** Seconds of one segment; a player stands two or three of them behind. */
const segmentSeconds = 2
/** So many are in the playlist, and a few more on the disk for who is late. */
const listed = 6
const kbits = 1800
const [longSide, shortSide, frameRate] = [1280, 720, 30]
/** Longer than a show may be. What ended so is begun anew by whoever still wants it. */
const cpuSeconds = 12 * 3600

export interface Running {
  /** When nothing more is made, whatever the reason. */
  readonly ended: Promise<void>
  /** Ends it at once. */
  stop(): void
}

interface Channel {
  /** The engine's. */
  socketPath: string
  channel: string
}

/**
 * Begins with the channel's next picture, and ends with the channel, or when one of the two programs does.
 * @param folder that is there, where `<name>.m3u8` and its segments `<name>-<number>.ts` are written
 */
export function startHls({ socketPath, channel, folder, name }: Channel & { folder: string; name: string }): Running {
  const limits = { memoryBytes: 4 * gigabyte, outputBytes: 16 * megabyte, cpuSeconds }
  // What is shown now is more urgent than what was uploaded.
  const pictures = startPassing({ socketPath, channel }, 'all', folder)
  let encoder: ChildProcess | undefined
  const stop = () => {
    end(pictures)
    if (encoder) end(encoder)
  }
  const ended = new Promise<void>((resolve) => {
    const over = () => {
      stop()
      resolve()
    }
    pictures.once('error', over).once('exit', () => {
      // What was put together is made to the end.
      if (!encoder) return over()
      setTimeout(over, 2000).unref()
    })
    whenSized(pictures, (size) => {
      encoder = startConfined(binaries().ffmpeg, hlsArgs(name, size), folder, limits, { takesInput: true, niceness: 5 })
      encoder.once('error', over).once('exit', over)
      encoder.stdout?.resume()
      encoder.stderr?.resume()
      // It may end first.
      encoder.stdin?.on('error', () => {})
      pictures.stdout?.pipe(encoder.stdin!)
    })
  })
  return { ended, stop }
}

/** For how long the next picture is waited for, and then for it to be drawn. */
const snapshotMs = 10_000
const mostSnapshotBytes = 2 * megabyte

/** The channel's next keyframe as a JPEG, 640 pixels on its longer side. Undefined where none comes soon, or none can be made of it. */
export async function takeSnapshot(channel: Channel): Promise<Buffer | undefined> {
  const limits = { memoryBytes: 4 * gigabyte, outputBytes: 0, cpuSeconds: 20 }
  const pictures = startPassing(channel, 'one', '/')
  const drawing = startConfined(binaries().ffmpeg, snapshotArgs, '/', limits, { takesInput: true })
  drawing.stderr?.resume()
  pictures.stderr?.resume()
  drawing.stdin?.on('error', () => {})
  pictures.stdout?.pipe(drawing.stdin!)
  const stop = () => {
    end(pictures)
    end(drawing)
  }
  const late = setTimeout(stop, snapshotMs)
  const chunks: Buffer[] = []
  let bytes = 0
  drawing.stdout?.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > mostSnapshotBytes) stop()
    else chunks.push(chunk)
  })
  const code = await new Promise<number | null>((resolve) => drawing.once('error', () => resolve(null)).once('close', resolve))
  clearTimeout(late)
  stop()
  return code === 0 && bytes > 0 ? Buffer.concat(chunks) : undefined
}

function startPassing({ socketPath, channel }: Channel, much: 'all' | 'one', folder: string): ChildProcess {
  const args = ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning', passer, socketPath, channel, much]
  return startConfined(process.execPath, args, folder, { memoryBytes: 4 * gigabyte, outputBytes: 0, cpuSeconds }, { niceness: 5 })
}

interface Size {
  width: number
  height: number
}

/** Its first picture is there, and its output is not read yet. All else that it says is left out. */
function whenSized(pictures: ChildProcess, act: (size: Size) => void): void {
  let isSized = false
  if (!pictures.stderr) return
  createInterface({ input: pictures.stderr }).on('line', (line) => {
    const [, width, height] = /^\{"width":(\d{1,5}),"height":(\d{1,5})\}$/.exec(line) ?? []
    if (isSized || width === undefined) return
    isSized = true
    act({ width: Number(width), height: Number(height) })
  })
}

/** None of them has a blank in it. */
const said = (args: string) => args.split(' ')
const quietly = said('-hide_banner -loglevel error -nostdin -y')
const source = opening({ path: 'pipe:0', container: 'matroska' })

/** Upright for who holds it upright. A sender's picture grows and shrinks with their line, and may be turned: it stands in one frame. */
export function hlsArgs(name: string, { width, height }: Size): string[] {
  const most = width >= height ? { width: longSide, height: shortSide } : { width: shortSide, height: longSide }
  const scale = Math.min(1, most.width / width, most.height / height)
  const frame = `${evened(width * scale)}:${evened(height * scale)}`
  const fitting = `scale=${frame}:force_original_aspect_ratio=decrease:flags=bilinear,pad=${frame}:(ow-iw)/2:(oh-ih)/2,setsar=1`
  const group = frameRate * segmentSeconds
  return [
    ...quietly,
    ...said(`-threads ${Math.min(2, availableParallelism())}`),
    // What it is, it says in its head: nothing is waited for to find out.
    ...said('-probesize 500000 -analyzeduration 500000 -fpsprobesize 0'),
    ...source,
    ...said(`-map 0:v:0 -vf fps=${frameRate},${fitting},format=yuv420p`),
    ...said(`-c:v libx264 -preset veryfast -tune zerolatency -profile:v main -b:v ${kbits}k -maxrate ${kbits}k -bufsize ${kbits}k`),
    ...said(`-g ${group} -keyint_min ${group} -sc_threshold 0`),
    // A packet of sound that never came is a moment of silence: lips and words stay together.
    ...said('-map 0:a:0 -af aresample=async=1 -c:a aac -b:a 96k -ac 2 -ar 48000 -map_metadata -1'),
    ...said(`-f hls -hls_time ${segmentSeconds} -hls_list_size ${listed} -hls_delete_threshold 3`),
    ...said('-hls_flags delete_segments+temp_file+omit_endlist+independent_segments'),
    ...said(`-hls_segment_filename ${name}-%d.ts ${name}.m3u8`),
  ]
}

const evened = (side: number) => Math.max(2, 2 * Math.round(side / 2))

const snapshotArgs = [
  ...quietly,
  ...source,
  ...said("-map 0:v:0 -frames:v 1 -vf scale='if(gte(iw,ih),min(640,iw),-2)':'if(gte(iw,ih),-2,min(640,ih))',setsar=1"),
  ...said('-map_metadata -1 -q:v 5 -f image2pipe -c:v mjpeg pipe:1'),
]

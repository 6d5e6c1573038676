// Keeps what the media engine carries: a process for each show, beside the engine and the site, so that whatever happens to it, the show goes on.
// Promises: who keeps a show reads nothing of it; who reads it when it is over is confined as a transcoder is: no environment, no network, its own folder,
// limits of memory, output and time. Leaves to others: who may be kept, and what becomes of it (stage/live/recording).
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { text } from 'node:stream/consumers'
import { end, startConfined } from '#server/platform/ffmpeg/confining.ts'

const taper = fileURLToPath(new URL('./taping.ts', import.meta.url))
const joiner = fileURLToPath(new URL('./joining.ts', import.meta.url))
const gigabyte = 1024 ** 3
const node = (program: string, args: readonly string[]) => [
  '--max-old-space-size=512',
  '--disable-warning=ExperimentalWarning',
  program,
  ...args,
]

export interface Taping {
  readonly pid: number | undefined
  /** When nothing more is written, whatever the reason. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** Four hours of the most that a publisher may send, and a little. */
const mostTapeBytes = 12 * gigabyte

/** Begins a tape of a channel, whether or not somebody publishes there already. @param path of a file that is not there yet, in a folder that is */
export function startTaping({
  socketPath,
  channel,
  folder,
  path,
}: {
  socketPath: string
  channel: string
  folder: string
  path: string
}): Taping {
  const limits = { memoryBytes: 4 * gigabyte, outputBytes: mostTapeBytes, cpuSeconds: 4 * 3600 }
  const child = startConfined(process.execPath, node(taper, [socketPath, channel, path]), folder, limits)
  child.stdout?.resume()
  child.stderr?.resume()
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()).once('error', () => resolve()))
  return {
    pid: child.pid,
    ended,
    async stop() {
      child.kill('SIGTERM')
      const late = setTimeout(() => end(child), 2000)
      await ended
      clearTimeout(late)
    },
  }
}

export interface Joined {
  /** That could be read on the tapes, of picture and sound. */
  packets: number
  pictures: number
  seconds: number
  mediaType: 'video/x-matroska' | 'video/webm' | 'video/mp4'
}

/** Tapes that nothing can be made of. */
export class JoiningFailed extends Error {
  override name = 'JoiningFailed'
}

const fromWithout: readonly (NodeJS.Signals | null)[] = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** Makes one film of tapes. @param film where it is written @param reader who is to read it: the pipeline of uploads, or a browser as it is @throws JoiningFailed; and where it was ended from without, or no room is left on the disk, something else: another time it may go well */
export async function join({
  tapes,
  film,
  folder,
  mostSeconds,
  reader = 'pipeline',
}: {
  tapes: readonly string[]
  film: string
  folder: string
  mostSeconds: number
  reader?: 'pipeline' | 'browser'
}): Promise<Joined> {
  const limits = { memoryBytes: 4 * gigabyte, outputBytes: mostTapeBytes, cpuSeconds: 3600 }
  const child = startConfined(process.execPath, node(joiner, [film, reader, String(mostSeconds), ...tapes]), folder, limits)
  const [said, why] = [text(child.stdout!), text(child.stderr!)]
  const late = setTimeout(() => end(child), 3600_000)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(late)
  if (code !== 0) {
    const words = (await why).slice(-1000)
    // Its limits end it otherwise: this is a machine that stops, or whose disk is full.
    if (fromWithout.includes(signal) || words.includes('ENOSPC')) throw new Error(`a film was not finished: ${signal ?? words}`)
    throw new JoiningFailed(words)
  }
  return JSON.parse(await said) as Joined
}

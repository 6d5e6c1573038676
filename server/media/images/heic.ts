// What iPhones write. The picture library reads no HEVC, so a decoder in WebAssembly makes a JPEG of it first: in a thread of its
// own, because it holds its processor for a second or more, one at a time, and not for longer than it may take.
import { Worker } from 'node:worker_threads'

const longestMs = 20_000
let last: Promise<unknown> = Promise.resolve()

/** Rewrites the HEIC file at this path as JPEG, upright and without metadata. Rejects when it cannot be read or claims too many pixels. */
export function makeJpegOf(path: string, mostPixels: number): Promise<void> {
  const next = last.then(() => convert(path, mostPixels))
  last = next.catch(() => {})
  return next
}

function convert(path: string, mostPixels: number): Promise<void> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
    workerData: { path, mostPixels },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  })
  const timer = setTimeout(() => void worker.terminate(), longestMs)
  return new Promise<void>((done, failed) => {
    worker.once('error', failed)
    worker.once('exit', (code) => (code === 0 ? done() : failed(new Error('the picture could not be decoded'))))
  }).finally(() => clearTimeout(timer))
}

// Encoding takes every core for as long as it lasts: one at a time, in the order they came.
import { FfmpegStopped } from '#server/platform/ffmpeg/ffmpeg.ts'
import { semaphore } from '#server/platform/semaphore/semaphore.ts'

const encoding = semaphore(1)
const going = new Map<AbortController, Promise<unknown>>()

/** Does this when it is its turn. The signal says that the process is about to stop. @throws FfmpegStopped */
export function queueEncoding<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return encoding.run(async () => {
    const stop = new AbortController()
    const result = work(stop.signal)
    going.set(stop, result)
    try {
      return await result
    } finally {
      going.delete(stop)
    }
  })
}

/** Ends what is being done, forgets what waits, and resolves once all of it has been put down. Later work is taken on again. */
export async function stopEncoding(): Promise<void> {
  encoding.rejectWaiting(new FfmpegStopped())
  for (const stop of going.keys()) stop.abort()
  await Promise.allSettled(going.values())
}

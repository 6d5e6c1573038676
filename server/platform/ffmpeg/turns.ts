// Encoding takes every core for as long as it lasts: one at a time, in the order they came, unless a machine is known to bear more.
import { FfmpegStopped } from '#server/platform/ffmpeg/ffmpeg.ts'

const most = 1
let running = 0
const waiting: { begin: () => void; giveUp: () => void }[] = []
const going = new Map<AbortController, Promise<unknown>>()

/** Does this when it is its turn. The signal says that the process is about to stop. @throws FfmpegStopped */
export async function inTurn<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  if (running >= most) await new Promise<void>((begin, failed) => waiting.push({ begin, giveUp: () => failed(new FfmpegStopped()) }))
  else running++
  const stop = new AbortController()
  const result = work(stop.signal)
  going.set(stop, result)
  try {
    return await result
  } finally {
    going.delete(stop)
    const next = waiting.shift()
    if (next) next.begin()
    else running--
  }
}

/** Ends what is being done, forgets what waits, and resolves once all of it has been put down. Later work is taken on again. */
export async function stopTurns(): Promise<void> {
  for (const next of waiting.splice(0)) next.giveUp()
  for (const stop of going.keys()) stop.abort()
  await Promise.allSettled(going.values())
}

import { createReadStream } from 'node:fs'

/** How many bars a player draws. */
const bars = 200
/** Steps of the bars: quiet and loud lie far apart, so that they are drawn by their root. */
const most = 100

/** How loud the sound is along its length, from 0 to 100, the loudest place being 100. @param path 16-bit samples of one channel */
export async function peaksOf(path: string, samples: number): Promise<number[]> {
  const loudest = new Float64Array(bars)
  let [at, odd] = [0, Buffer.alloc(0)]
  for await (const piece of createReadStream(path)) {
    const chunk = odd.length > 0 ? Buffer.concat([odd, piece as Buffer]) : (piece as Buffer)
    for (let place = 0; place + 1 < chunk.length; place += 2, at++) {
      const bar = Math.min(bars - 1, Math.floor((at * bars) / samples))
      loudest[bar] = Math.max(loudest[bar] ?? 0, Math.abs(chunk.readInt16LE(place)))
    }
    odd = chunk.length % 2 === 1 ? Buffer.from(chunk.subarray(-1)) : Buffer.alloc(0)
  }
  const top = Math.max(...loudest)
  // Noise of the last bits is silence.
  if (top < 32) return Array.from({ length: bars }, () => 0)
  return [...loudest].map((value) => Math.round(Math.sqrt(value / top) * most))
}

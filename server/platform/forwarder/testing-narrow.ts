// For the test and the bench of a narrow way: three real layers, a browser that decodes behind a way that lets through so many bits a second, and somebody
// else on a wide one, who measures nothing and so is led by what he loses alone.
import { createSocket } from 'node:dgram'
import { setTimeout as sleep } from 'node:timers/promises'
import { bound, openBrowser, startOne, statsOf } from '#server/platform/forwarder/testing.ts'
import { sendLayers } from '#server/platform/forwarder/testing-layers.ts'
import { watch } from '#server/platform/forwarder/testing-peer.ts'

/** What a router keeps before it drops: a quarter of a second at 600 kbit/s. */
const queueBytes = 19_000
const channel = 'valley'

/** A way to the forwarder that can be narrowed: what is too much waits in a short queue, and what the queue does not hold is lost. */
async function narrowWay(to: number) {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')]
  const queue: Buffer[] = []
  let [person, queued, bytesPerSecond, credit, at] = [0, 0, Infinity, 0, performance.now()]
  const counts = { dropped: 0 }
  const timer = setInterval(() => {
    const now = performance.now()
    // A timer that is late gives what was due meanwhile, and not more than the queue.
    credit = Math.min(queueBytes, credit + ((now - at) / 1000) * bytesPerSecond)
    at = now
    for (let next = queue[0]; next && next.length <= credit; next = queue[0]) {
      queue.shift()
      queued -= next.length
      credit -= next.length
      front.send(next, person, '127.0.0.1')
    }
    if (queue.length === 0) credit = Math.min(credit, 1500)
  }, 4)
  front.on('message', (packet, { port }) => {
    person = port
    back.send(packet, to, '127.0.0.1')
  })
  back.on('message', (packet) => {
    if (bytesPerSecond === Infinity) return front.send(packet, person, '127.0.0.1')
    if (queued + packet.length > queueBytes) return void (counts.dropped += 1)
    queue.push(packet)
    queued += packet.length
  })
  const close = () => {
    clearInterval(timer)
    for (const socket of [front, back]) socket.close()
  }
  return { port: await bound(front), counts, narrow: (bits: number) => (bytesPerSecond = bits / 8), close }
}

/** Waits until both have the largest layer, cuts one, and looks on. */
export async function cutOne(bits: number, { seconds = 12, patience = 90 } = {}) {
  const one = await startOne()
  const browsers = await openBrowser(one)
  const host = await sendLayers((sdp) => one.engine.publish(channel, { sdp, label: 'host' }))
  const way = await narrowWay(one.port)
  const layerOf = async (label: string) => (await one.engine.channel(channel)).viewers.find((viewer) => viewer.label === label)?.layer
  const until = async (what: string, isSo: () => Promise<boolean>) => {
    for (let tries = 0; !(await isSo()); tries++) {
      if (tries >= patience * 5) throw new Error(`in vain: ${what}`)
      await sleep(200)
    }
  }
  try {
    await until('three layers are known', async () => (await one.engine.channel(channel)).publisher?.layers.at(2)?.width === 1280)
    const wide = await watch((sdp) => one.engine.view(channel, { sdp, label: 'wide' }))
    const narrow = await browsers.someone(way.port)
    await narrow.evaluate(() => window.view('valley', 'narrow'))
    await until('the one on the wide way has the largest layer', async () => (await layerOf('wide')) === 2)
    await until('the browser shows the largest layer', async () => (await statsOf(narrow))['frameWidth'] === 1280)
    await narrow.evaluate(() => window.noticePictures())
    way.narrow(bits)
    const seen = { narrow: new Set<number | undefined>(), wide: new Set<number | undefined>() }
    const missingBefore = wide.counts.missing
    for (let tick = 0; tick < seconds * 4; tick++) {
      await sleep(250)
      seen.narrow.add(await layerOf('narrow'))
      seen.wide.add(await layerOf('wide'))
    }
    await until('the browser shows a smaller layer', async () => ((await statsOf(narrow))['frameWidth'] ?? 1280) < 1280)
    const noticed = await narrow.evaluate(() => window.noticedPictures())
    const before = (await statsOf(narrow))['framesDecoded'] ?? 0
    await until('pictures go on', async () => ((await statsOf(narrow))['framesDecoded'] ?? 0) > before + 20)
    wide.close()
    return {
      ...noticed,
      dropped: way.counts.dropped,
      narrow: [...seen.narrow],
      wide: [...seen.wide],
      missing: wide.counts.missing - missingBefore,
    }
  } finally {
    host.close()
    way.close()
    await browsers.close()
    await one.close()
  }
}

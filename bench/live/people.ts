// Who publishes, or so many who watch: people of the WebRTC library in a process of their own, so that what they cost is none of the forwarder's.
// Arguments: the forwarder's socket, and how many watch (0: one publishes, with so many bits a second as come after). Whoever started it asks for counts.
import { forwarder } from '#server/platform/forwarder/client.ts'
import { send, watch } from '#server/platform/forwarder/testing-peer.ts'

const [socketPath = '', many = '0', bitrate = '1000000'] = process.argv.slice(2)
const engine = forwarder(socketPath)
/** Two packets of a hundred are asked for once more, as on a bad evening. */
const asksAgain = 50
/** At once: more would time out while two cores shake hands with all. */
const atOnce = 4

export interface Counts {
  packets: number
  bytes: number
  missing: number
}

const watching: Awaited<ReturnType<typeof watch>>[] = []
if (Number(many) === 0) await send((sdp) => engine.publish('bench', { sdp, label: 'host' }), { bitrate: Number(bitrate) })
else
  for (let nth = 0; nth < Number(many); nth += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, Number(many) - nth) }, (_, at) =>
      watch((sdp) => engine.view('bench', { sdp, label: `guest-${nth + at}` }), { asksAgain }),
    )
    watching.push(...(await Promise.all(some)))
  }
process.send?.('ready')
process.on('message', () => {
  const total: Counts = { packets: 0, bytes: 0, missing: 0 }
  for (const { counts } of watching) for (const name of ['packets', 'bytes', 'missing'] as const) total[name] += counts[name]
  process.send?.(total)
})
process.on('disconnect', () => process.exit(0))

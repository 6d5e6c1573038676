// A viewer whose network lets no UDP through watches over coturn, spoken to by TCP or by TLS, with the name and password of a grant.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useSecret } from '#server/platform/config/keys.ts'
import { freePort, type One, openBrowser, startOne, statsOf } from '#server/platform/forwarder/testing.ts'
import { sendLayers } from '#server/platform/forwarder/testing-layers.ts'
import { iceServers, useRelays } from '#server/stage/live/relays.ts'
import { networkWithoutUdp, startCoturn, turnserver } from '#server/stage/live/testing-network.ts'

const secret = 'what the site and coturn both know'
const person = { streamId: '019ab000-0000-7000-8000-000000000001', accountId: '019ab000-0000-7000-8000-000000000002' }
if (!turnserver) console.info('Watching over a relay was left out: there is no coturn (turnserver) on this machine.')

let ways: Record<'tcp' | 'tls', string[]>
let network: Awaited<ReturnType<typeof networkWithoutUdp>>
let one: One
let coturn: Awaited<ReturnType<typeof startCoturn>>
let browsers: Awaited<ReturnType<typeof openBrowser>>
let host: Awaited<ReturnType<typeof sendLayers>>
beforeAll(async () => {
  if (!turnserver) return
  network = await networkWithoutUdp()
  if (!network) console.info('This machine lets nobody make a network without UDP: the browser is told to use relays alone.')
  const address = network?.address ?? '127.0.0.1'
  one = await startOne({ bind: address, relayedPort: await freePort() })
  const [port, tlsPort] = [await freePort(), await freePort()]
  coturn = await startCoturn({ address, port, tlsPort, secret })
  useSecret(Buffer.alloc(32, 7))
  ways = { tcp: [`turn:${address}:${port}?transport=tcp`], tls: [`turns:${address}:${tlsPort}?transport=tcp`] }
  browsers = await openBrowser(one, network)
  host = await sendLayers((sdp) => one.engine.publish('cellar', { sdp, label: 'host' }), address)
}, 120_000)
afterAll(async () => {
  useRelays(undefined)
  host?.close()
  await browsers?.close()
  await coturn?.close()
  await one?.close()
  network?.close()
})

/** What a page gets with its grant; where the network itself drops no UDP, it may use the relay alone. */
function configured(way: 'tcp' | 'tls', minutes: number): RTCConfiguration {
  useRelays({ stunUrls: [], turnUrls: ways[way], turnSecret: secret })
  return { iceServers: iceServers(person, new Date(Date.now() + minutes * 60_000)), ...(network ? {} : { iceTransportPolicy: 'relay' }) }
}

async function watches(way: 'tcp' | 'tls'): Promise<void> {
  const guest = await browsers.someone()
  const { firstFrameMs } = await guest.evaluate(([label, given]) => window.view('cellar', label, given), [
    way,
    configured(way, 10),
  ] as const)
  expect(firstFrameMs, coturn.said()).toBeGreaterThan(0)
  expect(await guest.evaluate(() => window.way())).toEqual(['relay', way])
  const before = (await statsOf(guest))['framesDecoded'] ?? 0
  await expect.poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 30_000 }).toBeGreaterThan(before + 30)
}
const seated = async () => (await one.engine.channel('cellar')).viewers.filter(({ connected }) => connected).map(({ label }) => label)

test.skipIf(!turnserver)(
  'without UDP a viewer watches over the relay, and without the relay not at all',
  { timeout: 120_000, retry: 2 },
  async () => {
    await watches('tcp')
    // The same page with nothing but its own addresses, and one whose grant is over.
    for (const given of [{ ...configured('tcp', 10), iceServers: [] }, configured('tcp', -1)]) {
      const outside = await browsers.someone()
      expect((await outside.evaluate((one) => window.view('cellar', 'outside', one), given)).firstFrameMs).toBe(-1)
    }
    expect(await seated()).toEqual(['tcp'])
  },
)

test.skipIf(!turnserver)('who lets nothing but TLS through watches, too', { timeout: 120_000, retry: 2 }, async () => {
  await watches('tls')
  expect(await seated()).toContain('tls')
})

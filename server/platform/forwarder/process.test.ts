import { createSocket } from 'node:dgram'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { forwarder, type ForwarderEvent, ForwarderRefusal } from '#server/platform/forwarder/client.ts'
import { bound, type One, openBrowser, startOne, statsOf } from '#server/platform/forwarder/testing.ts'

let one: One
let browsers: Awaited<ReturnType<typeof openBrowser>>
let port: number
let engine: One['engine']
let running: One['running']
const someone = (way?: number) => browsers.someone(way)

beforeAll(async () => {
  one = await startOne({ silentMs: 1500, endedMs: 6000 })
  ;({ port, engine, running } = one)
  browsers = await openBrowser(one)
})
// What a test that failed left behind is no other test's.
afterEach(async () => {
  await browsers.leave()
  for (const { channel } of (await engine.channels()).channels) await engine.endChannel(channel).catch(() => {})
})
afterAll(async () => {
  await browsers?.close()
  await one?.close()
})

/** A way to the forwarder on which every so manieth packet is lost, in both directions. */
async function lossyWay(every: number) {
  const [front, back] = [createSocket('udp4'), createSocket('udp4')]
  const counts = { lost: 0, seen: 0 }
  let person = 0
  const isLost = (packet: Buffer) => {
    // Checks of the way itself and the handshake are let through: this is about media.
    if ((packet[0] ?? 0) >> 6 !== 2 || ++counts.seen % every !== 0) return false
    counts.lost += 1
    return true
  }
  front.on('message', (packet, { port: source }) => {
    person = source
    if (!isLost(packet)) back.send(packet, port, '127.0.0.1')
  })
  back.on('message', (packet) => {
    if (!isLost(packet)) front.send(packet, person, '127.0.0.1')
  })
  return { port: await bound(front), counts, close: () => [front, back].map((socket) => socket.close()) }
}

test('a camera is published and played by another: pictures move, and there is sound', async () => {
  const [host, guest] = [await someone(), await someone()]
  await host.evaluate(() => window.publish('garden', 'host'))
  const { session, firstFrameMs } = await guest.evaluate(() => window.view('garden', 'guest'))
  console.info(`the first picture after ${Math.round(firstFrameMs)} ms`)
  expect(firstFrameMs).toBeGreaterThan(0)
  const before = await statsOf(guest)
  await expect
    .poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 30_000 })
    .toBeGreaterThan((before['framesDecoded'] ?? 0) + 20)
  await expect.poll(async () => (await statsOf(guest))['totalAudioEnergy'], { timeout: 30_000 }).toBeGreaterThan(0)
  const state = await engine.channel('garden')
  expect(state.publisher).toMatchObject({ label: 'host', codec: 'H264', connected: true, silent: false, bframes: false })
  // How large a browser begins is its own choice, and it may change: what is known of it is what its viewer sees.
  await expect
    .poll(async () => {
      const [{ frameWidth, frameHeight }, { publisher }] = await Promise.all([statsOf(guest), engine.channel('garden')])
      return publisher?.layers.map(({ width, height }) => width === frameWidth && height === frameHeight)
    })
    .toEqual([true])
  expect(state.viewers).toMatchObject([{ label: 'guest', connected: true }])
  // It counts from the second thing that the guest says of what arrived.
  await expect.poll(async () => (await engine.channel('garden')).mediaMs['guest'], { timeout: 30_000 }).toBeGreaterThan(0)

  await engine.endSession(session)
  await expect.poll(async () => (await engine.channel('garden')).viewers.length, { timeout: 10_000 }).toBe(0)
  await guest.waitForTimeout(1000)
  const stopped = (await statsOf(guest))['packetsReceived']
  await guest.waitForTimeout(500)
  expect((await statsOf(guest))['packetsReceived']).toBe(stopped)
})

test('three layers come by their names, and a viewer gets one', async () => {
  const [host, guest] = [await someone(), await someone()]
  await host.evaluate(() => window.publish('stairs', 'host', 3))
  const layersOf = async () => (await engine.channel('stairs')).publisher?.layers ?? []
  await expect.poll(async () => (await layersOf()).map(({ rid }) => rid), { timeout: 60_000 }).toEqual(['q', 'h', 'f'])
  await guest.evaluate(() => window.view('stairs', 'guest'))
  // Which one depends on how fast this machine draws; when it is another is held by layers.test.ts.
  await expect.poll(async () => [320, 640, 1280].includes((await statsOf(guest))['frameWidth'] ?? 0), { timeout: 30_000 }).toBe(true)
  const before = (await statsOf(guest))['framesDecoded'] ?? 0
  await expect.poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 30_000 }).toBeGreaterThan(before + 10)
})

test('one packet of twenty is lost on both ways, and the picture never stands still for a second', async () => {
  const [up, down] = [await lossyWay(20), await lossyWay(20)]
  const [host, guest] = [await someone(up.port), await someone(down.port)]
  await host.evaluate(() => window.publish('storm', 'host'))
  await guest.evaluate(() => window.view('storm', 'guest'))
  await guest.waitForTimeout(8000)
  // However slowly this machine draws.
  await expect.poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 30_000 }).toBeGreaterThan(80)
  const [sent, got] = [await statsOf(host), await statsOf(guest)]
  console.info(
    `lost up ${up.counts.lost}, down ${down.counts.lost}; ${got['framesDecoded']} frames, longest freeze in all ${got['totalFreezesDuration']} s`,
  )
  expect(up.counts.lost).toBeGreaterThan(10)
  expect(down.counts.lost).toBeGreaterThan(10)
  // Both were asked for what was lost, and what was asked for came.
  expect(sent['retransmittedPacketsSent']).toBeGreaterThan(0)
  expect(got['nackCount']).toBeGreaterThan(0)
  // Where nothing is sent again it stands still for three quarters of the time; how long at most is printed above, and a busy machine has its own pauses.
  expect(got['totalFreezesDuration']).toBeLessThan(3)
  up.close()
  down.close()
})

test('who publishes again over a new connection keeps the viewers; nobody else may; who falls silent is ended', async () => {
  const heard: ForwarderEvent[] = []
  const enough = new AbortController()
  const listening = (async () => {
    for await (const event of engine.events(enough.signal)) heard.push(event)
  })()
  const [host, again, guest] = [await someone(), await someone(), await someone()]
  await host.evaluate(() => window.publish('bridge', 'host'))
  await expect(again.evaluate(() => window.publish('bridge', 'thief'))).rejects.toThrow('somebody else publishes here')
  const { session } = await guest.evaluate(() => window.view('bridge', 'guest'))
  await again.evaluate(() => window.publish('bridge', 'host'))
  const before = (await statsOf(guest))['framesDecoded'] ?? 0
  await expect.poll(async () => (await statsOf(guest))['framesDecoded'], { timeout: 30_000 }).toBeGreaterThan(before + 30)
  expect((await engine.channel('bridge')).viewers).toMatchObject([{ session, connected: true }])

  expect(await engine.endLabel('guest', 'elsewhere')).toEqual({ ended: 0 })
  expect(await engine.endLabel('guest')).toEqual({ ended: 1 })
  await again.context().close()
  await expect.poll(() => heard.map(({ type }) => type), { timeout: 30_000 }).toContain('publisher-silent')
  await expect.poll(() => heard.at(-1)?.type, { timeout: 30_000 }).toBe('publisher-ended')
  const types = heard.map(({ type, label }) => `${type} ${label}`)
  expect(types.filter((type) => type === 'publisher-connected host')).toHaveLength(2)
  expect(types).toEqual(expect.arrayContaining(['viewer-connected guest', 'viewer-ended guest']))
  enough.abort()
  await listening
  await Promise.all([host.context().close(), guest.context().close()])
})

test('who asks for nonsense is told so, and everybody else is served', async () => {
  await expect(engine.view('nowhere', { sdp: 'v=0', label: 'guest' })).rejects.toMatchObject({ code: 'no_publisher', status: 404 })
  await expect(engine.publish('hall', { sdp: 'garbage', label: 'vandal' })).rejects.toMatchObject({ code: 'bad_offer', status: 400 })
  await expect(engine.publish('hall', { sdp: 'v=0\r\n'.repeat(400_000), label: 'vandal' })).rejects.toMatchObject({ status: 413 })
  await expect(engine.endSession('nobody')).rejects.toMatchObject({ code: 'not_found' })
  const codes: string[] = []
  // A thousand, some hundreds at once: more than the system keeps waiting at a socket would be its no, and not ours.
  for (let round = 0; round < 5; round++)
    codes.push(
      ...(await Promise.all(
        Array.from({ length: 200 }, () =>
          engine.publish('hall', { sdp: 'v=0', label: 'flood' }).then(
            () => 'taken in',
            (error: { code: string }) => error.code,
          ),
        ),
      )),
    )
  expect(new Set(codes)).toEqual(new Set(['bad_offer', 'too_often']))
  expect(await engine.channels()).toMatchObject({ channels: [] })
})

test('a forwarder that is killed is started again', async () => {
  const before = running.pid ?? 0
  const restarted = new Promise<void>((done) => running.news.once('restarted', done))
  process.kill(before, 'SIGKILL')
  const away = await forwarder('/nowhere')
    .channels()
    .catch((error: unknown) => error)
  expect(away).toBeInstanceOf(ForwarderRefusal)
  expect(away).toMatchObject({ code: 'unavailable' })
  await restarted
  expect(running.pid).not.toBe(before)
  expect(await engine.channels()).toMatchObject({ channels: [] })
})

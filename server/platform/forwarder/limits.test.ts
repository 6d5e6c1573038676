// What is bounded: people a channel, sessions a person, the port, the memory. Without a browser (testing-peer.ts).
import { execFileSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bound, type One, startOne } from '#server/platform/forwarder/testing.ts'
import { send, watch } from '#server/platform/forwarder/testing-peer.ts'

let one: One
beforeAll(async () => {
  one = await startOne({ sessionsPerLabel: 3, viewersPerChannel: 5, offersPerSecond: 1000 })
})
afterAll(async () => {
  await one?.close()
})

const publishTo =
  ({ engine }: One, channel: string, label: string) =>
  (sdp: string) =>
    engine.publish(channel, { sdp, label })
/** Says goodbye as a page does. */
async function left(person: { session: string; close(): void }): Promise<void> {
  await one.engine.endSession(person.session)
  person.close()
}
const viewOf =
  ({ engine }: One, channel: string, label: string) =>
  (sdp: string) =>
    engine.view(channel, { sdp, label })

test('OBS sends: what a viewer gets has no hole, and what he asks for again comes again', async () => {
  const host = await send(publishTo(one, 'studio', 'host'))
  const guest = await watch(viewOf(one, 'studio', 'guest'), { asksAgain: 10 })
  await expect.poll(() => guest.counts.packets, { timeout: 10_000 }).toBeGreaterThan(100)
  const again = async () => ((await one.engine.channel('studio')).viewers[0]?.packets ?? 0) - guest.counts.packets
  await expect.poll(again, { timeout: 10_000 }).toBeGreaterThan(30)
  expect(guest.counts.missing).toBe(0)
  const { publisher } = await one.engine.channel('studio')
  expect(publisher).toMatchObject({ codec: 'H264', connected: true, bframes: false, layers: [{ width: 640, height: 360 }] })
  await left(guest)
  await left(host)
  expect((await one.engine.channels()).channels).toEqual([])
})

test('whoever asks for everything again, all the time, gets a quarter of it and takes nobody else’s time', async () => {
  const host = await send(publishTo(one, 'storm', 'host'), { bitrate: 1_000_000 })
  const calm = await watch(viewOf(one, 'storm', 'calm'))
  const loud = await watch(viewOf(one, 'storm', 'loud'), { storms: true })
  await expect.poll(() => calm.counts.packets, { timeout: 30_000 }).toBeGreaterThan(1500)
  const viewers = async () => new Map((await one.engine.channel('storm')).viewers.map(({ label, ...viewer }) => [label, viewer]))
  const [quiet, noisy] = [(await viewers()).get('calm'), (await viewers()).get('loud')]
  // Hundreds of thousands of numbers were sent, and looked for are 400 in a second; of what is said, 200 things are read.
  expect(noisy?.unheard).toBeGreaterThan(1000)
  expect(quiet?.unheard).toBe(0)
  // A quarter again, and what was saved up: no share of the share.
  expect(noisy?.bytes ?? 0).toBeLessThan((quiet?.bytes ?? 0) * 1.25 + 64 * 1024 + 1)
  expect(noisy?.bytes ?? 0).toBeGreaterThan(quiet?.bytes ?? 0)
  expect(calm.counts.missing).toBe(0)
  for (const each of [calm, loud, host]) await left(each)
})

test('an encoder whose pictures are sent out of order is told of once, while everybody still gets them', async () => {
  const enough = new AbortController()
  const told: string[] = []
  const listening = (async () => {
    for await (const { type, channel, label } of one.engine.events(enough.signal)) told.push(`${type} ${channel} ${label}`)
  })()
  await one.engine.channels()
  const host = await send(publishTo(one, 'crossed', 'host'), { isCrossed: true })
  await expect.poll(() => told, { timeout: 10_000 }).toContain('bframes crossed host')
  const guest = await watch(viewOf(one, 'crossed', 'guest'))
  await expect.poll(() => guest.counts.packets, { timeout: 10_000 }).toBeGreaterThan(30)
  expect((await one.engine.channel('crossed')).publisher).toMatchObject({ bframes: true })
  expect(told.filter((line) => line.startsWith('bframes'))).toHaveLength(1)
  enough.abort()
  await listening
  await left(guest)
  await left(host)
})

test('one more viewer than a channel holds, and one more session than a person may have, are refused by name', async () => {
  const host = await send(publishTo(one, 'full', 'host'))
  const guests = []
  for (const label of ['a', 'a', 'a', 'b', 'c']) guests.push(await watch(viewOf(one, 'full', label)))
  await expect(watch(viewOf(one, 'full', 'd'))).rejects.toMatchObject({ code: 'too_many_viewers', status: 409 })
  const last = guests.pop()
  if (last) await left(last)
  // A fourth session of one person, though the channel has room again; a channel of their own is one more, too.
  await expect(watch(viewOf(one, 'full', 'a'))).rejects.toMatchObject({ code: 'too_many_sessions', status: 429 })
  await expect(send(publishTo(one, 'other', 'a'))).rejects.toMatchObject({ code: 'too_many_sessions', status: 429 })
  expect((await one.engine.channels()).channels.map(({ channel, viewers }) => [channel, viewers.length])).toEqual([['full', 4]])
  guests.push(await watch(viewOf(one, 'full', 'd')))
  for (const guest of guests) await left(guest)
  await left(host)
})

test('an answer names the announced address, and none of the machine', async () => {
  const announced = await startOne({ announce: '203.0.113.7' })
  let answer = ''
  const sending = send(async (sdp) => {
    const published = await announced.engine.publish('far', { sdp, label: 'host' })
    answer = published.sdp
    // The address is of the router, which is not here: the way is tried without it.
    return { ...published, sdp: answer.replaceAll('203.0.113.7', '127.0.0.1') }
  })
  const host = await sending
  const candidates = answer.split('\r\n').filter((line) => line.startsWith('a=candidate:'))
  expect(candidates.length).toBeGreaterThan(0)
  for (const candidate of candidates) expect(candidate).toMatch(new RegExp(` 203\\.0\\.113\\.7 ${announced.port} typ host`))
  expect(answer).not.toContain('127.0.0.1 ')
  host.close()
  await announced.close()
})

test('a port that somebody else has is said, not tried again and again; it is held from the beginning', async () => {
  const taken = createSocket('udp4')
  const port = await bound(taken)
  const log: string[] = []
  await expect(startOne({ port, log: (line) => log.push(line) })).rejects.toThrow('ended while it started')
  expect(log).toContain(`UDP 127.0.0.1:${port} could not be bound`)
  await new Promise<void>((closed) => taken.close(closed))
  const free = await startOne({ port })
  // Nobody is here yet, and nobody else gets it.
  await expect(bound(createSocket('udp4'), port)).rejects.toThrow('EADDRINUSE')
  await free.close()
})

test('where there is IPv6 alone, it is bound, answered and reached', async () => {
  const v6 = await startOne({ bind: '::1' })
  let answer = ''
  const host = await send(
    async (sdp) => {
      const published = await v6.engine.publish('six', { sdp, label: 'host' })
      answer = published.sdp
      return published
    },
    { bind: '::1' },
  )
  expect(answer).toMatch(new RegExp(`a=candidate:.* ::1 ${v6.port} typ host`))
  const guest = await watch(viewOf(v6, 'six', 'guest'), { bind: '::1' })
  await expect.poll(() => guest.counts.packets, { timeout: 10_000 }).toBeGreaterThan(20)
  guest.close()
  host.close()
  await v6.close()
})

test('two hundred who come and go leave nothing behind', async () => {
  const host = await send(publishTo(one, 'door', 'host'))
  const come = async (count: number) => {
    for (let nth = 0; nth < count; nth++) {
      const guest = await watch(viewOf(one, 'door', `guest-${nth % 4}`))
      if (nth % 20 === 0) await expect.poll(() => guest.counts.packets, { timeout: 10_000 }).toBeGreaterThan(5)
      await left(guest)
    }
    // What was closed is held on to for some seconds.
    await new Promise((done) => setTimeout(done, 6000))
    return residentMb(one.running.pid)
  }
  // The first ones fill what every process keeps: code, pools, threads.
  const before = await come(60)
  const after = await come(200)
  console.info(`the forwarder held ${before.toFixed(0)} MB, and after 200 more ${after.toFixed(0)} MB`)
  expect((await one.engine.channel('door')).viewers).toEqual([])
  expect(after - before).toBeLessThan(40)
  await left(host)
})

/** What the system says that a process holds. */
function residentMb(pid: number | undefined): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

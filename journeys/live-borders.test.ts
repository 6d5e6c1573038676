// A country is closed in the middle of a show, by its creator or by the site: whoever watches from there loses picture, segments and room within seconds,
// whatever other windows they have elsewhere, and nobody else loses anything. The media engine is a stand-in that says what the test says.
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { standingEngine } from '#journeys/standing-engine.ts'
import { useEngine, watchOver } from '#server/stage/live/live.ts'

const [japan, taiwan] = ['133.1.0.1', '168.95.1.1']
/** What was closed is gone within so much. */
const lostMs = 5000

let house: House
let office: Person
let watching: { stop: () => Promise<void> }
const carried = new Map<string, Set<string>>()
beforeAll(async () => {
  // They call from where a proxy of ours says that they do.
  house = await openHouse({ TRUSTED_PROXIES: '127.0.0.1' })
  office = await house.staff()
  useEngine(standingEngine(carried))
  watching = watchOver(house.db, (error) => {
    throw error
  })
}, 600_000)
beforeEach(() => carried.clear())
afterAll(async () => {
  await watching?.stop()
  await house.close()
})

const from = (address: string, { token }: Person) => ({
  'x-forwarded-for': address,
  authorization: token,
  'content-type': 'application/json',
})

/** Watches: asks for the picture, and listens in the room. */
async function watches(person: Person, { _id: id, conversationId }: { _id: string; conversationId?: string }, address: string) {
  const asked = await fetch(`${house.address}/api/streaming/agora/token`, {
    method: 'POST',
    headers: from(address, person),
    body: JSON.stringify({ streamId: id, role: 'audience' }),
  })
  expect(asked.status).toBe(200)
  carried.set(id, (carried.get(id) ?? new Set()).add(person.id))
  const socket = io(house.address, {
    transports: ['websocket'],
    forceNew: true,
    extraHeaders: { 'x-forwarded-for': address },
    query: { token: person.token },
  })
  const heard: string[] = []
  socket.on(
    'stream/message-created',
    ({ messages }: { messages: { text: string }[] }) => void heard.push(...messages.map(({ text }) => text)),
  )
  expect(await socket.timeout(10_000).emitWithAck('stream/join', { conversationId })).toMatchObject({ joined: true })
  return {
    heard,
    isSeeing: () => carried.get(id)?.has(person.id) ?? false,
    /** What a page asks for every two seconds that watches by HLS. */
    playlist: (url: string) => fetch(house.address + url, { headers: from(address, person) }).then(({ status }) => status),
    close: () => socket.close(),
  }
}

async function show() {
  const lan = await house.creator({ name: 'Lan' })
  const stream = await lan.api.live.begin({ title: '光的排練', type: 'public' })
  let lines = 0
  const pei = await house.fan({ name: 'Pei' })
  const listener = await watches(pei, stream, taiwan)
  /** Something is said in the room: whether they hear it, by when another one did. */
  const hears = async ({ heard }: { heard: readonly string[] }) => {
    const text = `Line ${++lines}`
    await lan.api.messaging.say({ id: stream.conversationId ?? '', text })
    await expect.poll(() => listener.heard.includes(text), { timeout: 10_000, interval: 20 }).toBe(true)
    await new Promise((passed) => setTimeout(passed, 100))
    return heard.includes(text)
  }
  return { lan, stream, hears, close: listener.close }
}

for (const by of ['its creator', 'the site'] as const)
  test(`a country that ${by} closes in the middle of a show sees, hears and reads no more of it within seconds`, async () => {
    const { lan, stream, hears, close } = await show()
    const [mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
    const [afar, near] = [await watches(mei, stream, japan), await watches(jun, stream, taiwan)]
    let url: string | undefined
    await expect.poll(async () => (url = (await mei.api.live.watchByHls({ id: stream._id })).url), { timeout: 20_000 }).toBeDefined()
    await jun.api.live.watchByHls({ id: stream._id })
    for (const each of [afar, near]) {
      expect(await each.playlist(url!)).toBe(200)
      expect(await hears(each)).toBe(true)
    }
    if (by === 'its creator') await lan.api.blocks.blockCountries({ countryCodes: ['JP'] })
    else await office.api.admin.saveSettings({ values: { blockedCountries: ['JP'] } })
    const closedAt = Date.now()
    await expect.poll(() => afar.isSeeing(), { timeout: 20_000 }).toBe(false)
    await expect.poll(() => hears(afar), { timeout: 20_000, interval: 400 }).toBe(false)
    await expect.poll(() => afar.playlist(url!), { timeout: 20_000 }).toBe(by === 'the site' ? 451 : 404)
    expect(Date.now() - closedAt).toBeLessThan(lostMs)
    expect(near.isSeeing()).toBe(true)
    expect(await hears(near)).toBe(true)
    expect(await near.playlist(url!)).toBe(200)
    await office.api.admin.saveSettings({ values: { blockedCountries: [] } })
    for (const each of [afar, near, { close }]) each.close()
  })

test('nobody who has not signed in hears a room, wherever they call from: there is nobody to put out', async () => {
  const { stream, close } = await show()
  const socket = io(house.address, { transports: ['websocket'], forceNew: true, extraHeaders: { 'x-forwarded-for': taiwan } })
  expect(await socket.timeout(10_000).emitWithAck('stream/join', { conversationId: stream.conversationId })).toEqual({ joined: false })
  for (const each of [socket, { close }]) each.close()
})

test('another window elsewhere keeps nobody in a show from where it was closed', async () => {
  const { lan, stream, hears, close } = await show()
  const mei = await house.fan({ name: 'Mei' })
  const afar = await watches(mei, stream, japan)
  const near = await watches(mei, stream, taiwan)
  await lan.api.blocks.blockCountries({ countryCodes: ['JP'] })
  const closedAt = Date.now()
  // Which of their windows it is nobody who carries knows: all are hung up, and who may ask again has it back.
  await expect.poll(() => afar.isSeeing(), { timeout: 20_000 }).toBe(false)
  await expect.poll(() => hears(afar), { timeout: 20_000, interval: 400 }).toBe(false)
  expect(Date.now() - closedAt).toBeLessThan(lostMs)
  near.close()
  const back = await watches(mei, stream, taiwan)
  await new Promise((passed) => setTimeout(passed, lostMs))
  expect(back.isSeeing()).toBe(true)
  expect(await hears(back)).toBe(true)
  for (const each of [afar, back, { close }]) each.close()
})

// The room of a stream, with a performer, people who watch, a moderator and staff. The stage does not stand yet: who is live, and for whom, is said here.
import { io } from 'socket.io-client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Pushes } from '#contract/pushes.ts'
import type { RoomLine } from '#contract/talk/rooms.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'
import { sql } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { type House, openHouse, type Person } from '#journeys/house.ts'

let house: House
let [lan, mod, mei, jun]: Person[] = []
let staff: Person
/** What the stage says: the stream of whoever is live, who is shut out of it, who paid, who moderates. */
const stage = {
  live: new Map<string, string>(),
  shutOut: new Set<string>(),
  buyers: new Set<string>(),
  isOpenToVisitors: true,
}

beforeAll(async () => {
  house = await openHouse({ TRUSTED_PROXIES: '127.0.0.1' })
  ;[lan, mod] = [await house.creator({ name: 'Lan' }), await house.fan({ name: 'Mo' })]
  ;[mei, jun] = [await house.fan({ name: 'Mei' }), await house.fan({ name: 'Jun' })]
  staff = await house.staff()
  rooms.useStreams({
    current: async (_db, performerId) => stage.live.get(performerId),
    async rights(_db, { viewer }) {
      const id = idOf(viewer)
      return {
        mayWatch: id === undefined ? stage.isOpenToVisitors : !stage.shutOut.has(id),
        isBuyer: id !== undefined && stage.buyers.has(id),
        isModerator: id === mod!.id,
      }
    },
    unwelcome: async (_db, _streamId, seated) => seated.filter(({ accountId }) => stage.shutOut.has(accountId)),
  })
}, 600_000)
afterAll(() => house.close())

let room: string
beforeEach(async () => {
  stage.shutOut.clear()
  stage.buyers.clear()
  stage.isOpenToVisitors = true
  stage.live.set(lan!.id, crypto.randomUUID())
  room = (await lan!.api.messaging.roomOf({ id: lan!.id }))._id
})

const say = (who: Person, text: string, clientId?: string) => who.api.messaging.say({ id: room, text, ...(clientId && { clientId }) })
type Asking = Pick<Person, 'api'>
const visitor = (): Asking => ({ api: house.visitor() })
const texts = async (who: Asking = visitor()) => (await who.api.messaging.publicMessages({ id: room })).data.map(({ text }) => text)

test('the room of whom is live is made for its performer, once, and found by everybody; of whom is not live there is none', async () => {
  const again = await lan!.api.messaging.roomOf({ id: lan!.id })
  expect(again._id).toBe(room)
  expect(await visitor().api.messaging.roomOf({ id: lan!.id })).toMatchObject({
    _id: room,
    type: 'stream',
    performerId: lan!.id,
    isModerator: false,
    writing: { may: false, why: 'visitor' },
  })
  stage.live.set(lan!.id, crypto.randomUUID())
  await expect(mei!.api.messaging.roomOf({ id: lan!.id })).rejects.toMatchObject({ code: 'not_found' })
  stage.live.delete(lan!.id)
  await expect(lan!.api.messaging.roomOf({ id: lan!.id })).rejects.toMatchObject({ code: 'not_found' })
  // It is no conversation of two: nobody finds it among their own.
  await say(lan!, 'Good evening')
  expect((await lan!.api.messaging.conversations({})).data).toEqual([])
  await expect(lan!.api.messaging.conversation({ id: room })).rejects.toMatchObject({ code: 'not_found' })
})

test('two performers’ rooms asked for in the same moment are one each', async () => {
  stage.live.set(lan!.id, crypto.randomUUID())
  const asked = await Promise.all(Array.from({ length: 8 }, () => lan!.api.messaging.roomOf({ id: lan!.id })))
  expect(new Set(asked.map(({ _id }) => _id)).size).toBe(1)
  const { left } = await house.db.one<{ left: number }>(sql`
    select count(*)::integer as left from messaging.conversations c where c.kind = 'room' and not exists (select from messaging.rooms r where r.conversation_id = c.id)`)
  expect(left).toBe(0)
})

test('all read the same lines in the same order, also who signed in nowhere; whom the stream is not open to finds nothing', async () => {
  await say(mei!, 'One')
  await say(jun!, 'Two')
  await say(lan!, 'Three')
  for (const who of [lan!, mei!, jun!, staff, visitor()]) expect(await texts(who)).toEqual(['One', 'Two', 'Three'])
  expect((await mei!.api.messaging.roomMessages({ id: room, limit: 2 })).data.map(({ text }) => text)).toEqual(['Two', 'Three'])
  stage.shutOut.add(jun!.id)
  stage.isOpenToVisitors = false
  for (const who of [jun!, visitor()])
    for (const ask of [
      () => who.api.messaging.publicMessages({ id: room }),
      () => who.api.messaging.roomMessages({ id: room }),
      () => who.api.messaging.roomChanges({ id: room, after: 0 }),
      () => who.api.messaging.room({ id: room }),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'not_found' })
  await expect(say(jun!, 'Let me in')).rejects.toMatchObject({ code: 'not_found' })
  expect(await texts(staff)).toEqual(['One', 'Two', 'Three'])
})

test('a line is said once under its name, whatever the network does; another text under it is refused', async () => {
  const sent = await Promise.all([say(mei!, 'Once', 'a-name'), say(mei!, 'Once', 'a-name'), say(mei!, 'Once', 'a-name')])
  expect(new Set(sent.map(({ _id }) => _id)).size).toBe(1)
  expect(await texts()).toEqual(['Once'])
  await expect(say(mei!, 'Twice', 'a-name')).rejects.toMatchObject({ code: 'idempotency_key_reused' })
  expect(sent[0]?.clientId).toBe('a-name')
  // It is answered as it is read afterwards.
  expect((await mei!.api.messaging.roomMessages({ id: room })).data).toEqual([sent[0]])
  expect((await jun!.api.messaging.roomMessages({ id: room })).data[0]).not.toHaveProperty('clientId')
})

test('who may write is what its performer says: followers, subscribers, buyers; the performer and moderators always', async () => {
  await lan!.api.messaging.updateRoom({ id: room, chatAudience: 'followers' })
  await expect(say(mei!, 'May I?')).rejects.toMatchObject({ code: 'room_audience', details: { audience: 'followers' } })
  await mei!.api.follows.follow({ id: lan!.id })
  await say(mei!, 'I follow')
  await lan!.api.messaging.updateRoom({ id: room, chatAudience: 'subscribers' })
  await expect(say(mei!, 'And now?')).rejects.toMatchObject({ code: 'room_audience' })
  await lan!.api.messaging.updateRoom({ id: room, chatAudience: 'buyers' })
  stage.buyers.add(jun!.id)
  await say(jun!, 'I paid')
  await say(mod!, 'I keep order')
  await say(lan!, 'It is my room')
  expect(await texts()).toEqual(['I follow', 'I paid', 'I keep order', 'It is my room'])
  await mei!.api.follows.unfollow({ id: lan!.id })
})

test('in slow mode somebody waits their time between two lines and is told how long; who runs the room does not', async () => {
  await lan!.api.messaging.updateRoom({ id: room, slowModeSeconds: 30 })
  await say(mei!, 'First', 'slow-1')
  const early = await say(mei!, 'Second').catch((error: unknown) => error)
  expect(early).toMatchObject({ code: 'slow_mode', status: 429 })
  expect((early as { details: { seconds: number } }).details.seconds).toBeGreaterThan(0)
  // The same line again is no second one.
  await say(mei!, 'First', 'slow-1')
  await say(mod!, 'I')
  await say(mod!, 'am quick')
  house.clock.advance({ seconds: 31 })
  // Nor does it take the turn of one.
  await say(mei!, 'First', 'slow-1')
  await say(mei!, 'Second')
  expect(await texts()).toEqual(['First', 'I', 'am quick', 'Second'])
})

test('whoever is muted reads on and cannot write; they are told, and hear it when it is over', async () => {
  await mod!.api.messaging.updateRoom({ id: room, mutedUserIds: [mei!.id, lan!.id] })
  await expect(say(mei!, 'Hm')).rejects.toMatchObject({ code: 'room_muted' })
  await say(lan!, 'Nobody mutes the host')
  expect((await mei!.api.messaging.room({ id: room })).writing).toEqual({ may: false, why: 'muted' })
  const seen = await mod!.api.messaging.room({ id: room })
  expect(seen.mutedUserIds).toEqual([mei!.id])
  // Whoever runs the room sees by their names whom they would let speak again.
  expect(seen.muted).toMatchObject([{ _id: mei!.id, username: mei!.username }])
  expect(await mei!.api.messaging.room({ id: room })).not.toHaveProperty('mutedUserIds')
  expect(await mei!.api.messaging.room({ id: room })).not.toHaveProperty('muted')
  await mod!.api.messaging.updateRoom({ id: room, mutedUserIds: [] })
  await say(mei!, 'Thanks')
})

test('only who runs a room changes it; a closed one is read and not written, and stays closed', async () => {
  for (const who of [mei!, visitor()])
    await expect(who.api.messaging.updateRoom({ id: room, slowModeSeconds: 5 })).rejects.toMatchObject({
      code: who === mei ? 'not_allowed' : 'sign_in_required',
    })
  await expect(mod!.api.messaging.updateRoom({ id: room, isActive: false })).rejects.toMatchObject({ code: 'not_allowed' })
  await say(mei!, 'Good night')
  await lan!.api.messaging.updateRoom({ id: room, name: 'Late show', isActive: false })
  await expect(say(mei!, 'Still there?')).rejects.toMatchObject({ code: 'room_closed' })
  await expect(say(lan!, 'Nor I')).rejects.toMatchObject({ code: 'room_closed' })
  await expect(lan!.api.messaging.updateRoom({ id: room, isActive: true })).rejects.toMatchObject({ code: 'room_closed' })
  await expect(
    house.db.transaction((tx) => tx.run(sql`update messaging.rooms set is_active = true where conversation_id = ${room}`)),
  ).rejects.toThrow('stays closed')
  expect(await texts()).toEqual(['Good night'])
})

test('a deleted line leaves a notice, a cleared room is empty, and both are kept for those who look into it', async () => {
  const rude = await say(mei!, 'Something rude')
  const fine = await say(jun!, 'Something fine')
  await expect(jun!.api.messaging.remove({ id: rude._id })).rejects.toMatchObject({ code: 'not_allowed' })
  await lan!.api.messaging.updateRoom({ id: room, pinnedMessageId: rude._id })
  expect((await mei!.api.messaging.room({ id: room })).pinned?.text).toBe('Something rude')
  await mod!.api.messaging.remove({ id: rude._id })
  expect(await texts()).toEqual(['', 'Something fine'])
  expect(await mei!.api.messaging.room({ id: room })).not.toHaveProperty('pinned')
  await expect(mei!.api.messaging.clearRoom({ id: room })).rejects.toMatchObject({ code: 'not_allowed' })
  await staff.api.messaging.clearRoom({ id: room })
  expect(await texts()).toEqual([])
  await expect(lan!.api.messaging.updateRoom({ id: room, pinnedMessageId: fine._id })).rejects.toMatchObject({ code: 'not_found' })
  const kept = await house.db.many<{ text: string }>(
    sql`select text from messaging.messages where conversation_id = ${room} order by number`,
  )
  expect(kept.map(({ text }) => text)).toEqual(['Something rude', 'Something fine'])
  const { deeds } = await house.db.one<{ deeds: number }>(
    sql`select count(*)::integer as deeds from audit.entries where action = 'messaging.room_cleared' and subject_id = ${room}`,
  )
  expect(deeds).toBe(1)
  await say(mei!, 'Afterwards')
  expect(await texts()).toEqual(['Afterwards'])
})

test('bad input is a named refusal and leaves nothing: no text, too long, prohibited, a line of another room, numbers of nowhere', async () => {
  await staff.api.admin.saveSettings({ values: { prohibitedTerms: ['forbidden'] } })
  const before = (await lan!.api.messaging.room({ id: room })).change
  await expect(say(mei!, '   ')).rejects.toMatchObject({ code: 'text_required' })
  await expect(say(mei!, '字'.repeat(501))).rejects.toMatchObject({ code: 'invalid' })
  await expect(say(mei!, 'a forbidden word')).rejects.toMatchObject({ code: 'prohibited_term' })
  await expect(lan!.api.messaging.updateRoom({ id: room, pinnedMessageId: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(lan!.api.messaging.updateRoom({ id: room, slowModeSeconds: 90_000 })).rejects.toMatchObject({ code: 'invalid' })
  await expect(mei!.api.messaging.say({ id: crypto.randomUUID(), text: 'Hello' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await lan!.api.messaging.room({ id: room })).change).toBe(before)
})

interface Screen {
  heard: [string, { conversationId: string; change: number; messages?: readonly RoomLine[] }][]
  joins(id?: string, more?: object): Promise<{ joined: boolean; change?: number }>
  leaves(): void
  close(): void
}

async function screen(who?: Person, address = '127.0.0.1'): Promise<Screen> {
  const extraHeaders = { 'x-forwarded-for': address }
  const socket = io(house.address, { transports: ['websocket'], forceNew: true, extraHeaders, ...(who && { query: { token: who.token } }) })
  const heard: Screen['heard'] = []
  socket.onAny((name: string, payload: Pushes['stream/message-created']) => {
    if (name.startsWith('stream/')) heard.push([name, payload])
  })
  await new Promise<void>((done, failed) => {
    socket.once('connect', () => done())
    socket.once('connect_error', failed)
  })
  return {
    heard,
    joins: (id = room, more = {}) =>
      socket.timeout(10_000).emitWithAck('stream/join', { conversationId: id, ...more }) as ReturnType<Screen['joins']>,
    leaves: () => void socket.emit('stream/leave', { conversationId: room }),
    close: () => void socket.close(),
  }
}

test('whoever joined hears each line with its number, and asks for what came before the answer; who was not let in hears nothing', async () => {
  await say(mei!, 'Before')
  stage.shutOut.add(jun!.id)
  const [outside, watcher, shut] = [await screen(), await screen(mei), await screen(jun)]
  try {
    const { joined, change } = await outside.joins()
    expect(joined).toBe(true)
    expect((await visitor().api.messaging.roomChanges({ id: room, after: 0 })).messages.map(({ text }) => text)).toEqual(['Before'])
    expect((await watcher.joins()).joined).toBe(true)
    expect(await shut.joins()).toEqual({ joined: false })
    expect(await outside.joins(crypto.randomUUID())).toEqual({ joined: false })
    expect(await shut.joins(room, { padding: 'x' })).toEqual({ joined: false })
    expect(await watcher.joins(room, { padding: 'x' }), 'unknown words are refused').toEqual({ joined: false })
    const lines = [await say(mei!, 'One'), await say(lan!, 'Two')]
    await lan!.api.messaging.updateRoom({ id: room, slowModeSeconds: 3 })
    await mod!.api.messaging.remove({ id: lines[0]!._id })
    await lan!.api.messaging.clearRoom({ id: room })
    for (const each of [outside, watcher]) {
      await expect
        .poll(() => each.heard.map(([name]) => name))
        .toEqual(['stream/message-created', 'stream/message-created', 'stream/room-updated', 'stream/message-deleted', 'stream/cleared'])
      expect(each.heard.map(([, payload]) => payload.change)).toEqual([1, 2, 3, 4, 5].map((nth) => (change ?? 0) + nth))
      expect(each.heard[0]?.[1].messages).toMatchObject([{ text: 'One', sender: { name: 'Mei' } }])
    }
    expect(shut.heard).toEqual([])
    outside.leaves()
    await lan!.api.messaging.updateRoom({ id: room, slowModeSeconds: 0 })
    await say(mei!, 'Three')
    await expect.poll(() => watcher.heard.length).toBe(7)
    expect(outside.heard.length).toBeLessThan(7)
  } finally {
    for (const each of [outside, watcher, shut]) each.close()
  }
})

test('who signs out while they come in hears nothing of the room', async () => {
  stage.isOpenToVisitors = false
  const socket = io(house.address, { transports: ['websocket'], forceNew: true, query: { token: mei!.token } })
  const heard: string[] = []
  socket.onAny((name: string) => void (name.startsWith('stream/') && heard.push(name)))
  try {
    await new Promise<void>((done) => socket.once('connect', () => done()))
    const watcher = await screen(jun)
    await watcher.joins()
    for (let attempt = 0; attempt < 5; attempt++) {
      const joined = socket.timeout(10_000).emitWithAck('stream/join', { conversationId: room }) as Promise<{ joined: boolean }>
      socket.emit('auth/logout')
      await joined
      await say(lan!, `For those who are in ${attempt}`)
      await socket.timeout(10_000).emitWithAck('auth/login', { token: mei!.token })
    }
    await expect.poll(() => watcher.heard.length).toBe(5)
    watcher.close()
    expect(heard).toEqual([])
  } finally {
    socket.close()
  }
})

test('a block parts two people in a room as everywhere, and so does a country that a performer closed; whoever runs the room reads it all', async () => {
  const japan = '133.1.0.1'
  const ada = await house.creator({ name: 'Ada' })
  await ada.api.blocks.blockUser({ targetId: jun!.id })
  await ada.api.blocks.blockCountries({ countryCodes: ['JP'] })
  const pinned = await say(ada, 'Pinned')
  await lan!.api.messaging.updateRoom({ id: room, pinnedMessageId: pinned._id })
  const [watcher, parted, afar] = [await screen(mei), await screen(jun), await screen(mei, japan)]
  try {
    for (const each of [watcher, parted, afar]) expect((await each.joins()).joined).toBe(true)
    await say(mei!, 'One')
    const { change: before } = await lan!.api.messaging.room({ id: room })
    await say(ada, 'From Ada')
    await say(mei!, 'Two')
    const heard = (each: Screen) => each.heard.flatMap(([, { messages = [] }]) => messages.map(({ text }) => text))
    await expect.poll(() => heard(watcher)).toEqual(['One', 'From Ada', 'Two'])
    for (const each of [parted, afar]) await expect.poll(() => heard(each)).toEqual(['One', 'Two'])
    // Whoever missed one asks, and is told of the rest.
    const asked = await jun!.api.messaging.roomChanges({ id: room, after: before })
    expect(asked).toMatchObject({ messages: [{ text: 'Two' }], change: before + 2, isAll: true })
    expect(asked.room).not.toHaveProperty('pinned')
    expect(await texts(jun)).toEqual(['One', 'Two'])
    expect(await jun!.api.messaging.publicMessages({ id: room, limit: 1 })).toMatchObject({ data: [{ text: 'Two' }], total: 2 })
    expect(await texts(mei)).toEqual(['Pinned', 'One', 'From Ada', 'Two'])
    expect(await texts(mod)).toContain('From Ada')
    for (const path of [
      `/messages/conversations/public/${room}`,
      `/messages/stream/${room}/changes?after=0`,
      `/conversations/stream/${room}`,
    ]) {
      const answer = await house.app.http.inject({ url: `/api${path}`, headers: { 'x-forwarded-for': japan, authorization: mei!.token } })
      expect([answer.statusCode, answer.body.includes('Ada')], path).toEqual([200, false])
    }
    // The other way round: whoever was blocked is not read by who blocked them.
    await say(jun!, 'From Jun')
    expect(await texts(ada)).not.toContain('From Jun')
    expect(await texts(mei)).toContain('From Jun')
  } finally {
    for (const each of [watcher, parted, afar]) each.close()
  }
})

test('forty people say a thousand lines: nobody misses one, and all read them in the same order, whatever pushes were lost', async () => {
  const people = await Promise.all(Array.from({ length: 40 }, (_, nth) => house.fan({ name: `Guest ${nth}` })))
  const said = await Promise.all(
    people.map(async (each, nth) => {
      const own: string[] = []
      for (let n = 0; n < 25; n++) own.push((await say(each, `${nth}-${n}`, `guest-${nth}-${n}-${room}`))._id)
      return own
    }),
  )
  const readers = await Promise.all(
    people.slice(0, 5).map(async ({ api }) => {
      const order: string[] = []
      for (let after = 0; ; ) {
        const { messages, change, isAll } = await api.messaging.roomChanges({ id: room, after })
        order.push(...messages.map(({ _id }) => _id))
        if (isAll) return order
        after = change
      }
    }),
  )
  for (const order of readers) expect(order).toEqual(readers[0])
  expect(readers[0]?.toSorted()).toEqual(said.flat().toSorted())
})

test('two who change a room at once lose nothing of each other, and one who comes after it was closed is told so', async () => {
  await Promise.all([
    lan!.api.messaging.updateRoom({ id: room, slowModeSeconds: 7 }),
    mod!.api.messaging.updateRoom({ id: room, chatAudience: 'followers' }),
    lan!.api.messaging.updateRoom({ id: room, muteUserId: mei!.id }),
    mod!.api.messaging.updateRoom({ id: room, muteUserId: jun!.id }),
  ])
  const seen = await lan!.api.messaging.room({ id: room })
  expect(seen).toMatchObject({ slowModeSeconds: 7, chatAudience: 'followers' })
  expect(seen.mutedUserIds?.toSorted()).toEqual([mei!.id, jun!.id].toSorted())
  await lan!.api.messaging.updateRoom({ id: room, unmuteUserId: mei!.id })
  expect((await lan!.api.messaging.room({ id: room })).mutedUserIds).toEqual([jun!.id])
  const told = await Promise.allSettled([
    lan!.api.messaging.updateRoom({ id: room, isActive: false }),
    ...[1, 2, 3, 4, 5, 6].map((slowModeSeconds) => mod!.api.messaging.updateRoom({ id: room, slowModeSeconds })),
  ])
  const noes = told.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { code: string }).code] : []))
  expect(noes.filter((code) => code !== 'room_closed')).toEqual([])
})

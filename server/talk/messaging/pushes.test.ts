import { expect, onTestFinished, test, vi } from 'vitest'
import type { RoomLine } from '#contract/talk/rooms.ts'
import type { Database } from '#server/platform/db/db.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { push, tellLine, tellRoom } from '#server/talk/messaging/pushes.ts'

const heard: [string, string, { change: number; messages?: RoomLine[] }][] = []
const realtime = { toRoom: (...said: (typeof heard)[number]) => void heard.push(said), hear() {} } as unknown as Realtime
push(realtime, {} as Database)
const nobody = { accountIds: [], countries: [] }
const line = (change: number) => ({ change, text: `line ${change}` }) as RoomLine

test('what a room said in one moment goes out as one push, in its order, and before what came after it', async () => {
  for (const change of [2, 1, 3]) tellLine('a', line(change), nobody)
  tellLine('b', line(7), nobody)
  expect(heard).toEqual([])
  await new Promise((later) => setImmediate(later))
  expect(heard.map(([room, name, { change, messages }]) => [room, name, change, messages?.map((each) => each.change)])).toEqual([
    ['room:a', 'stream/message-created', 3, [1, 2, 3]],
    ['room:b', 'stream/message-created', 7, [7]],
  ])
  heard.length = 0
  tellLine('a', line(4), nobody)
  tellRoom('stream/message-deleted', 'a', { change: 5, messageId: 'one' })
  await new Promise((later) => setImmediate(later))
  expect(heard.map(([, name, { change }]) => [name, change])).toEqual([
    ['stream/message-created', 4],
    ['stream/message-deleted', 5],
  ])
})

test('a room that took long to tell rests twice as long, and then what was said meanwhile goes out together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  heard.length = 0
  const toRoom = (...said: (typeof heard)[number]) => {
    vi.advanceTimersByTime(30)
    heard.push(said)
  }
  push({ toRoom, hear() {} } as unknown as Realtime, {} as Database)
  tellLine('full', line(1), nobody)
  await new Promise((later) => setImmediate(later))
  for (const change of [2, 3]) tellLine('full', line(change), nobody)
  await new Promise((later) => setImmediate(later))
  vi.advanceTimersByTime(59)
  expect(heard.map(([, , { change }]) => change)).toEqual([1])
  vi.advanceTimersByTime(1)
  expect(heard.map(([, , { messages }]) => messages?.map((each) => each.change))).toEqual([[1], [2, 3]])
})

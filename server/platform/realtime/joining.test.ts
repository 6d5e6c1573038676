import type { Socket } from 'socket.io'
import { expect, test } from 'vitest'
import { visitor } from '#server/platform/http/viewer.ts'
import { joiningOf, type Judge } from '#server/platform/realtime/joining.ts'

/** Whoever asks for a room is in it, whatever else they say. */
const judge = (async (_viewer, _country, { conversationId }) => ({ room: `room ${conversationId}`, answer: { change: 1 } })) as Judge

function connected(judged: Judge = judge) {
  const inside = new Set<string>()
  const socket = {
    disconnected: false,
    request: {},
    join: async (room: string) => void inside.add(room),
    leave: (room: string) => inside.delete(room),
  }
  const judges = new Map([['stream/join', judged]])
  const joining = joiningOf({ socket: socket as unknown as Socket, judges, viewer: async () => visitor, countryOf: undefined })
  return { inside, joining, joins: (asks: object) => joining.join('stream/join', asks) }
}

test('rooms are counted by what they are and not by what was said: long words before the name hide none of them', async () => {
  const { inside, joins, joining } = connected()
  const words = (room: number) => ({ padding: 'x'.repeat(600), conversationId: `${room}` })
  for (let room = 0; room < 20; room++) expect(await joins(words(room))).toMatchObject({ joined: true })
  expect(await joins(words(20))).toEqual({ joined: false })
  joining.leave(words(3))
  expect([inside.size, inside.has('room 3')]).toEqual([19, false])
  joining.leaveAll()
  expect(inside.size).toBe(0)
})

test('one room by two kinds of words is one, and is left by the last of them', async () => {
  const { inside, joins, joining } = connected()
  await joins({ conversationId: 'a' })
  await joins({ conversationId: 'a', again: true })
  joining.leave({ conversationId: 'a', again: true })
  expect(inside.size).toBe(0)
})

test('who leaves while it is judged whether they may come in is not in afterwards', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { inside, joins, joining } = connected(async (...asked) => {
    await promise
    return judge(...asked)
  })
  const joined = joins({ conversationId: 'a' })
  await Promise.resolve()
  joining.leaveAll()
  resolve()
  expect([await joined, inside.size]).toEqual([{ joined: false }, 0])
})

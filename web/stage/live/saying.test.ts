import { beforeEach, expect, test } from 'vitest'
import { Refused } from '#contract/client.ts'
import type { RoomLine } from '#contract/talk/rooms.ts'
import { isThere, Saying } from '#web/stage/live/saying.ts'

const me = 'mei'
/** What the server was told, and what it answers next. */
let told: { text: string; clientId: string }[]
let answers: (() => RoomLine | Promise<RoomLine>)[]
let there: RoomLine[]
let asked: number
let saying: Saying

const line = (number: number, text: string, more: Partial<RoomLine> = {}): RoomLine => ({
  _id: `line-${number}`,
  conversationId: 'room',
  number,
  change: number,
  sender: { _id: me, name: '小滿', username: 'mei', isPerformer: false },
  type: 'text',
  text,
  isDeleted: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  ...more,
})

const isLost = () => {
  throw new TypeError('Failed to fetch')
}
const isRefused = () => {
  throw new Refused(429, { code: 'slow_mode', message: '慢一點', seconds: 7 })
}

beforeEach(() => {
  ;[told, answers, there, asked] = [[], [], [], 0]
  saying = new Saying()
  saying.through({
    send: async (text, clientId) => {
      told.push({ text, clientId })
      return (answers.shift() ?? (() => line(told.length, text, { clientId })))()
    },
    onThere: (one) => there.push(one),
    sentence: () => '慢一點',
    onRefused: () => {},
    onUnsure: () => void asked++,
  })
})

test('a line that was said waits no longer', async () => {
  const said = saying.say('晚安', 0)
  expect(saying.lines()).toMatchObject([{ text: '晚安', state: 'going' }])
  await said
  expect(saying.lines()).toEqual([])
  expect(there).toMatchObject([{ text: '晚安' }])
})

test('after a lost answer it is tried again under the same name, so that it stands once', async () => {
  answers = [isLost]
  await saying.say('晚安', 0)
  expect(saying.lines()).toMatchObject([{ text: '晚安', state: 'unsure' }])
  // The room is asked whether it is there.
  expect(asked).toBe(1)
  await saying.again(saying.lines()[0]!.clientId)
  expect(new Set(told.map(({ clientId }) => clientId)).size).toBe(1)
  expect(told).toHaveLength(2)
  expect(saying.lines()).toEqual([])
})

test('where the room turns out to have it nothing is tried again: by its name, or by its words where a push told it', async () => {
  answers = [isLost, isLost]
  await saying.say('晚安', 4)
  const { clientId } = saying.lines()[0]!
  saying.heard([line(3, '晚安')], me)
  expect(saying.lines()).toHaveLength(1)
  saying.heard([line(5, '晚安', { sender: { _id: 'jun', name: '青苔', username: 'jun', isPerformer: false } })], me)
  expect(saying.lines()).toHaveLength(1)
  saying.heard([line(5, '晚安', { clientId })], me)
  expect(saying.lines()).toEqual([])
  await saying.say('再見', 5)
  saying.heard([line(6, '再見')], me)
  expect(saying.lines()).toEqual([])
})

test('what was refused stays with its reason until its writer tries again or gives it up', async () => {
  answers = [isRefused, isRefused]
  await saying.say('快', 0)
  expect(saying.lines()).toMatchObject([{ text: '快', state: 'refused', why: '慢一點' }])
  // Somebody’s own earlier line of the same words is another one.
  saying.heard([line(9, '快')], me)
  expect(saying.lines()).toHaveLength(1)
  await saying.again(saying.lines()[0]!.clientId)
  expect(saying.lines()).toHaveLength(1)
  await saying.again(saying.lines()[0]!.clientId)
  expect(saying.lines()).toEqual([])
  answers = [isRefused]
  await saying.say('更快', 0)
  saying.drop(saying.lines()[0]!.clientId)
  expect(saying.lines()).toEqual([])
})

test('a push may come before the answer: meanwhile it is not drawn twice', () => {
  const unsaid = { clientId: 'a', text: '晚安', after: 3, state: 'going' as const }
  expect(isThere(unsaid, [line(4, '晚安')], me)).toBe(true)
  expect(isThere(unsaid, [line(4, '晚安', { clientId: 'b' })], me)).toBe(false)
})

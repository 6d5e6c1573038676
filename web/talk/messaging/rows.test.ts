import { expect, test } from 'vitest'
import type { Message } from '#contract/talk/messaging.ts'
import { rowsOf } from '#web/talk/messaging/rows.ts'

const message = (number: number, senderId: string, createdAt: string, more: Partial<Message> = {}): Message => ({
  _id: `m${number}`,
  conversationId: 'c',
  number,
  change: number,
  senderId,
  author: 'person',
  type: 'text',
  text: 'x',
  isDeleted: false,
  createdAt,
  ...more,
})

test('a day begins where it begins for its reader, and an hour after a pause', () => {
  const messages = [
    message(1, 'lan', '2026-11-20T15:00:00Z'),
    message(2, 'lan', '2026-11-20T15:30:00Z'),
    message(3, 'lan', '2026-11-20T16:10:00Z'),
    message(4, 'mei', '2026-11-20T20:00:00Z'),
  ]
  const begins = (timeZone: string) => rowsOf({ messages, seenTo: 0 }, [], 'mei', timeZone).map((row) => row.begins)
  expect(begins('Asia/Taipei')).toEqual(['day', undefined, 'day', 'hour'])
  expect(begins('UTC')).toEqual(['day', undefined, undefined, 'hour'])
})

test('the read mark stands under the newest of one’s own that was read, and moves to no other', () => {
  const messages = [1, 2, 3].map((number) => message(number, 'mei', '2026-11-20T15:00:00Z'))
  const marked = (seenTo: number) => rowsOf({ messages, seenTo }, [], 'mei', 'UTC').flatMap((row) => (row.isReadMark ? row.key : []))
  expect(marked(0)).toEqual([])
  expect(marked(2)).toEqual(['m2'])
  expect(marked(9)).toEqual(['m3'])
})

test('a line has one key and stands once while its answer and the news of it come in any order', () => {
  const unsent = [{ clientId: 'own', conversationId: 'c', text: 'x', at: '2026-11-20T15:00:00Z' }]
  const before = rowsOf({ messages: [], seenTo: 0 }, unsent, 'mei', 'UTC')
  const kept = [message(1, 'mei', '2026-11-20T15:00:01Z', { clientId: 'own' })]
  expect(before.map(({ key }) => key)).toEqual(['own'])
  expect(rowsOf({ messages: kept, seenTo: 0 }, unsent, 'mei', 'UTC').map(({ key }) => key)).toEqual(['own'])
})

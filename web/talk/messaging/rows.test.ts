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

const opened = { readTo: 99, change: 99 }

test('a day begins where it begins for its reader, and an hour after a pause', () => {
  const messages = [
    message(1, 'lan', '2026-11-20T15:00:00Z'),
    message(2, 'lan', '2026-11-20T15:30:00Z'),
    message(3, 'lan', '2026-11-20T16:10:00Z'),
    message(4, 'mei', '2026-11-20T20:00:00Z'),
  ]
  const begins = (timeZone: string) =>
    rowsOf({ messages, seenTo: 0, hasEarlier: false }, [], 'mei', timeZone, opened).map((row) => row.begins)
  expect(begins('Asia/Taipei')).toEqual(['day', undefined, 'day', 'hour'])
  expect(begins('UTC')).toEqual(['day', undefined, undefined, 'hour'])
})

test('the read mark stands under the newest of one’s own that was read, and moves to no other', () => {
  const messages = [1, 2, 3].map((number) => message(number, 'mei', '2026-11-20T15:00:00Z'))
  const marked = (seenTo: number) =>
    rowsOf({ messages, seenTo, hasEarlier: false }, [], 'mei', 'UTC', opened).flatMap((row) => (row.isReadMark ? row.key : []))
  expect(marked(0)).toEqual([])
  expect(marked(2)).toEqual(['m2'])
  expect(marked(9)).toEqual(['m3'])
})

test('a line has one key and stands once while its answer and the news of it come in any order', () => {
  const unsent = [{ clientId: 'own', conversationId: 'c', text: 'x', at: '2026-11-20T15:00:00Z' }]
  const before = rowsOf({ messages: [], seenTo: 0, hasEarlier: false }, unsent, 'mei', 'UTC', opened)
  const kept = [message(1, 'mei', '2026-11-20T15:00:01Z', { clientId: 'own' })]
  expect(before.map(({ key }) => key)).toEqual(['own'])
  expect(rowsOf({ messages: kept, seenTo: 0, hasEarlier: false }, unsent, 'mei', 'UTC', opened).map(({ key }) => key)).toEqual(['own'])
})

test('what was unread begins where reading had stopped when it was opened, at a line of the other one', () => {
  const at = '2026-11-20T15:00:00Z'
  const messages = [message(1, 'lan', at), message(2, 'mei', at), message(3, 'mei', at), message(4, 'lan', at), message(5, 'lan', at)]
  const begins = (readTo: number, change: number, { hasEarlier = false, said = messages } = {}) =>
    rowsOf({ messages: said, seenTo: 0, hasEarlier }, [], 'mei', 'UTC', { readTo, change }).flatMap((row) =>
      row.isUnreadFrom ? row.key : [],
    )
  expect(begins(1, 5)).toEqual(['m4'])
  expect(begins(4, 5)).toEqual(['m5'])
  expect(begins(0, 5)).toEqual(['m1'])
  // All was read, and what comes while one reads is no boundary.
  expect(begins(5, 5)).toEqual([])
  expect(begins(3, 3)).toEqual([])
  // It may begin further up than what was brought, and then it does so once that is there.
  expect(begins(1, 5, { hasEarlier: true, said: messages.slice(3) })).toEqual([])
  expect(begins(1, 5, { hasEarlier: true })).toEqual(['m4'])
  // What is gone is nothing to read; what arrived later than it was written was not read before.
  expect(begins(1, 6, { said: [message(1, 'lan', at), message(4, 'lan', at, { isDeleted: true }), message(5, 'lan', at)] })).toEqual(['m5'])
  expect(begins(5, 6, { said: [message(1, 'lan', at), message(2, 'lan', at, { arrived: 6 }), message(5, 'lan', at)] })).toEqual(['m2'])
})

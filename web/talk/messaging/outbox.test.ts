// What was written and not kept yet.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#contract/client.ts'
import type { Message } from '#contract/talk/messaging.ts'
import { Outbox, type Unsent } from '#web/talk/messaging/outbox.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('lines that were written without a network go out in their order once it is back, each of them once', async () => {
  const post = office()
  post.isAway = true
  for (const text of ['one', 'two', 'three']) post.outbox.write(line(text))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(post.outbox.lines().map(({ text }) => text)).toEqual(['one', 'two', 'three'])
  post.isAway = false
  post.outbox.wake()
  await settled()
  expect(post.kept).toEqual(['one', 'two', 'three'])
  expect(post.outbox.lines()).toEqual([])
  expect(post.stored.size).toBe(0)
})

test('it tries again by itself, under the same name: an answer that was lost makes no second message', async () => {
  const post = office()
  post.losesAnswers = 2
  post.outbox.write(line('heard at last'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(post.sent).toEqual(['heard at last', 'heard at last', 'heard at last'])
  expect(post.kept).toEqual(['heard at last'])
})

test('a server that is busy or broken is asked again; its no is final and does not hold up the lines behind it', async () => {
  const post = office()
  post.answers.push(new Refused(429, { code: 'too_many' }), new Refused(503, {}))
  post.answers.push(new Refused(422, { code: 'prohibited_term', message: 'Not that word' }))
  post.outbox.write(line('bad'))
  post.outbox.write(line('good'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(post.kept).toEqual(['good'])
  expect(post.outbox.lines()).toMatchObject([{ text: 'bad', refused: { code: 'prohibited_term', sentence: 'Not that word' } }])
  expect(post.refused).toEqual(['bad'])
  post.outbox.wake()
  await settled()
  expect(post.sent.filter((text) => text === 'bad')).toHaveLength(3)
  post.outbox.again('id bad')
  await settled()
  expect(post.kept).toEqual(['good', 'bad'])
})

test('a price that was raised is told, and the same line goes out with the price that its writer agrees to', async () => {
  const post = office()
  post.answers.push(new Refused(409, { code: 'price_changed', message: 'It is 8 now', price: 8 }))
  post.outbox.write({ ...line('hello'), expectedPrice: 5 })
  await settled()
  expect(post.outbox.lines()[0]?.refused).toMatchObject({ code: 'price_changed', price: 8 })
  post.outbox.again('id hello', 8)
  await settled()
  expect(post.prices).toEqual([5, 8])
  expect(post.kept).toEqual(['hello'])
})

test('what is left is there after a reload, in the order in which it was written, and goes out then', async () => {
  const post = office()
  post.isAway = true
  post.outbox.write(line('later', 2))
  post.outbox.write(line('earlier', 1))
  const again = office([...post.stored.values(), null, { text: 'half a line' }])
  expect(again.outbox.lines().map(({ text }) => text)).toEqual(['earlier', 'later'])
  again.outbox.wake()
  await settled()
  expect(again.kept).toEqual(['earlier', 'later'])
})

test('a line that its writer gives up is gone for good', async () => {
  const post = office()
  post.answers.push(new Refused(403, { code: 'messages_closed', message: 'closed' }))
  post.outbox.write(line('never mind'))
  await settled()
  post.outbox.drop('id never mind')
  expect(post.outbox.lines()).toEqual([])
  expect(post.stored.size).toBe(0)
})

test('one conversation does not wait for another', async () => {
  const post = office()
  post.answers.push(new TypeError('fetch failed'))
  post.outbox.write(line('stuck'))
  post.outbox.write({ ...line('free'), conversationId: 'other' })
  await settled()
  expect(post.kept).toEqual(['free'])
})

const settled = () => vi.advanceTimersByTimeAsync(0)
const line = (text: string, second = 0): Unsent => ({
  clientId: `id ${text}`,
  conversationId: 'c',
  text,
  at: new Date(second * 1000).toISOString(),
})

function office(left: unknown[] = []) {
  const known = new Set<string>()
  const post = {
    isAway: false,
    losesAnswers: 0,
    /** What is thrown instead of an answer, one after another. */
    answers: [] as Error[],
    sent: [] as string[],
    prices: [] as (number | undefined)[],
    /** What the server has, by the order in which it first came. */
    kept: [] as string[],
    refused: [] as string[],
    stored: new Map<string, Unsent>(),
    outbox: undefined as unknown as Outbox,
  }
  post.outbox = new Outbox({
    stored: left,
    store: (clientId, unsent) => void (unsent ? post.stored.set(clientId, unsent) : post.stored.delete(clientId)),
    onKept: () => {},
    onRefused: ({ text }) => void post.refused.push(text),
    async send({ text = '', clientId = '', expectedPrice }) {
      if (post.isAway) throw new TypeError('fetch failed')
      post.sent.push(text)
      post.prices.push(expectedPrice)
      const no = post.answers.shift()
      if (no) throw no
      if (!known.has(clientId)) {
        known.add(clientId)
        post.kept.push(text)
      }
      if (post.losesAnswers-- > 0) throw new TypeError('the answer was lost')
      return { clientId } as Message
    },
  })
  return post
}

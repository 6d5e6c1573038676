// One conversation as a tab hears of it.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#contract/client.ts'
import type { Message } from '#contract/talk/messaging.ts'
import { Thread } from '#web/talk/messaging/thread.ts'

const [mei, lan] = ['mei', 'lan']

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a push that tells of a change asks for all that came after what was heard', async () => {
  const server = house(2)
  const thread = server.opened()
  server.says(lan, 'three')
  server.says(lan, 'four')
  thread.hearOf(4)
  await settled()
  expect(texts(thread)).toEqual(['1', '2', 'three', 'four'])
  // What it has heard of already is nothing to ask about.
  const asked = server.asked.length
  thread.hearOf(3)
  thread.hearOf(4)
  await settled()
  expect(server.asked.length).toBe(asked)
})

test('more than one answer holds is asked for until that was all', async () => {
  const server = house(1)
  const thread = server.opened()
  for (let count = 0; count < 250; count++) server.says(lan, `line ${count}`)
  thread.hearOf(251)
  await settled()
  expect(thread.said().messages).toHaveLength(251)
  expect(server.asked).toEqual([1, 101, 201])
})

test('pushes that overtake each other while it asks leave nothing out, and it asks one question at a time', async () => {
  const server = house(1)
  const thread = server.opened()
  server.says(lan, 'a')
  thread.hearOf(2)
  server.says(lan, 'b')
  thread.hearOf(3)
  thread.hearOf(2)
  expect(server.asked).toEqual([1])
  await settled()
  expect(texts(thread)).toEqual(['1', 'a', 'b'])
})

test('while the network is away it tries again by itself, and a return to the tab asks at once', async () => {
  const server = house(1)
  const thread = server.opened()
  server.says(lan, 'while away')
  server.isAway = true
  thread.hearOf(2)
  await settled()
  expect(texts(thread)).toEqual(['1'])
  server.isAway = false
  await vi.advanceTimersByTimeAsync(1500)
  expect(texts(thread)).toEqual(['1', 'while away'])
  server.says(lan, 'and more')
  await thread.catchUp()
  expect(texts(thread)).toEqual(['1', 'while away', 'and more'])
})

test('a conversation that is no longer there is not asked for again', async () => {
  const server = house(1)
  const thread = server.opened()
  server.no = new Refused(404, { code: 'not_found' })
  thread.hearOf(2)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.asked).toHaveLength(1)
})

test('an edited message stands as it is now, what the other one deleted says so, and what one deleted oneself is gone', async () => {
  const server = house(0)
  const thread = server.opened()
  const first = server.says(lan, 'to be edited')
  const second = server.says(lan, 'to be deleted')
  const own = server.says(mei, 'my own')
  thread.hearOf(3)
  await settled()
  server.changes(first, { text: 'edited' })
  server.changes(second, { text: '', isDeleted: true })
  server.changes(own, { text: '', isDeleted: true })
  thread.hearOf(6)
  await settled()
  expect(thread.said().messages.map(({ text, isDeleted }) => [text, isDeleted])).toEqual([
    ['edited', false],
    ['', true],
  ])
})

test('an older answer never undoes a newer one', () => {
  const server = house(1)
  const thread = server.opened()
  const [message] = thread.said().messages
  thread.take({ ...message!, text: 'newer', change: 9 })
  thread.take({ ...message!, text: 'older', change: 8 })
  expect(texts(thread)).toEqual(['newer'])
})

test('earlier pages come before what is there, without doubles, until there are no more', async () => {
  const server = house(60)
  const thread = server.opened(25)
  expect(thread.said()).toMatchObject({ hasEarlier: true })
  await thread.bringEarlier()
  await thread.bringEarlier()
  expect(texts(thread)).toEqual(Array.from({ length: 60 }, (_, place) => String(place + 1)))
  expect(thread.said()).toMatchObject({ hasEarlier: false, earlier: 'still' })
  await thread.bringEarlier()
  expect(server.pages).toBe(2)
})

test('earlier lines that could not be brought are said to have failed, leave what is there, and come when they are asked for again', async () => {
  const server = house(30)
  const thread = server.opened(25)
  server.keepsPages = true
  await thread.bringEarlier()
  expect(thread.said()).toMatchObject({ earlier: 'failed', hasEarlier: true })
  expect(thread.said().messages).toHaveLength(25)
  expect(await thread.bringTo(1)).toBe('failed')
  server.keepsPages = false
  await thread.bringEarlier()
  expect(thread.said()).toMatchObject({ earlier: 'still', hasEarlier: false })
  expect(thread.said().messages).toHaveLength(30)
})

test('a change of a message whose page was not brought yet waits for its page', async () => {
  const server = house(60)
  const thread = server.opened(25)
  server.changes(server.all[0]!, { text: 'edited' })
  thread.hearOf(61)
  await settled()
  expect(thread.said().messages).toHaveLength(25)
})

test('reading marks what the other one said, once, and the mark never moves back', async () => {
  const server = house(0)
  const thread = server.opened()
  server.says(mei, 'mine')
  thread.hearOf(1)
  await settled()
  expect(await thread.read()).toBe(false)
  server.says(lan, 'theirs')
  server.says(mei, 'mine again')
  thread.hearOf(3)
  await settled()
  expect(await thread.read()).toBe(true)
  expect(await thread.read()).toBe(false)
  expect(server.marks).toEqual([2])
  expect(thread.said().readTo).toBe(2)
})

const texts = (thread: Thread) => thread.said().messages.map(({ text }) => text)
const settled = () => vi.advanceTimersByTimeAsync(0)

/** A server of one conversation, read by Mei. */
function house(begun: number) {
  const all: Message[] = []
  let change = 0
  let readTo = 0
  const server = {
    all,
    asked: [] as number[],
    marks: [] as number[],
    pages: 0,
    isAway: false,
    keepsPages: false,
    no: undefined as Refused | undefined,
    says(senderId: string, text: string): Message {
      change++
      const message: Message = {
        _id: `message ${change}`,
        conversationId: 'c',
        number: change,
        change,
        senderId,
        author: 'person',
        type: 'text',
        text,
        isDeleted: false,
        createdAt: new Date(change * 1000).toISOString(),
      }
      all.push(message)
      return message
    },
    changes({ _id }: Message, part: Partial<Message>): void {
      change++
      const place = all.findIndex((each) => each._id === _id)
      all[place] = { ...all[place]!, ...part, change }
    },
    opened(limit = 25): Thread {
      const data = all.slice(-limit)
      return new Thread({ id: 'c', ownId: mei, api, first: { data, total: all.length, change, readTo, seenTo: 0 } })
    },
  }
  const api = {
    messaging: {
      async messages({ limit = 25, before = Infinity }: { limit?: number; before?: number }) {
        if (server.keepsPages) throw new TypeError('fetch failed')
        server.pages++
        const data = all.filter(({ number }) => number < before).slice(-limit)
        return { data, total: all.length, change, readTo, seenTo: 0 }
      },
      async changes({ after, limit = 100 }: { after: number; limit?: number }) {
        server.asked.push(after)
        if (server.isAway) throw new TypeError('fetch failed')
        if (server.no) throw server.no
        const later = all.filter((each) => each.change > after).toSorted((a, b) => a.change - b.change)
        const messages = later.slice(0, limit)
        const isAll = later.length <= limit
        return { messages, isAll, change: isAll ? change : (messages.at(-1)?.change ?? after), readTo, seenTo: 0, totalNotSeenMessages: 0 }
      },
      async readAll({ to = 0 }: { to?: number }) {
        server.marks.push(to)
        readTo = Math.max(readTo, to)
        return { total: 0, readTo, change }
      },
    },
  }
  for (let count = 1; count <= begun; count++) server.says(lan, String(count))
  return server
}

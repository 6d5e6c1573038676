// Delivery that can be proven (docs/adr/0013): the browser's own outbox and thread, over a network that loses questions, answers and pushes at
// random. Whoever wrote a line and was told that it is kept has it read by the other one, once, in the order in which both see it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Outbox } from '#web/talk/messaging/outbox.ts'
import { Thread } from '#web/talk/messaging/thread.ts'
import { type House, listens, openHouse, type Person } from '#journeys/house.ts'
import { writesInto } from '#journeys/reader.ts'

const couples = 20
const linesEach = 25

let house: House
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.close())

/** The same fates every time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

const lost = () => new TypeError('fetch failed')

/** One in five questions never arrives, one in five answers never comes back. */
function unreliable<Input, Answer>(roll: () => number, ask: (input: Input) => Promise<Answer>): (input: Input) => Promise<Answer> {
  return async (input) => {
    if (roll() < 0.2) throw lost()
    const answer = await ask(input)
    if (roll() < 0.2) throw lost()
    return answer
  }
}

interface Reader {
  thread: Thread
  outbox: Outbox
  /** What this person was told is kept. */
  kept: string[]
  write(text: string): void
  leave(): void
}

async function sitsDown(person: Person, conversationId: string, seed: number): Promise<Reader> {
  const roll = dice(seed)
  const { messages, changes, readAll, send } = person.api.messaging
  const first = await messages({ id: conversationId })
  const thread = new Thread({
    id: conversationId,
    ownId: person.id,
    api: {
      messaging: { messages: unreliable(roll, messages), changes: unreliable(roll, changes), readAll: unreliable(roll, readAll) },
    } as never,
    first,
  })
  const { outbox, kept } = writesInto(thread, unreliable(roll, send) as never)
  const { socket } = await listens(house, person, 'message/created')
  // Every third push is lost; others come late, and out of their order.
  socket.onAny((_name: string, payload: { conversationId?: string; change?: number }) => {
    if (payload.conversationId !== conversationId || roll() < 0.33) return
    setTimeout(() => thread.hearOf(payload.change ?? 0), Math.floor(roll() * 30))
  })
  let written = 0
  return {
    thread,
    outbox,
    kept,
    write(text) {
      const at = new Date(Date.parse('2026-01-01') + written++).toISOString()
      outbox.write({ clientId: crypto.randomUUID(), conversationId, text, at })
    },
    leave: () => void socket.close(),
  }
}

test('forty people, a thousand lines, and a network that loses everything now and then', async () => {
  const tables: Reader[][] = []
  for (let n = 0; n < couples; n++) {
    const [lan, mei] = [await house.creator({ name: `Lan ${n}` }), await house.fan({ name: `Mei ${n}` })]
    await lan.api.me.updatePerformer({ messagePrice: 0 })
    await mei.api.follows.follow({ id: lan.id })
    const { _id: id } = await lan.api.messaging.begin({ source: 'user', sourceId: mei.id })
    await house.db.transaction((tx) =>
      tx.run({
        text: `insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, gateway, price, currency, started_at, anchored_at, expires_at)
          values ($1, $2, 'free', 'monthly', 'cancelled', 'wallet', 495, 'USD', now(), now(), now() + interval '30 days')`,
        values: [mei.id, lan.id],
      } as never),
    )
    tables.push([await sitsDown(lan, id, 2 * n + 1), await sitsDown(mei, id, 2 * n + 2)])
  }
  const readers = tables.flat()
  const knocking = setInterval(() => {
    for (const { outbox } of readers) outbox.wake()
  }, 100)
  for (let line = 0; line < linesEach; line++) {
    for (const [place, reader] of readers.entries()) reader.write(`${place}: ${line}`)
    if (line % 5 === 0) await Promise.all(readers.map(({ thread }) => thread.read()))
  }
  await expect.poll(() => readers.every(({ outbox }) => outbox.lines().length === 0), { timeout: 110_000, interval: 200 }).toBe(true)
  clearInterval(knocking)
  // As after a reconnect: whatever they missed, they ask for.
  for (const [lan, mei] of tables) {
    if (!lan || !mei) continue
    const seen = ({ thread }: Reader) => thread.said().messages.map(({ number, text }) => `${number} ${text}`)
    await expect
      .poll(
        async () => {
          await Promise.all([lan.thread.catchUp(), mei.thread.catchUp()])
          return seen(lan).length
        },
        { timeout: 30_000 },
      )
      .toBe(2 * linesEach)
    await expect
      .poll(async () => {
        await mei.thread.catchUp()
        return seen(mei)
      })
      .toEqual(seen(lan))
    // Each line that its writer was told is kept stands there once, and the writer’s lines in the order in which they were written.
    const texts = lan.thread.said().messages.map(({ text }) => text)
    expect(new Set(texts).size).toBe(texts.length)
    for (const { kept } of [lan, mei]) expect(texts.filter((text) => kept.includes(text))).toEqual(kept)
    expect([...lan.kept, ...mei.kept].toSorted()).toEqual(texts.toSorted())
  }
  for (const reader of readers) reader.leave()
}, 240_000)

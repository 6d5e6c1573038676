// The proof of conversations: couples write to each other, each with the web's own thread and outbox, through nginx to two processes with a Redis
// between them and a third that works. While they do, their lines are cut at any moment, and each process and Redis is killed and comes back.
// Beside all that stands a plain list of what the site acknowledged. At the end each acknowledged line must stand once, where it was said to stand,
// before the eyes of both (who asked for nothing) and for whoever reads the conversation anew, in one order for all.
import { setTimeout as sleep } from 'node:timers/promises'
import { Refused } from '#contract/client.ts'
import { openProcesses, type Processes } from '#journeys/processes.ts'
import { mayTalk, type Reader, sitsDown } from '#journeys/reader.ts'
import type { ClonedDatabase } from '#server/platform/testing/clone.ts'
import type { Doors } from '#web/talk/messaging/outbox.ts'
import { Dice } from '../../ledger/proof/operations.ts'

export interface Plan {
  place: ClonedDatabase
  /** Two people each. */
  couples: number
  messages: number
  seed: number
  /** What dies at equal distances on the way: one of the two that answer, the one that works, or Redis. */
  kills: readonly (0 | 1 | 'worker' | 'redis')[]
  /** Between two lines of somebody; none unless said, and then both cores are full. */
  pauseMs?: number
  say?: (line: string) => void
}

export interface Report {
  acknowledged: number
  /** Calls that ended without an answer: whether the line was kept, its writer could not know. */
  unheard: number
  cuts: number
  kills: number
  durationMs: number
  disagreements: string[]
}

/** What the site said that it keeps: of which conversation, by whom, at which place. */
export interface Acknowledged {
  conversationId: string
  id: string
  number: number
  text: string
  by: string
}

/** A conversation as somebody reads it. */
export interface Copy {
  whose: string
  conversationId: string
  lines: readonly { id: string; number: number; text: string }[]
}

interface Sitting extends Reader {
  conversationId: string
  /** Everything that goes over the network at this moment ends. */
  cut(): void
}

const couplesAtOnce = 2
/** Somebody writes on while so many of their lines wait; the page has no bound. */
const ahead = 6
const patienceMs = 60_000

export async function prove(plan: Plan): Promise<Report> {
  const started = performance.now()
  const { say = () => {} } = plan
  const site = await openProcesses(plan.place, { RATE_LIMIT_FACTOR: '1000' })
  const list: Acknowledged[] = []
  const counts = { unheard: 0, cuts: 0, kills: 0 }
  const readers: Sitting[] = []
  const broke: string[] = []
  try {
    const dice = new Dice(plan.seed)
    for (let n = 0; n < plan.couples; n += couplesAtOnce) {
      const some = Array.from({ length: Math.min(couplesAtOnce, plan.couples - n) }, (_, place) => n + place)
      readers.push(...(await Promise.all(some.map((nth) => seat(nth)))).flat())
    }
    say(`  ${readers.length} people sit before ${plan.couples} conversations`)
    let isOver = false
    const going = [
      cutLines(dice, () => isOver),
      kill(dice, () => isOver),
      ...readers.map((reader, nth) => write(reader, share(plan.messages, readers.length, nth))),
    ]
    const talking = Promise.all(going.slice(2)).finally(() => (isOver = true))
    await Promise.all([talking, ...going.slice(0, 2)])
    await allHaveHeard()
    const copies = [...readers.map(before), ...(await Promise.all(readers.map(anew)))]
    const disagreements = [...broke, ...compare(list, copies)]
    if (list.length !== plan.messages) disagreements.push(`${plan.messages} were written, ${list.length} acknowledged`)
    return { acknowledged: list.length, ...counts, durationMs: Math.round(performance.now() - started), disagreements }
  } finally {
    for (const { socket } of readers) socket.close()
    await site.close()
  }

  async function seat(nth: number): Promise<Sitting[]> {
    const [lan, mei] = await Promise.all([site.creator({ name: `Lan ${nth}` }), site.fan({ name: `Mei ${nth}` })])
    const conversationId = await mayTalk(site.db, lan, mei)
    return Promise.all([lan, mei].map((person, which) => sit(person, conversationId, `127.0.${which + 1}.${nth + 2}`)))
  }

  async function sit(person: Awaited<ReturnType<Processes['fan']>>, conversationId: string, localAddress: string): Promise<Sitting> {
    let line = new AbortController()
    const api = site.as(person.token, 'en-US', () => line.signal)
    const send: Doors['send'] = async (input) => {
      try {
        const kept = await api.messaging.send(input)
        list.push({ conversationId, id: kept._id, number: kept.number, text: kept.text, by: person.id })
        return kept
      } catch (error) {
        counts.unheard++
        // Their outbox would go on all the same, and so would everybody; but nothing that is killed excuses it.
        if (error instanceof Refused && error.status === 500) broke.push(`${person.username} was answered 500`)
        throw error
      }
    }
    const reader = await sitsDown(site.address, { ...person, api }, conversationId, {
      localAddress,
      send,
    })
    return {
      ...reader,
      conversationId,
      cut() {
        line.abort(new Error('the line was cut'))
        line = new AbortController()
        reader.socket.io.engine.close()
      },
    }
  }

  async function write(reader: Sitting, lines: number): Promise<void> {
    for (let line = 0; line < lines; ) {
      if (reader.outbox.lines().length < ahead) reader.write(`${++line} of ${reader.person.username}`)
      await sleep(reader.outbox.lines().length < ahead ? (plan.pauseMs ?? 0) : 5)
    }
    while (reader.outbox.lines().length > 0) await sleep(20)
  }

  async function cutLines(dice: Dice, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      dice.one(readers).cut()
      counts.cuts++
      await sleep(dice.from(20, 250))
    }
  }

  async function kill(dice: Dice, isOver: () => boolean): Promise<void> {
    for (const [nth, which] of plan.kills.entries()) {
      while (list.length < (plan.messages * (nth + 1)) / (plan.kills.length + 1)) {
        if (isOver()) return
        await sleep(10)
      }
      say(`  ${list.length} lines acknowledged: ${which === 'redis' || which === 'worker' ? which : `process ${which}`} is killed`)
      counts.kills++
      if (which === 'redis') await site.redis.kill()
      else await site.kill(which)
      await sleep(dice.from(100, 2000))
      if (which === 'redis') await site.redis.start()
      else await site.start(which)
    }
  }

  /** Nobody asks here: what somebody does not hear of by themselves they do not have. */
  async function allHaveHeard(): Promise<void> {
    const expected = new Map<string, number>()
    for (const { conversationId } of list) expected.set(conversationId, (expected.get(conversationId) ?? 0) + 1)
    const late = ({ thread, conversationId }: Sitting) => thread.said().messages.length < (expected.get(conversationId) ?? 0)
    const end = performance.now() + patienceMs
    while (readers.some(late) && performance.now() < end) await sleep(50)
  }
}

function before({ person, conversationId, thread }: Sitting): Copy {
  return {
    whose: person.username,
    conversationId,
    lines: thread.said().messages.map(({ _id: id, number, text }) => ({ id, number, text })),
  }
}

/** As somebody has it who opens it now, from its first line. */
async function anew({ person, conversationId }: Sitting): Promise<Copy> {
  const lines: Copy['lines'][number][] = []
  for (let after = 0; ; ) {
    const news = await person.api.messaging.changes({ id: conversationId, after })
    lines.push(...news.messages.map(({ _id: id, number, text }) => ({ id, number, text })))
    if (news.isAll) return { whose: `${person.username}, anew`, conversationId, lines: lines.toSorted((a, b) => a.number - b.number) }
    after = news.change
  }
}

/** What the list of acknowledgements and the copies say differently. */
export function compare(list: readonly Acknowledged[], copies: readonly Copy[]): string[] {
  const wrong: string[] = []
  for (const copy of copies) {
    const whose = `${copy.whose}: `
    const acknowledged = list.filter(({ conversationId }) => conversationId === copy.conversationId)
    const known = new Map(acknowledged.map((line) => [line.text, line]))
    const times = new Map<string, number>()
    for (const { id, number, text } of copy.lines) {
      times.set(text, (times.get(text) ?? 0) + 1)
      const said = known.get(text)
      if (!said) wrong.push(`${whose}reads what nobody was told is kept: ${text}`)
      else if (said.id !== id || said.number !== number) wrong.push(`${whose}reads "${text}" at ${number}, acknowledged at ${said.number}`)
    }
    for (const { text } of acknowledged) if (times.get(text) !== 1) wrong.push(`${whose}reads "${text}" ${times.get(text) ?? 0} times`)
    const order = new Map(copy.lines.map(({ text }, place) => [text, place]))
    for (const by of new Set(acknowledged.map((line) => line.by))) {
      // The list has each writer's in the order in which they were acknowledged, which is the one in which they were written.
      const places = acknowledged.filter((line) => line.by === by).map(({ text }) => order.get(text) ?? -1)
      if (places.some((place, nth) => nth > 0 && place <= places[nth - 1]!)) wrong.push(`${whose}reads the lines of ${by} in another order`)
    }
    const first = copies.find(({ conversationId }) => conversationId === copy.conversationId)
    if (first && first.lines.map(({ id }) => id).join() !== copy.lines.map(({ id }) => id).join())
      wrong.push(`${whose}reads another order than ${first.whose}`)
  }
  return wrong
}

const share = (of: number, among: number, nth: number) => Math.floor(of / among) + (nth < of % among ? 1 : 0)

// Somebody before an open conversation, with the web's own thread and outbox: what a page of messages has, without the page.
import { io, type Socket } from 'socket.io-client'
import type { PushName } from '#contract/pushes.ts'
import type { Person } from '#journeys/people.ts'
import { type Database, sql } from '#server/platform/db/db.ts'
import { type Doors, Outbox } from '#web/talk/messaging/outbox.ts'
import { waitAfter } from '#web/talk/messaging/retrying.ts'
import { Thread } from '#web/talk/messaging/thread.ts'

/** As the page has it (web/talk/messaging/use-thread.ts, web/app/realtime.ts). */
export interface Reader {
  person: Person
  socket: Socket
  thread: Thread
  outbox: Outbox
  kept: string[]
  heard: PushName[]
  write(text: string): void
}

interface Seat {
  /** From where their socket comes. */
  localAddress?: string | undefined
  /** For a list of one's own of what was acknowledged. */
  send?: Doors['send']
}

/** The outbox of somebody before a thread, and the texts that they were told are kept. Nothing of theirs may be refused. */
export function writesInto(thread: Thread, send: Doors['send']): { outbox: Outbox; kept: string[] } {
  const kept: string[] = []
  const outbox = new Outbox({
    send,
    onKept(message) {
      kept.push(message.text)
      thread.take(message)
    },
    onRefused: ({ refused }) => {
      throw new Error(`refused: ${refused?.code}`)
    },
    stored: [],
    store: () => {},
  })
  return { outbox, kept }
}

export async function sitsDown(address: string, person: Person, conversationId: string, seat: Seat = {}): Promise<Reader> {
  const { api, token } = person
  const thread = new Thread({ id: conversationId, ownId: person.id, api, first: await api.messaging.messages({ id: conversationId }) })
  const { outbox, kept } = writesInto(thread, seat.send ?? api.messaging.send)
  const heard: PushName[] = []
  let failures = 0
  const asksAgain = () =>
    void api.messaging.conversation({ id: conversationId }).then(
      ({ change }) => {
        failures = 0
        thread.hearOf(change)
        outbox.wake()
      },
      // The page asks again as well, until it has an answer.
      () => setTimeout(asksAgain, waitAfter(failures++)).unref(),
    )
  const socket = io(address, {
    transports: ['websocket'],
    forceNew: true,
    query: { token },
    reconnectionDelayMax: 10_000,
    ...(seat.localAddress !== undefined && { localAddress: seat.localAddress }),
  })
  socket.onAny((name: PushName, payload: { conversationId?: string; change?: number }) => {
    heard.push(name)
    if (payload.conversationId === conversationId) thread.hearOf(payload.change ?? 0)
    if (name === 'pushes/missed') asksAgain()
  })
  socket.on('connect', asksAgain)
  await new Promise<void>((done) => socket.once('connect', () => socket.emit('auth/login', { token }, () => done())))
  let written = 0
  return {
    person,
    socket,
    thread,
    outbox,
    kept,
    heard,
    write(text) {
      const at = new Date(Date.parse('2026-01-01') + written++).toISOString()
      outbox.write({ clientId: crypto.randomUUID(), conversationId, text, at })
    },
  }
}

export const shown = ({ thread }: Reader) => thread.said().messages.map(({ number, text }) => `${number} ${text}`)

/** A tip without words stands in a conversation as well. */
export const textsOf = ({ thread }: Reader) => thread.said().messages.flatMap(({ text }) => (text === '' ? [] : [text]))

/** A fan who may write to a performer for nothing, for a month. @returns their conversation */
export async function mayTalk(db: Database, performer: Person, fan: Person): Promise<string> {
  await performer.api.me.updatePerformer({ messagePrice: 0 })
  await fan.api.follows.follow({ id: performer.id })
  const { _id: id } = await performer.api.messaging.begin({ source: 'user', sourceId: fan.id })
  await db.transaction((tx) =>
    tx.run(sql`
      insert into subscriptions.subscriptions (fan_id, performer_id, type, renews_as, status, gateway, price, currency, started_at, anchored_at, expires_at)
      values (${fan.id}, ${performer.id}, 'free', 'monthly', 'cancelled', 'wallet', 495, 'USD', now(), now(), now() + interval '30 days')`),
  )
  return id
}

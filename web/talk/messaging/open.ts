// The conversations and the outbox of this tab: they outlive the page that shows them, so that what was written goes out while its writer reads
// something else, and what was read is there again on the way back.
import type { Api } from '#contract/client.ts'
import { allStoredOwn, storeOwn } from '#web/app/own-storage.ts'
import { refresh } from '#web/app/query.ts'
import { Outbox } from '#web/talk/messaging/outbox.ts'
import { type FirstPage, Thread } from '#web/talk/messaging/thread.ts'

/** A tab that was away for longer begins with the newest page again instead of hearing all of it. */
const mostMissed = 200
const mostOpen = 20
/** A send that hangs on a dead connection is given up, and made again under the same name. */
const sendMs = 20_000

const isServer = typeof window === 'undefined'
const threads = new Map<string, Thread>()
const outboxes = new Map<string, Outbox>()

export function threadOf(api: Api, ownId: string, id: string, first: FirstPage): Thread {
  const fresh = () => new Thread({ id, ownId, api, first })
  // Each page that the server draws is somebody else's.
  if (isServer) return fresh()
  const name = `${ownId} ${id}`
  const open = threads.get(name)
  const thread = open && first.change - open.heard() < mostMissed ? open : fresh()
  threads.delete(name)
  threads.set(name, thread)
  const [oldest] = threads.size > mostOpen ? threads.keys() : []
  if (oldest !== undefined) threads.delete(oldest)
  return thread
}

export function outboxOf(api: Api, ownId: string): Outbox {
  const fresh = () =>
    new Outbox({
      send: (line, options) => api.messaging.send(line, { ...options, signal: AbortSignal.timeout(sendMs) }),
      onKept(message) {
        threads.get(`${ownId} ${message.conversationId}`)?.take(message)
        void refresh('messaging.search', ...(message.amount === undefined ? [] : (['me.user'] as const)))
      },
      // It may be the price, or whether one may write at all: then the page says so before the next one.
      onRefused: () => void refresh('messaging.conversation'),
      stored: isServer ? [] : allStoredOwn(ownId, 'unsent.'),
      store: (clientId, line) => storeOwn(ownId, `unsent.${clientId}`, line),
    })
  if (isServer) return fresh()
  const open = outboxes.get(ownId) ?? fresh()
  outboxes.set(ownId, open)
  return open
}

// What fans ask creators to make, each step by the door that it would have gone through; whoever takes one has read the conversation.
import * as works from '#server/catalogue/works/works.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { type Database, sql, type Tx } from '#server/platform/db/db.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import { endRunOut } from '#server/talk/requests/ending.ts'
import * as doors from '#server/talk/requests/requests.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { type Chapter, inside } from '#database/town/build/one-transaction.ts'
import { days, type Event, type RequestStep } from '#database/town/history/event.ts'
import { requests, takers, type TownRequest } from '#database/town/requests.ts'

/** Before anybody asks. */
const takenSinceHoursAgo = days(40)

export function takerChapters(cast: Cast): Chapter[] {
  return takers.map(({ creator, minimum }) => ({
    hoursAgo: takenSinceHoursAgo,
    happen: (tx: Tx) => profiles.update(tx, cast.of(creator).member.accountId, { takesRequests: true, requestMinimum: minimum }),
  }))
}

interface Asking {
  cast: Cast
  /** The house's own: doors that open transactions get this one. */
  db: Database
  /** What was made, by the request's key. */
  filesOf: ReadonlyMap<string, readonly string[]>
  /** Those that were asked so far, by their key. */
  requests: Map<string, string>
}

interface Moment extends Asking {
  tx: Tx
  request: TownRequest
  fan: messaging.Actor
  creator: messaging.Actor
  id: string
}

export async function requestStep(tx: Tx, asking: Asking, { request: key, step }: Extract<Event, { kind: 'request' }>): Promise<void> {
  const request = requests.find((each) => each.key === key)
  if (!request) throw new Error(`nobody in the town asks for ${key}`)
  const [fan, creator] = [request.fan, request.creator].map((username): messaging.Actor => {
    const { member, country } = asking.cast.of(username)
    return { viewer: member, country }
  }) as [messaging.Actor, messaging.Actor]
  const moment = { ...asking, tx, request, fan, creator, id: asking.requests.get(key) ?? '' }
  await steps[step](moment)
  // What a request says of money is compared with the ledger at each commit; the town has one for all of its steps, and is compared after each.
  await tx.run(sql`set constraints requests.guard_money immediate`)
  await tx.run(sql`set constraints requests.guard_money deferred`)
  const reader = readers[step]
  if (reader) await read(moment, moment[reader])
}

const steps: Record<RequestStep, (moment: Moment) => Promise<unknown>> = {
  async asked({ tx, request, fan, creator, requests: known }) {
    const { key, text, budget } = request
    known.set(key, await doors.ask(tx, fan, { performerId: creator.viewer.accountId, text, budget }))
  },
  async quoted({ tx, request: { quote }, creator, id }) {
    if (quote) await doors.quote(tx, creator, id, quote)
  },
  async accepted({ tx, request: { quote }, fan, id }) {
    if (quote) await doors.accept(tx, fan, id, { expectedPrice: quote.price })
  },
  async delivered({ tx, db, cast, filesOf, request: { key, end }, fan, creator, id }) {
    if (end?.how !== 'delivered') return
    const fileIds = [...(filesOf.get(key) ?? [])]
    const conversationId = await messaging.begin(tx, fan, { source: 'performer', sourceId: creator.viewer.accountId })
    await messaging.send(inside(tx, db), creator, conversationId, { text: end.text, fileIds, requestId: id })
    const [work] = await works.ofFile(tx, fileIds[0] ?? '')
    if (work) await works.approve(tx, work.id, cast.staffId)
  },
  async declined({ tx, request: { end }, creator, id }) {
    if (end?.how === 'declined') await doors.decline(tx, creator, id, { note: end.note })
  },
  withdrawn: ({ tx, fan, id }) => doors.withdraw(tx, fan, id),
  expired: ({ tx, db }) => endRunOut(inside(tx, db)),
  overdue: ({ tx, db }) => endRunOut(inside(tx, db)),
}

const readers: Partial<Record<RequestStep, 'fan' | 'creator'>> = {
  quoted: 'creator',
  accepted: 'fan',
  delivered: 'creator',
  declined: 'creator',
  withdrawn: 'fan',
}

async function read({ tx, db, fan, creator }: Moment, { viewer }: messaging.Actor): Promise<void> {
  const id = await messaging.begin(tx, fan, { source: 'performer', sourceId: creator.viewer.accountId })
  await messaging.markReadWhole(inside(tx, db), viewer.accountId, id)
}

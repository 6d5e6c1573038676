// What people write to each other, each line by the door that it would have gone through.
import * as works from '#server/catalogue/works/works.ts'
import type { Database, Tx } from '#server/platform/db/db.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { type Chapter, inside } from '#database/town/build/one-transaction.ts'
import { type Letter, type Thread, threads } from '#database/town/letters.ts'

/**
 * @param db the house's own: doors that open transactions get this one
 * @param filesOf the files of each enclosure, by its key
 */
export function letterChapters(cast: Cast, db: Database, filesOf: ReadonlyMap<string, readonly string[]>): Chapter[] {
  return threads.flatMap((thread) => {
    const newest = thread.lines.at(-1)
    return [
      ...thread.lines.map((line) => ({
        hoursAgo: line.hoursAgo,
        happen: (tx: Tx) => write(inside(tx, db), tx, cast, thread, line, filesOf),
      })),
      ...(newest && thread.readHoursAgo !== undefined
        ? [{ hoursAgo: thread.readHoursAgo, happen: (tx: Tx) => read(inside(tx, db), tx, cast, thread, newest) }]
        : []),
    ]
  })
}

function actorOf(cast: Cast, username: string): messaging.Actor {
  const { member, country } = cast.of(username)
  return { viewer: member, country }
}

async function conversationOf(tx: Tx, cast: Cast, { fan, creator }: Thread): Promise<string> {
  return messaging.begin(tx, actorOf(cast, fan), { source: 'performer', sourceId: cast.of(creator).member.accountId })
}

async function write(
  db: Database,
  tx: Tx,
  cast: Cast,
  thread: Thread,
  { by, text, enclosed }: Letter,
  filesOf: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const id = await conversationOf(tx, cast, thread)
  const { key = '', price } = enclosed ?? {}
  const files = enclosed && { fileIds: filesOf.get(key) ?? [], ...(price !== undefined && { isSale: 'ppv' as const, price }) }
  await messaging.send(db, actorOf(cast, by === 'fan' ? thread.fan : thread.creator), id, { text, ...files })
  // Staff have seen to it, as to all that is up.
  if (enclosed && by === 'creator') await works.approve(tx, await workOf(tx, filesOf, key), cast.staffId)
}

async function workOf(tx: Tx, filesOf: ReadonlyMap<string, readonly string[]>, key: string): Promise<string> {
  const [fileId] = filesOf.get(key) ?? []
  const [work] = fileId ? await works.ofFile(tx, fileId) : []
  if (!work) throw new Error(`nothing was sent of ${key}`)
  return work.id
}

async function read(db: Database, tx: Tx, cast: Cast, thread: Thread, { by }: Letter): Promise<void> {
  const reader = cast.of(by === 'fan' ? thread.creator : thread.fan).member.accountId
  await messaging.markReadWhole(db, reader, await conversationOf(tx, cast, thread))
}

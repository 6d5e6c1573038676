// What people write to each other, each line by the door that it would have gone through.
import type { Database, Tx } from '#server/platform/db/db.ts'
import * as messaging from '#server/talk/messaging/messaging.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { type Chapter, inside } from '#database/town/build/one-transaction.ts'
import { type Letter, type Thread, threads } from '#database/town/letters.ts'

/** @param db the house's own: doors that open transactions get this one */
export function letterChapters(cast: Cast, db: Database): Chapter[] {
  return threads.flatMap((thread) => {
    const newest = thread.lines.at(-1)
    return [
      ...thread.lines.map((line) => ({ hoursAgo: line.hoursAgo, happen: (tx: Tx) => write(inside(tx, db), tx, cast, thread, line) })),
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

async function write(db: Database, tx: Tx, cast: Cast, thread: Thread, { by, text }: Letter): Promise<void> {
  const id = await conversationOf(tx, cast, thread)
  await messaging.send(db, actorOf(cast, by === 'fan' ? thread.fan : thread.creator), id, { text })
}

async function read(db: Database, tx: Tx, cast: Cast, thread: Thread, { by }: Letter): Promise<void> {
  const reader = cast.of(by === 'fan' ? thread.creator : thread.fan).member.accountId
  await messaging.markReadWhole(db, reader, await conversationOf(tx, cast, thread))
}

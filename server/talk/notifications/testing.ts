// What the tests of notices do: facts are heard, jobs are done, and somebody looks into their centre.
import assert from 'node:assert/strict'
import type { Notice } from '#contract/talk/notifications.ts'
import { sql, type Database } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { createJobs } from '#server/platform/jobs/jobs.ts'
import { createOutbox } from '#server/platform/outbox/outbox.ts'
import type { Language } from '#server/platform/words/words.ts'
import { work } from '#server/talk/notifications/jobs.ts'
import { listen } from '#server/talk/notifications/listeners.ts'
import * as notifications from '#server/talk/notifications/notifications.ts'

function rethrow(error: unknown): never {
  throw error
}

/** Hears all that was announced, and does what that put to be done. */
export async function hear(db: Database): Promise<void> {
  const jobs = createJobs(db, rethrow)
  work(jobs, db)
  const outbox = createOutbox(db, jobs, rethrow)
  listen(outbox)
  await outbox.drain()
  await jobs.runDue()
}

/** The same facts once more, as after a crash in the middle. */
export async function hearTwice(db: Database): Promise<void> {
  const facts = await db.many<{ id: number; name: string; payload: unknown; createdAt: Date }>(
    sql`select id, name, payload, created_at as "createdAt" from outbox.events order by id`,
  )
  await hear(db)
  await db.transaction(async (tx) => {
    for (const { id, name, payload, createdAt } of facts)
      await tx.run(sql`
        insert into outbox.events (id, name, payload, created_at) overriding system value values (${id}, ${name}, ${JSON.stringify(payload)}, ${createdAt})`)
  })
  await hear(db)
}

/** What stands in somebody's centre, newest first. Whatever anybody is told of, they can decide about. */
export async function centre(db: Database, viewer: Member, language: Language = 'en-US', country?: string): Promise<Notice[]> {
  const { data } = await notifications.list(db, { viewer, country, language }, { limit: 50, offset: 0 })
  const { kinds } = await notifications.preferencesOf(db, viewer.accountId)
  for (const { kind, text } of data)
    assert(
      kinds.some((each) => each.kind === kind),
      `${viewer.role} is told "${text}" and has no choice about it`,
    )
  return data
}

export const texts = async (db: Database, viewer: Member, language: Language = 'en-US') =>
  (await centre(db, viewer, language)).map(({ text }) => text)

export const unread = (db: Database, viewer: Member) => notifications.totalUnread(db, { viewer, country: undefined })

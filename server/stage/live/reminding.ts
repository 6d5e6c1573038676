// A member asks to be told when an announced stream comes, and takes it back.
import type { Reader } from '#server/catalogue/access/access.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/stage/live/reminder-queries.ts'
import { standingOf } from '#server/stage/live/showing.ts'

/** @throws not_found, stream_ended, stream_begun */
export async function ask(tx: Tx, reader: Reader, accountId: string, id: string): Promise<void> {
  const { status } = await standingOf(tx, reader, id)
  if (status === 'ended') refuse('stream_ended')
  if (status === 'live') refuse('stream_begun')
  await queries.ask(tx, id, accountId)
}

/** What was not asked is taken back as well. */
export async function forget(tx: Tx, id: string, accountId: string): Promise<void> {
  await queries.forget(tx, id, [accountId])
}

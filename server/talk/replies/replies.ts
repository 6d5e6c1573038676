/**
 * Answers that a creator keeps at hand, picked in the composer.
 * Promises: nobody sees another's. Leaves to others: saying them (messaging), which judges the text again.
 */
import { mostReplies } from '#contract/talk/limits.ts'
import type { Reply } from '#contract/talk/replies.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { requireText } from '#server/site/terms/terms.ts'
import { textToMany } from '#server/talk/campaigns/campaigns.ts'
import * as queries from '#server/talk/replies/queries.ts'

interface Draft {
  name: string
  text: string
}

export { forgetAll } from '#server/talk/replies/queries.ts'

/** One's own, by name. */
export async function list(db: Db, performerId: string): Promise<Reply[]> {
  return (await queries.list(db, performerId)).map(({ id, ...reply }) => ({ _id: id, ...reply }))
}

/** @throws text_required, prohibited_term, too_many_replies {limit}, reply_name_taken */
export async function create(tx: Tx, performerId: string, sent: Draft): Promise<Reply> {
  const draft = await cleaned(tx, sent)
  await queries.lock(tx, performerId)
  const standing = await queries.list(tx, performerId)
  if (standing.length >= mostReplies) refuse('too_many_replies', { limit: mostReplies })
  refuseTaken(standing, draft.name)
  return { _id: await queries.insert(tx, performerId, draft), ...draft }
}

/** @throws not_found for another's, text_required, prohibited_term, reply_name_taken */
export async function edit(tx: Tx, performerId: string, id: string, sent: Draft): Promise<Reply> {
  const draft = await cleaned(tx, sent)
  await queries.lock(tx, performerId)
  const standing = await queries.list(tx, performerId)
  if (!standing.some((reply) => reply.id === id)) refuse('not_found')
  refuseTaken(
    standing.filter((reply) => reply.id !== id),
    draft.name,
  )
  await queries.update(tx, id, draft)
  return { _id: id, ...draft }
}

/** @throws not_found for another's */
export async function remove(tx: Tx, performerId: string, id: string): Promise<void> {
  if ((await queries.remove(tx, performerId, id)) === 0) refuse('not_found')
}

async function cleaned(db: Db, { name, text }: Draft): Promise<Draft> {
  return { name: requireText('name', name).replaceAll(/\s+/g, ' '), text: await textToMany(db, text) }
}

function refuseTaken(others: readonly queries.Row[], name: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) refuseField('name', 'reply_name_taken')
}

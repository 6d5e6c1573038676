/**
 * What people are told when they are not looking: the centre, letters and pushes (calls.md section 15).
 * Promises: a fact is told each reader once; what happens again while it is unread is counted, not told again; a sentence is made when it is read, and says
 * of a work no more than its reader may see; nobody hears of whom a block keeps from them; each channel obeys what its reader decided.
 * Letters: what a slice tells by a letter of its own is not told by a second one: orders (shop), a subscription that was not renewed or ended
 * (subscriptions), payouts (payouts), names in works (works). These ask their reader's wish through platform/mail; letters that confirm, give back, state
 * reasons or keep an account safe go without asking (events.ts).
 * Leaves to others: what happened (the slices that announce it), who may see what (access, blocks).
 */
import type { Notice } from '#contract/talk/notifications.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import type { Language } from '#server/platform/words/words.ts'
import * as queries from '#server/talk/notifications/queries.ts'
import { preferencesOf } from '#server/talk/notifications/preferences.ts'
import { saidTo } from '#server/talk/notifications/sentences.ts'

export { prefer, preferencesOf, type Wish } from '#server/talk/notifications/preferences.ts'
export { forgetReader, readUntil } from '#server/talk/notifications/queries.ts'
export { wishOf } from '#server/talk/notifications/wishes.ts'
export { pushKey, subscribe, unsubscribeDevice } from '#server/talk/notifications/devices.ts'
export { tell } from '#server/talk/notifications/telling.ts'
export { begin as spread, spreadSource } from '#server/talk/notifications/spreading.ts'
export { letterLink, resubscribe, serveUnsubscribing, unsubscribe } from '#server/talk/notifications/unsubscribing.ts'

/** Who reads, and from which country: creators hide from countries. */
export interface Asking {
  viewer: Member
  country: string | undefined
}

/** Newest first. */
export async function list(
  db: Db,
  { viewer, country, language }: Asking & { language: Language },
  { unread, ...window }: { unread?: boolean | undefined; limit: number; offset: number },
): Promise<{ data: Notice[]; total: number }> {
  const { accountId } = viewer
  const hidden = await blocks.hiddenFrom(db, accountId, country)
  const [{ rows, total }, { timeZone }] = await Promise.all([
    queries.page(db, { accountId, hidden, isUnread: unread }, window),
    preferencesOf(db, accountId),
  ])
  const said = await saidTo(db, { viewer, country, language, timeZone }, rows)
  const data = rows.flatMap(({ id, kind, count, isRead, latestAt }) => {
    const sentence = said.get(id)
    return sentence ? [{ _id: id, kind, ...sentence, count, isRead, createdAt: latestAt.toISOString() }] : []
  })
  return { data, total }
}

/** Counted to a hundred. */
export async function totalUnread(db: Db, { viewer, country }: Asking): Promise<number> {
  return queries.countUnread(db, viewer.accountId, await blocks.hiddenFrom(db, viewer.accountId, country))
}

/** These, or all until a moment. What is another's is passed over. */
export async function markRead(
  tx: Tx,
  accountId: string,
  { ids, to }: { ids?: readonly string[] | undefined; to?: string | undefined },
): Promise<void> {
  if (ids) await queries.markRead(tx, accountId, ids)
  else await queries.markReadUntil(tx, accountId, to ? new Date(to) : tx.now)
}

/**
 * What a creator keeps of their fans: lists of their own, and notes.
 * Promises: a list has only people who have to do with this creator; nobody but who wrote it reads a note; both go with the account they are about,
 * and with that of who made them.
 * Leaves to others: what is said to those on a list (campaigns), what there is between the two besides (windows/directory).
 */
import type { FanList, FanMember } from '#contract/talk/fans.ts'
import { mostLists } from '#contract/talk/limits.ts'
import * as earnings from '#server/money/earnings/earnings.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { containing, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { cleanText, requireText } from '#server/site/terms/terms.ts'
import * as queries from '#server/talk/fans/queries.ts'

export type { Order } from '#server/talk/fans/queries.ts'

export { memberIds } from '#server/talk/fans/queries.ts'

/** One's own, by name. */
export async function lists(db: Db, performerId: string): Promise<FanList[]> {
  return (await queries.lists(db, performerId)).map(listForm)
}

/** @throws too_many_lists {limit}, list_name_taken */
export async function createList(tx: Tx, performerId: string, sent: string): Promise<FanList> {
  const name = nameOf(sent)
  await queries.lock(tx, performerId)
  const standing = await queries.lists(tx, performerId)
  if (standing.length >= mostLists) refuse('too_many_lists', { limit: mostLists })
  refuseTaken(standing, name)
  return listForm(await queries.insert(tx, performerId, name))
}

/** @throws not_found for another's, list_name_taken */
export async function renameList(tx: Tx, performerId: string, id: string, sent: string): Promise<FanList> {
  const name = nameOf(sent)
  await queries.lock(tx, performerId)
  const standing = await queries.lists(tx, performerId)
  if (!standing.some((list) => list.id === id)) refuse('not_found')
  refuseTaken(
    standing.filter((list) => list.id !== id),
    name,
  )
  await queries.rename(tx, id, name)
  return own(tx, performerId, id)
}

/** @throws not_found for another's */
export async function removeList(tx: Tx, performerId: string, id: string): Promise<void> {
  if ((await queries.remove(tx, performerId, id)) === 0) refuse('not_found')
}

/** Those of these that are this performer's lists, and stand. */
export async function ownAmong(db: Db, performerId: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const standing = new Set((await queries.lists(db, performerId)).map(({ id }) => id))
  return new Set(ids.filter((id) => standing.has(id)))
}

/** For whoever asks only for those on one. @throws not_found at listId for another's */
export async function onList(db: Db, performerId: string, listId: string): Promise<Sql> {
  return (await ownAmong(db, performerId, [listId])).has(listId) ? queries.memberIds(listId) : refuseField('listId', 'not_found')
}

/** Who was put on it last comes first, or it goes by what they spent. @throws not_found for another's */
export async function members(
  db: Db,
  performerId: string,
  id: string,
  { q = '', sortBy, sort, ...page }: { q?: string | undefined; limit: number; offset: number } & queries.Order,
): Promise<{ data: FanMember[]; total: number }> {
  await own(db, performerId, id)
  const { rows, total } = await queries.members(
    db,
    { listId: id, performerId, like: q.trim() === '' ? undefined : containing(q), sortBy, sort },
    page,
  )
  const ids = rows.map(({ fanId }) => fanId)
  const [cards, totals] = [await profiles.userCards(db, ids), await earnings.totalsSpentOn(db, performerId, ids)]
  const data = rows.flatMap(({ fanId, addedAt }) => {
    const card = cards.get(fanId)
    return card ? [{ ...card, addedAt: addedAt.toISOString(), spentTokens: fromHundredths(totals.get(fanId) ?? 0) }] : []
  })
  return { data, total }
}

/** All or none. @throws not_found for another's list, fan_unknown for whoever has nothing to do with this performer */
export async function addMembers(tx: Tx, performerId: string, id: string, fanIds: readonly string[]): Promise<FanList> {
  await own(tx, performerId, id)
  const known = new Set(await queries.knownAmong(tx, performerId, fanIds))
  if (!fanIds.every((fanId) => known.has(fanId))) refuseField('fanIds', 'fan_unknown')
  await queries.add(tx, id, fanIds)
  return own(tx, performerId, id)
}

/** @throws not_found for another's list */
export async function removeMember(tx: Tx, performerId: string, id: string, fanId: string): Promise<FanList> {
  await own(tx, performerId, id)
  await queries.takeOff(tx, id, fanId)
  return own(tx, performerId, id)
}

/** @throws not_found for whoever has nothing to do with this performer */
export async function note(tx: Tx, performerId: string, fanId: string, sent: string): Promise<string> {
  const text = cleanText(sent)
  if (text === '') {
    await queries.dropNote(tx, performerId, fanId)
    return ''
  }
  if ((await queries.knownAmong(tx, performerId, [fanId])).length === 0) refuse('not_found')
  await queries.note(tx, performerId, fanId, text)
  return text
}

/** What a performer keeps of a fan. */
export async function keptOf(db: Db, performerId: string, fanId: string): Promise<{ note: string; listIds: string[] }> {
  return queries.keptOf(db, performerId, fanId)
}

/** An account was closed: what was kept of it goes, and what it kept. */
export async function forgetClosed(tx: Tx, accountId: string): Promise<void> {
  const account = (await accounts.people(tx, [accountId])).get(accountId)
  if (account?.state === 'closed') await queries.forget(tx, accountId)
}

async function own(db: Db, performerId: string, id: string): Promise<FanList> {
  const found = (await queries.lists(db, performerId)).find((list) => list.id === id)
  return found ? listForm(found) : refuse('not_found')
}

function listForm({ id, name, totalMembers, createdAt }: queries.List): FanList {
  return { _id: id, name, totalMembers, createdAt: createdAt.toISOString() }
}

const nameOf = (sent: string) => requireText('name', sent).replaceAll(/\s+/g, ' ')

function refuseTaken(others: readonly queries.List[], name: string): void {
  if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) refuseField('name', 'list_name_taken')
}

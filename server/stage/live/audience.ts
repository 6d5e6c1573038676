// Who helps a creator on their stages, who watches, and who is not let in any more.
// A ban is for the streams alone: whoever is banned still reads, buys and writes elsewhere. It works as a block does there, so that no list of its
// own is asked: the view rule hears of it (access.useStages), and with it tickets, media, rooms and notices.
import type { Banned, Watcher } from '#contract/stage/audience.ts'
import { mostModerators } from '#contract/stage/audience.ts'
import type { UserCard } from '#contract/people/person.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Count, Db, Tx } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { cleanText } from '#server/site/terms/terms.ts'
import * as queries from '#server/stage/live/audience-queries.ts'
import { carriedNow } from '#server/stage/live/providers.ts'
import { part as partGuests } from '#server/stage/live/guests.ts'
import { lockCreator, onSale } from '#server/stage/live/queries.ts'
import { withdrawBetween } from '#server/stage/live/private-shows.ts'
import { standingOf } from '#server/stage/live/showing.ts'
import { isShutOut } from '#server/stage/live/standings.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

/** In the order in which they were named. Whose account is closed is left out. */
export async function moderators(db: Db, performerId: string): Promise<UserCard[]> {
  return cardsOf(db, await queries.moderators(db, performerId))
}

async function cardsOf(db: Db, ids: readonly string[]): Promise<UserCard[]> {
  const [cards, people] = await Promise.all([profiles.userCards(db, ids), accounts.people(db, ids)])
  return ids.flatMap((id) => (people.get(id)?.state === 'active' ? (cards.get(id) ?? []) : []))
}

/** @throws not_found for nobody, oneself, staff, and whom a block stands between; banned_from_stages; too_many_moderators {most} */
export async function nameModerator(tx: Tx, performerId: string, accountId: string): Promise<void> {
  await lockCreator(tx, performerId)
  await refuseNobody(tx, performerId, accountId)
  if ((await blocks.blocksBetween(tx, performerId, [accountId])).size > 0) refuse('not_found')
  if ((await isShutOut(tx, [{ viewerId: accountId, creatorId: performerId }]))[0]) refuse('banned_from_stages')
  const named = await queries.moderators(tx, performerId)
  if (named.length >= mostModerators && !named.includes(accountId)) refuse('too_many_moderators', { most: mostModerators })
  await queries.nameModerator(tx, performerId, accountId)
}

export const dismissModerator = queries.dismissModerator

export async function bans(db: Db, performerId: string, window: { limit: number; offset: number }): Promise<{ data: Banned[] } & Count> {
  const { rows, ...count } = await queries.bans(db, performerId, window)
  const cards = await profiles.userCards(
    db,
    rows.map(({ accountId }) => accountId),
  )
  const data = rows.flatMap(({ accountId, reason, bannedAt }) => {
    const card = cards.get(accountId)
    return card ? [{ ...card, reason, bannedAt: bannedAt.toISOString() }] : []
  })
  return { data, ...count }
}

/**
 * Lets somebody into no stream of this creator's any more. Their tickets come back; who watches now loses picture and room within seconds, because the
 * right itself is asked again there. @throws not_found for nobody, oneself and staff
 */
export async function ban(tx: Tx, performerId: string, accountId: string, reason: string): Promise<void> {
  await lockCreator(tx, performerId)
  await refuseNobody(tx, performerId, accountId)
  await queries.ban(tx, performerId, accountId, cleanText(reason))
  await queries.dismissModerator(tx, performerId, accountId)
  await access.giveBackTo(tx, accountId, await onSale(tx, performerId), 'cancelled')
  await withdrawBetween(tx, performerId, accountId)
  await partGuests(tx, performerId, accountId)
}

export const liftBan = queries.liftBan

/** @throws not_found */
async function refuseNobody(db: Db, performerId: string, accountId: string): Promise<void> {
  const person = (await accounts.people(db, [accountId])).get(accountId)
  if (performerId === accountId || person?.state !== 'active' || person.role === 'staff') refuse('not_found')
}

/** Who watches now, subscribers first, then by name. @throws not_found for whoever does not keep order there */
export async function watchers(
  db: Db,
  reader: access.Reader,
  streamId: string,
  { q = '', limit, offset }: { q?: string | undefined; limit: number; offset: number },
): Promise<{ data: Watcher[]; total: number }> {
  const stream = await standingOf(db, reader, streamId)
  const isStaff = reader.viewer.kind === 'member' && reader.viewer.role === 'staff'
  const isTheirs = stream.performerId === idOf(reader.viewer)
  // Who is in a private show is nobody else's to know, whoever keeps order elsewhere.
  if (!isStaff && !isTheirs && (!stream.isModerator || stream.type === 'private')) refuse('not_found')
  const ids = [...((await carriedNow()).get(streamId)?.viewers ?? [])]
  const [cards, subscribed, muted] = await Promise.all([
    cardsOf(db, ids),
    queries.subscribersAmong(db, stream.performerId, ids),
    rooms.mutedOf(db, streamId),
  ])
  const moderating = new Set(await queries.moderators(db, stream.performerId))
  const part = q.trim().toLowerCase()
  const all = cards
    .filter(({ name, username }) => name.toLowerCase().includes(part) || username.includes(part))
    .map((card) => ({
      ...card,
      isModerator: moderating.has(card._id),
      isSubscribed: subscribed.has(card._id),
      isMuted: muted.has(card._id),
    }))
    .toSorted((one, other) => Number(other.isSubscribed) - Number(one.isSubscribed) || one.name.localeCompare(other.name))
  return { data: all.slice(offset, offset + limit), total: all.length }
}

/**
 * Who does not meet whom: people who blocked each other, and countries that a performer or the site hides from (calls.md section 6).
 * Promises: a block counts in both directions from the moment it is made. A country counts by the address of the call.
 * Leaves to others: ending what ran between the two, which hears `user.blocked`; and that bought things stay readable (access).
 */
import { record } from '#server/platform/audit/audit.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import { sql, type Db, type Sql, type Tx } from '#server/platform/db/db.ts'
import { ownNetwork } from '#server/platform/http/country.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as queries from '#server/people/blocks/queries.ts'
import { isCountry } from '#server/site/reference/reference.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText } from '#server/site/terms/terms.ts'
import type {} from '#server/people/blocks/events.ts'

export { blockedEitherWay, countriesOf } from '#server/people/blocks/queries.ts'

/** Idempotent. Refuses `not_found` for someone who is not there to be seen anyway, and `cannot_block_yourself`. */
export async function block(
  tx: Tx,
  blockerId: string,
  { targetId, reason = '' }: { targetId: string; reason?: string | undefined },
): Promise<void> {
  if (blockerId === targetId) refuse('cannot_block_yourself')
  const target = (await accounts.people(tx, [targetId])).get(targetId)
  if (!target || target.state !== 'active' || target.role === 'staff') return refuse('not_found')
  if ((await queries.block(tx, blockerId, targetId, cleanText(reason))) === 0) return
  await announce(tx, 'user.blocked', { blockerId, blockedId: targetId })
}

export async function unblock(tx: Tx, blockerId: string, targetId: string): Promise<void> {
  if ((await queries.unblock(tx, blockerId, targetId)) > 0) await announce(tx, 'user.unblocked', { blockerId, blockedId: targetId })
}

/** People whom someone blocked, newest first, and how many there are in all. */
export async function blockedBy(
  db: Db,
  blockerId: string,
  paging: { limit: number; offset: number },
): Promise<{ rows: queries.BlockedRow[]; total: number }> {
  const rows = await queries.blockedBy(db, blockerId, paging)
  return { rows, total: await queries.countBlockedBy(db, blockerId) }
}

/** Those of these people with a block between them and the viewer, whoever made it. */
export async function blocksBetween(db: Db, viewerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await queries.between(db, viewerId, ids)).map(({ otherId }) => otherId))
}

/** Those of these people whom the viewer blocked: the one side that may be told. */
export async function blockedAmong(db: Db, viewerId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  return new Set((await queries.between(db, viewerId, ids)).filter(({ isOwn }) => isOwn).map(({ otherId }) => otherId))
}

export interface KeptFrom {
  accountIds: readonly string[]
  /** null: whoever calls from nobody knows where. */
  countries: readonly (string | null)[]
}

/** From whom this person is kept, where what they say goes to many at once; asked once for everybody who speaks in the same moment. */
export async function keptFrom(db: Db, personId: string): Promise<KeptFrom> {
  const found = (await keptFromById(db, [personId])).get(personId)
  const { accountIds = [], countries = [] } = found ?? {}
  const isUnknownToo = countries.length > 0 && (await current(db)).unknownCountry !== 'allow'
  return { accountIds, countries: isUnknownToo ? [...countries, null] : countries }
}

const keptFromById = gatheredById(queries.keptFrom, ({ id }) => id)

/**
 * Those of these performers whom this viewer, calling from this country, must not see: by a block of people or of countries.
 * Nobody is hidden from oneself. An unknown country follows the setting: under `deny` it counts as any country that is hidden from.
 */
export async function isHidden(
  db: Db,
  viewerId: string | undefined,
  country: string | undefined,
  performerIds: readonly string[],
): Promise<Set<string>> {
  if (performerIds.length === 0) return new Set()
  const areThey = await areHidden(
    db,
    performerIds.map((performerId) => ({ viewerId, country, performerId })),
  )
  return new Set(performerIds.filter((_, place) => areThey[place]))
}

/** The same as a condition, for queries that have viewer, country and performer as columns. */
export async function isHiddenIn(db: Db, columns: { viewer: Sql; country: Sql; performer: Sql }): Promise<Sql> {
  const { unknownCountry } = await current(db)
  return queries.isHidden({ ...columns, counts: sql`(${columns.country} is not null or ${unknownCountry !== 'allow'})` })
}

/** The same for one performer's people, whom nobody saw call: a country is the one that they say they live in. */
export async function isHiddenFrom(db: Db, performerId: string, columns: { person: Sql; country: Sql }): Promise<Sql> {
  const { unknownCountry } = await current(db)
  return queries.isHiddenFrom(performerId, { ...columns, counts: unknownCountry !== 'allow' })
}

/** Every performer who is hidden from this viewer: for lists that run over all of them. */
export async function allHiddenFrom(db: Db, viewerId: string | undefined, country: string | undefined): Promise<Set<string>> {
  return new Set(await queries.hidden(db, await asking(db, viewerId, country)))
}

/** The same as a query of their ids, for lists that are paged and counted in the database: `… not in (${await hiddenFrom(…)})`. */
export async function hiddenFrom(db: Db, viewerId: string | undefined, country: string | undefined): Promise<Sql> {
  return queries.hiding(await asking(db, viewerId, country))
}

async function asking(db: Db, viewerId: string | undefined, country: string | undefined): Promise<queries.Asking> {
  return { viewerId, country, counts: country !== undefined || (await current(db)).unknownCountry !== 'allow' }
}

export interface Meeting {
  /** Undefined for visitors. */
  viewerId: string | undefined
  /** Where the viewer calls from. */
  country: string | undefined
  performerId: string
}

/** isHidden for many viewers, each asking about one performer: true in the place of those who must not see theirs. */
export async function areHidden(db: Db, meetings: readonly Meeting[]): Promise<boolean[]> {
  const { unknownCountry } = await current(db)
  const pairs = meetings.map((meeting) => ({ ...meeting, counts: meeting.country !== undefined || unknownCountry !== 'allow' }))
  const hidden = new Set(await queries.hiddenPairs(db, pairs))
  return meetings.map((_, place) => hidden.has(place + 1))
}

/** Replaces a performer's whole list; answers it as it is kept. Refuses `unknown_country`. */
export async function setCountries(tx: Tx, performerId: string, codes: readonly string[]): Promise<string[]> {
  if (!codes.every(isCountry)) refuseField('countryCodes', 'unknown_country')
  const before = await queries.countriesOf(tx, performerId)
  await queries.replaceCountries(tx, performerId, codes)
  const after = await queries.countriesOf(tx, performerId)
  if (before.join() !== after.join())
    await record(tx, {
      actorId: performerId,
      action: 'blocks.countries_changed',
      subject: { kind: 'account', id: performerId },
      detail: { from: before, to: after },
    })
  return after
}

export interface CountryCheck {
  blocked: boolean
  countryCode?: string
  reason?: 'site' | 'performer' | 'unknown'
}

/** The site's own list and setting, and with a performer theirs too. */
export async function checkCountry(db: Db, country: string | undefined, performerId?: string): Promise<CountryCheck> {
  if (country === ownNetwork) return { blocked: false }
  const { blockedCountries, unknownCountry } = await current(db)
  if (!country) return unknownCountry === 'deny' ? { blocked: true, reason: 'unknown' } : { blocked: false }
  if (blockedCountries.includes(country)) return { blocked: true, countryCode: country, reason: 'site' }
  const isHiding = performerId !== undefined && (await queries.hidingFrom(db, country, [performerId])).length > 0
  return isHiding ? { blocked: true, countryCode: country, reason: 'performer' } : { blocked: false, countryCode: country }
}

/** They are gone: there is nobody to keep away, nor anybody to be kept from. */
export const forgetAll = (tx: Tx, accountId: string): Promise<void> => queries.removeAll(tx, accountId)

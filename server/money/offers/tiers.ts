/**
 * Tiers: dearer ways to subscribe to the same creator, five at most at a time, described in words and with flags that the product keeps.
 * A tier that is retired is no longer sold, and runs on at its agreed price for those who have it. One whose prices are in another currency
 * than the site's is not sold until they are said again.
 */
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import * as bought from '#server/money/offers/bought.ts'
import * as queries from '#server/money/offers/tier-queries.ts'
import type { Prices } from '#server/money/offers/prices.ts'
import type { Tier, Words } from '#server/money/offers/tier-queries.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'

export { blank, byId, countIn } from '#server/money/offers/tier-queries.ts'
export type { Tier, Words } from '#server/money/offers/tier-queries.ts'

const mostTiers = 5

export type NewTier = Pick<Words, 'name' | 'monthlyPrice'> & Partial<Words>

/** @throws too_many_tiers {limit}, tier_name_taken, tier_price_too_low {minimum}, price_out_of_bounds {minimum, maximum}, longer_costs_less {minimum}, prohibited_term, prices_rest */
export async function create(tx: Tx, performerId: string, asked: NewTier): Promise<Tier> {
  const tier = await judged(tx, performerId, { ...nothing, ...asked }, null)
  // Another request may have taken the place that this one saw free; then the next one is tried.
  for (let place = 0; place < mostTiers; place++) {
    const created = await queries.insert(tx, performerId, tier)
    if (created) return created
  }
  return refuse('too_many_tiers', { limit: mostTiers })
}

const nothing = { description: '', benefits: [], freeMessages: false, threeMonthPrice: null, sixMonthPrice: null, yearlyPrice: null }

/** What is not named stays. @throws not_found for anybody else's and retired ones, and those of create but too_many_tiers */
export async function edit(tx: Tx, performerId: string, id: string, changes: Partial<Words>): Promise<Tier> {
  const before = await own(tx, performerId, id)
  if (before.retiredAt) refuse('not_found')
  const { monthlyPrice, threeMonthPrice, sixMonthPrice, yearlyPrice } = changes
  const isOfSite = before.currency === (await current(tx)).currency
  const said = profiles.saidAnew({ monthlyPrice, threeMonthPrice, sixMonthPrice, yearlyPrice }, isOfSite)
  const asked = { ...before, ...changes, ...said }
  // Words about one whose prices rest do not bring them back.
  const isWordsOnly = !isOfSite && Object.keys(said).length === 0
  return queries.update(
    tx,
    id,
    isWordsOnly ? { ...before, ...(await worded(tx, performerId, asked, id)) } : await judged(tx, performerId, asked, id),
  )
}

/** Twice is once. @throws not_found */
export async function retire(tx: Tx, performerId: string, id: string): Promise<Tier> {
  await own(tx, performerId, id)
  return queries.retire(tx, id)
}

async function own(tx: Tx, performerId: string, id: string): Promise<Tier> {
  const tier = await queries.lock(tx, id)
  return tier?.performerId === performerId ? tier : refuse('not_found')
}

async function judged(tx: Tx, performerId: string, asked: Words, exceptId: string | null): Promise<Words & Prices> {
  const currency = await profiles.refusePrices(tx, asked)
  profiles.refuseDisorder(asked)
  const base = (await profiles.find(tx, performerId)) ?? refuse('not_found')
  if (!profiles.sellsFor(base, currency)) refuse('prices_rest')
  if (asked.monthlyPrice <= base.monthlyPrice)
    refuseField('monthlyPrice', 'tier_price_too_low', { minimum: fromHundredths(base.monthlyPrice) })
  return { ...(await worded(tx, performerId, asked, exceptId)), currency }
}

async function worded(tx: Tx, performerId: string, asked: Words, exceptId: string | null): Promise<Words> {
  const tier = {
    ...asked,
    name: cleanText(asked.name).replaceAll(/\s+/g, ' '),
    description: cleanText(asked.description),
    benefits: asked.benefits.map((each) => cleanText(each).replaceAll(/\s+/g, ' ')).filter((each) => each !== ''),
  }
  if (tier.name === '') refuseField('name', 'invalid')
  await refuseProhibited(tx, { name: tier.name, description: tier.description, benefits: tier.benefits })
  if (await queries.isNamed(tx, performerId, tier.name, exceptId)) refuseField('name', 'tier_name_taken')
  return tier
}

/** Those of a performer that are sold, the cheapest first. */
export async function sold(db: Db, performerId: string): Promise<Tier[]> {
  const { currency: ofSite } = await current(db)
  return (await queries.ofPerformer(db, performerId)).filter(({ retiredAt, currency }) => !retiredAt && currency === ofSite)
}

/** All of a performer's, with how many subscribers have each. */
export async function all(db: Db, performerId: string): Promise<(Tier & { subscribers: number })[]> {
  const tiers = await queries.ofPerformer(db, performerId)
  const counts = await bought.subscribersOf(
    db,
    tiers.map(({ id }) => id),
  )
  return tiers.map((tier) => ({ ...tier, subscribers: counts.get(tier.id) ?? 0 }))
}

/** How many subscribers' running time is of it. */
export async function subscribersOf(db: Db, id: string): Promise<number> {
  return (await bought.subscribersOf(db, [id])).get(id) ?? 0
}

/** By id, retired ones too. */
export async function named(db: Db, ids: readonly (string | null)[]): Promise<Map<string, Tier>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  return wanted.length === 0 ? new Map() : new Map((await queries.byIds(db, wanted)).map((tier) => [tier.id, tier]))
}

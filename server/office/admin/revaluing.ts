// Settings that change what every token is worth. While tokens, payouts or payments are out that is decided with their figures in sight; and with
// another currency, with the count of everything that was agreed in the old one and so stops.
import * as coupons from '#server/money/coupons/coupons.ts'
import * as packages from '#server/money/packages/packages.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
import * as refills from '#server/money/refills/refills.ts'
import { tiers } from '#server/money/offers/offers.ts'
import * as subscriptions from '#server/money/subscriptions/subscriptions.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as settings from '#server/site/settings/settings.ts'

export interface Out {
  /** What members have, what waits in escrow, and what creators earned and were not paid. */
  tokens: number
  /** Asked for and not done. */
  payouts: number
  /** Open, with tokens that were promised at the rate of their beginning. */
  payments: number
}

/** What is agreed in one currency and is not charged in another. */
export interface Stops {
  subscriptions: number
  refills: number
  performers: number
  tiers: number
  packs: number
  coupons: number
}

/** Whose tokens are worth something. The site's own commission is its own affair. */
const kinds = ['wallet', 'escrow', 'earnings', 'payouts']

async function outNow(db: Db): Promise<Out> {
  const { byKind } = await proofs.totals(db)
  const tokens = kinds.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0)
  return { tokens: fromHundredths(Math.max(tokens, 0)), payouts: await payouts.countOpen(db), payments: await payments.countOpen(db) }
}

async function agreedIn(db: Db, currency: string): Promise<Stops> {
  return {
    subscriptions: await subscriptions.countRenewing(db, currency),
    refills: (await refills.onIn(db, currency)).length,
    performers: (await profiles.pricedIn(db, currency)).length,
    tiers: await tiers.countIn(db, currency),
    packs: await packages.countOnSale(db, currency),
    coupons: await coupons.countUsable(db, currency),
  }
}

/** People go on paying while somebody reads the figures. */
const tolerance = 1.01

/**
 * Saves settings. Rate and currency only with the figures that were confirmed, when anything is out; the currency only together with the site's
 * own sums, and with what will stop.
 * @throws invalid, tokens_out with Out, and Stops where the currency changes, when more is out than was confirmed
 */
export async function saveSettings(
  tx: Tx,
  values: Readonly<Record<string, unknown>>,
  { by, confirmed, ip }: { by: string; confirmed?: (Pick<Out, 'tokens' | 'payouts'> & Partial<Out & Stops>) | undefined; ip: string },
): Promise<string[]> {
  await settings.refuseUnsaidSums(tx, values)
  const { currency } = await settings.current(tx)
  const changed = await settings.save(tx, values, by)
  const revalued = changed.filter(settings.revalues)
  if (revalued.length === 0) return changed
  const figures = { ...(await outNow(tx)), ...(changed.includes('currency') && (await agreedIn(tx, currency))) }
  if (Object.values(figures).every((count) => count === 0)) return changed
  if (!confirmed || isMore(figures, confirmed)) refuse('tokens_out', { ...figures })
  for (const id of revalued)
    await record(tx, { actorId: by, action: 'admin.revalued', subject: { kind: 'setting', id }, detail: { ...figures, confirmed }, ip })
  return changed
}

/** Payments that are open change by the minute, and what they were promised holds: they are named, and not held to. */
function isMore(figures: Out & Partial<Stops>, confirmed: Partial<Out & Stops>): boolean {
  const held = Object.entries({ ...figures, payments: 0 })
  return held.some(([name, count]) => count > (confirmed[name as keyof Out] ?? 0) * tolerance)
}

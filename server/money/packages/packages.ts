/**
 * Fixed token packs: what the office offers next to a free amount (calls.md section 7).
 * Promises: every change is in the audit log with what it was before; a pack is never deleted, so that a payment always knows what it was for;
 * a price is asked in the currency that it was said in, or not at all.
 * Leaves to others: selling them (payments).
 */
import { randomBytes } from 'node:crypto'
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as queries from '#server/money/packages/queries.ts'
import type { Pack } from '#server/money/packages/queries.ts'
import { current, refuseFractions, smallestPayment } from '#server/site/settings/settings.ts'

export { all, onSale, type Pack } from '#server/money/packages/queries.ts'

/** The price is in the site's currency. */
export type Given = Omit<queries.Given, 'currency'>

export async function onSaleNow(db: Db): Promise<Pack[]> {
  return queries.onSale(db, (await current(db)).currency)
}

/** How many of those on sale are priced in this currency. */
export async function countOnSale(db: Db, currency: string): Promise<number> {
  return (await queries.onSale(db, currency)).length
}

interface By {
  by: string
  ip: string
}

/** @throws invalid for a price that the currency does not have, or that is too small to be collected */
export async function create(tx: Tx, asked: Given, { by: actorId, ip }: By): Promise<Pack> {
  const given = await priced(tx, asked)
  const key = `pack_${[...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
  const made = await queries.insert(tx, key, given)
  await record(tx, { actorId, ip, action: 'packages.created', subject: { kind: 'package', id: made.id }, detail: { ...given } })
  return made
}

/** @throws not_found, invalid */
export async function change(tx: Tx, id: string, asked: Given, { by: actorId, ip }: By): Promise<Pack> {
  const given = await priced(tx, asked)
  const { id: _, key: __, ...from } = (await queries.lock(tx, id)) ?? refuse('not_found')
  const made = await queries.update(tx, id, given)
  await record(tx, { actorId, ip, action: 'packages.changed', subject: { kind: 'package', id }, detail: { from, to: given } })
  return made
}

async function priced(tx: Tx, given: Given): Promise<queries.Given> {
  const { currency } = await current(tx)
  const { price } = given
  refuseFractions(currency, { price })
  const least = smallestPayment(currency)
  if (price < least) throw new Refusal('invalid', {}, [{ field: 'price', code: 'too_small', limit: fromHundredths(least) }])
  return { ...given, currency }
}

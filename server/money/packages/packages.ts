/**
 * Fixed token packs: what the office offers next to a free amount (calls.md section 7).
 * Promises: every change is in the audit log with what it was before; a pack is never deleted, so that a payment always knows what it was for.
 * Leaves to others: selling them (payments).
 */
import { randomBytes } from 'node:crypto'
import { record } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as queries from '#server/money/packages/queries.ts'
import type { Given, Pack } from '#server/money/packages/queries.ts'
import { current, refuseFractions } from '#server/site/settings/settings.ts'

export { all, onSale, type Given, type Pack } from '#server/money/packages/queries.ts'

interface By {
  by: string
  ip: string
}

/** @throws invalid for a price that the currency does not have */
export async function create(tx: Tx, given: Given, { by: actorId, ip }: By): Promise<Pack> {
  await refuseFraction(tx, given)
  const key = `pack_${[...randomBytes(12)].map((byte) => String.fromCharCode(97 + (byte % 26))).join('')}`
  const made = await queries.insert(tx, key, given)
  await record(tx, { actorId, ip, action: 'packages.created', subject: { kind: 'package', id: made.id }, detail: { ...given } })
  return made
}

/** @throws not_found, invalid */
export async function change(tx: Tx, id: string, given: Given, { by: actorId, ip }: By): Promise<Pack> {
  await refuseFraction(tx, given)
  const { id: _, key: __, ...from } = (await queries.lock(tx, id)) ?? refuse('not_found')
  const made = await queries.update(tx, id, given)
  await record(tx, { actorId, ip, action: 'packages.changed', subject: { kind: 'package', id }, detail: { from, to: given } })
  return made
}

async function refuseFraction(tx: Tx, { price }: Given): Promise<void> {
  refuseFractions((await current(tx)).currency, { price })
}

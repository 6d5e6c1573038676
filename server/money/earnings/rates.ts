// What the site keeps of somebody's sales: the rate of all, or one that was agreed with them. It counts from the next sale on; what was
// sold keeps the rate of its instant (ADR 0001).
import { record } from '#server/platform/audit/audit.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as wallet from '#server/money/wallet/wallet.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

/** In percent. */
export interface Rate {
  /** Undefined: they have the site's. */
  agreed: number | undefined
  site: number
}

/** @throws not_found for whoever is no performer */
export async function rateOf(db: Db, performerId: string): Promise<Rate> {
  await refuseOthers(db, performerId)
  const agreed = await wallet.agreedCommission(db, performerId)
  return { agreed: agreed === null ? undefined : agreed / 100, site: (await current(db)).commission }
}

/** @param percent undefined: the site's rate again. @throws not_found for whoever is no performer */
export async function agreeRate(tx: Tx, performerId: string, percent: number | undefined, { by, ip }: { by: string; ip: string }) {
  const { agreed: from } = await rateOf(tx, performerId)
  if (from === percent) return
  await wallet.agreeCommission(tx, performerId, percent === undefined ? null : Math.round(percent * 100))
  await record(tx, {
    actorId: by,
    ip,
    action: 'profiles.commission_changed',
    subject: { kind: 'account', id: performerId },
    detail: { from: from ?? null, to: percent ?? null },
  })
}

async function refuseOthers(db: Db, id: string): Promise<void> {
  if ((await accounts.findAll(db, [id])).get(id)?.role !== 'performer') refuse('not_found')
}

// Settings that change what every token is worth. While tokens or payouts are out that is decided with their figures in sight.
import * as payouts from '#server/money/payouts/payouts.ts'
import * as proofs from '#server/money/proofs/proofs.ts'
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
}

/** Whose tokens are worth something. The site's own commission is its own affair. */
const kinds = ['wallet', 'escrow', 'earnings', 'payouts']

export async function outNow(db: Db): Promise<Out> {
  const { byKind } = await proofs.totals(db)
  const tokens = kinds.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0)
  return { tokens: fromHundredths(Math.max(tokens, 0)), payouts: await payouts.countOpen(db) }
}

/** People go on paying while somebody reads the figures. */
const tolerance = 1.01

/**
 * Saves settings. Rate and currency only with the figures that were confirmed, when anything is out.
 * @throws invalid, tokens_out {tokens, payouts} when more is out than was confirmed
 */
export async function saveSettings(
  tx: Tx,
  values: Readonly<Record<string, unknown>>,
  { by, confirmed, ip }: { by: string; confirmed?: Out | undefined; ip: string },
): Promise<string[]> {
  const changed = await settings.save(tx, values, by)
  const revalued = changed.filter(settings.revalues)
  if (revalued.length === 0) return changed
  const out = await outNow(tx)
  if (out.tokens === 0 && out.payouts === 0) return changed
  if (!confirmed || out.tokens > confirmed.tokens * tolerance || out.payouts > confirmed.payouts) refuse('tokens_out', { ...out })
  for (const id of revalued)
    await record(tx, { actorId: by, action: 'admin.revalued', subject: { kind: 'setting', id }, detail: { ...out, confirmed }, ip })
  return changed
}

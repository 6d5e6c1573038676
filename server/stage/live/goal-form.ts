import type { TipGoal } from '#contract/stage/tipping.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import type { Goal } from '#server/stage/live/tip-queries.ts'

export function goalForm({ id, amount, title, raised, reachedAt }: Goal): TipGoal {
  return {
    _id: id,
    amount: fromHundredths(amount),
    title,
    raised: fromHundredths(raised),
    ...(reachedAt && { reachedAt: reachedAt.toISOString() }),
  }
}

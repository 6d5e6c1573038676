import type { Refill as Wire, refills } from '#contract/money/refills.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import * as door from '#server/money/refills/refills.ts'

export const handlers: Handlers<typeof refills> = {
  mine: ({ db, viewer }) => shown(db, viewer.accountId),

  async save(call, { isOn, below, amount, packageId, cardId, monthlyLimit }) {
    const { tx } = call
    const { accountId } = call.viewer
    // In a closed country it can be stopped, and not begun.
    if (isOn && (await blocks.checkCountry(tx, call.country())).blocked) refuse('country_closed')
    const wanted = { below: minor(below), amount: minor(amount), packageId, cardId, monthlyLimit: minor(monthlyLimit) }
    await (isOn ? door.switchOn(tx, accountId, wanted) : door.switchOff(tx, accountId))
    return shown(tx, accountId)
  },
}

const minor = (amount: number | undefined) => (amount === undefined ? undefined : toHundredths(amount))

async function shown(db: Db, accountId: string): Promise<Wire> {
  const { refill, spent } = await door.mine(db, accountId)
  const spentThisMonth = fromHundredths(spent)
  if (!refill) return { isOn: false, spentThisMonth }
  const { isOn, below, amount, packageId, cardId, monthlyLimit, currency, stoppedReason, stoppedAt } = refill
  return {
    isOn,
    below: fromHundredths(below),
    ...(amount !== null && { amount: fromHundredths(amount) }),
    ...(packageId !== null && { packageId }),
    cardId,
    monthlyLimit: fromHundredths(monthlyLimit),
    currency,
    spentThisMonth,
    ...(stoppedReason && stoppedAt && { stopped: { reason: stoppedReason, at: stoppedAt.toISOString() } }),
  }
}

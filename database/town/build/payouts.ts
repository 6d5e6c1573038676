// Creators of the town are paid as they would be: they say where to, ask, and the office goes step by step.
import * as destinations from '#server/money/destinations/destinations.ts'
import * as payouts from '#server/money/payouts/payouts.ts'
import type { Tx } from '#server/platform/db/db.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import { holders, payoutAccounts, payoutSteps, type PayoutStep } from '#database/town/payouts.ts'

export function payoutChapters(cast: Cast): Chapter[] {
  const open = new Map<string, string>()
  return [
    ...Object.entries(holders).map(([username, { savedHoursAgo, ...details }]) => ({
      hoursAgo: savedHoursAgo,
      happen: (tx: Tx) => destinations.saveBank(tx, cast.of(username).member.accountId, details),
    })),
    ...payoutAccounts.map(({ creator, type, account, savedHoursAgo }) => ({
      hoursAgo: savedHoursAgo,
      happen: (tx: Tx) => destinations.saveAccount(tx, cast.of(creator).member.accountId, type, account),
    })),
    ...payoutSteps.map((step) => ({ hoursAgo: step.hoursAgo, happen: (tx: Tx) => goes(tx, cast, open, step) })),
  ]
}

async function goes(tx: Tx, cast: Cast, open: Map<string, string>, told: PayoutStep): Promise<void> {
  if (told.step === 'asks') {
    const { id } = await payouts.request(tx, cast.of(told.creator).member, {
      requestTokens: told.tokens,
      accountType: 'banking',
      note: told.note,
    })
    open.set(told.creator, id)
    return
  }
  if (told.step === 'confirms') {
    const { savedHoursAgo: _, ...details } = holders[told.creator] ?? refuseUnknown(told.creator)
    return destinations.saveBank(tx, cast.of(told.creator).member.accountId, details)
  }
  const id = open.get(told.creator)
  if (!id) throw new Error(`${told.creator} has not asked for a payout yet`)
  const reason = told.step === 'rejected' || told.step === 'returned' ? told.reason : undefined
  // Those for the bank leave in its file.
  if (told.step === 'processing') await payouts.exportApproved(tx, cast.staffId, [id])
  else await payouts.change(tx, { accountId: cast.staffId, role: 'staff' }, id, { status: told.step, reason })
}

function refuseUnknown(creator: string): never {
  throw new Error(`${creator} has not said where their money goes`)
}

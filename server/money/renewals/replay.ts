// For a history that is told and not lived (the demo town): what jobs and gateways do in their time, done at the time of the
// transaction. Nothing that a caller asks comes here. Money moves by the same functions, and so by the same rules.
import type { Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import * as payments from '#server/money/payments/payments.ts'
import { renewalOf } from '#server/money/renewals/renewing.ts'
import { addPeriod, lockBetween, pairOf, runOut, titleOf, tokensFor, type Subscription } from '#server/money/subscriptions/subscriptions.ts'

async function between(tx: Tx, fanId: string, performerId: string): Promise<Subscription> {
  return (await lockBetween(tx, fanId, performerId)) ?? refuse('not_found')
}

/** Renews what runs between these two, due or not: from the wallet, or by a card payment that succeeds at once. */
export async function renewAtOnce(tx: Tx, fanId: string, performerId: string, by: 'wallet' | 'card'): Promise<void> {
  const running = await between(tx, fanId, performerId)
  if (by === 'wallet') return void (await addPeriod(tx, running, await renewalOf(tx, running), { by }))
  const { id: subscriptionId, price: amount, currency, renewsAs: type, tierId, cycles } = running
  const { transactionId } = await payments.start(tx, {
    accountId: fanId,
    purpose: 'subscription',
    amount,
    currency,
    tokens: await tokensFor(tx, { price: amount, currency }),
    title: titleOf(await pairOf(tx, running), type),
    detail: { performerId, type, ...(tierId && { tierId }), subscriptionId, number: cycles + 1 },
    gateway: undefined,
    returnPath: '/subscriptions',
  })
  await payments.settleAtOnce(tx, transactionId)
}

/** Ends what runs between these two because its time is over: as one that was cancelled, a trial, or one that was not paid. */
export async function lapse(tx: Tx, fanId: string, performerId: string): Promise<void> {
  const running = await between(tx, fanId, performerId)
  await runOut(tx, running, running.status === 'cancelled' ? 'cancelled' : running.type === 'free' ? 'trial_over' : 'unpaid')
}

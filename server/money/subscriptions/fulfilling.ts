// What a payment by card becomes once its gateway has confirmed it: a first period or a further one here, what else was ordered in the slice
// that ordered it; or, when it cannot be had any more, tokens in the payer's wallet. It runs in the transaction that marks the payment as paid.
import type { Tx } from '#server/platform/db/db.ts'
import { promotions } from '#server/money/offers/offers.ts'
import * as payments from '#server/money/payments/payments.ts'
import { pairOf, write } from '#server/money/subscriptions/letters.ts'
import { isOpen, isThere, mayMeet } from '#server/money/subscriptions/meeting.ts'
import { orderOf, termsOf, type Order } from '#server/money/subscriptions/orders.ts'
import { addPeriod, begin, type Means, type Terms } from '#server/money/subscriptions/paying.ts'
import * as queries from '#server/money/subscriptions/queries.ts'
import { takenBack } from '#server/money/subscriptions/taken-back.ts'

/** One kind of order. */
export interface Ordered {
  /** @returns false when it cannot be had any more */
  paid(tx: Tx, terms: Terms, means: Extract<Means, { by: 'card' }>, order: Order): Promise<boolean>
  failed(tx: Tx, payment: payments.Transaction, order: Order): Promise<void>
}

/** The slices above that order, too. Gateways that renew by themselves, and cards that will be asked again, are a matter of renewals. */
export interface Above {
  renewals: Ordered & Required<Pick<payments.Fulfilment, 'renewed' | 'renewalFailed' | 'cancelled' | 'usesOf'>>
  gifts: Ordered
}

/** Wired once at start. */
export function fulfilment({ renewals, gifts }: Above): payments.Fulfilment {
  const { renewed, renewalFailed, cancelled, usesOf } = renewals
  const whose = (order: Order) => (order.gift ? gifts : order.changes || order.number !== undefined ? renewals : own)
  return {
    async paid(tx, payment) {
      const order = orderOf(payment)
      const isHad = await whose(order).paid(tx, termsOf(payment), { by: 'card', payment }, order)
      if (!isHad) await giveTokens(tx, payment, order)
    },
    failed: (tx, payment) => whose(orderOf(payment)).failed(tx, payment, orderOf(payment)),
    takenBack,
    renewed,
    renewalFailed,
    cancelled,
    usesOf,
  }
}

const own: Ordered = {
  async paid(tx, terms, means) {
    const { fanId, performerId, promotionId } = terms
    const running = await queries.lockBetween(tx, fanId, performerId)
    const isWanted = (await isThere(tx, fanId)) && (await mayMeet(tx, fanId, performerId)) && (!running || isOpen(running, tx.now))
    if (!isWanted || (promotionId && !(await promotions.confirm(tx, promotionId, fanId)))) return false
    await (running ? addPeriod(tx, running, terms, means) : begin(tx, terms, means))
    return true
  },

  async failed(tx, { id, accountId }, { promotionId }) {
    if (promotionId) await promotions.release(tx, promotionId, accountId, id)
  },
}

async function giveTokens(tx: Tx, payment: payments.Transaction, { performerId }: Order): Promise<void> {
  // A gateway that renews by itself would go on collecting for it.
  await payments.stopRenewing(tx, payment.id)
  await write(tx, await pairOf(tx, { fanId: payment.accountId, performerId }), 'credited', {
    tokens: payment.tokens,
    paymentId: payment.id,
  })
  await payments.credit(tx, payment)
}

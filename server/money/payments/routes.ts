import { payments, type Transaction as Wire } from '#contract/money/payments.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { act, checkout } from '#server/money/payments/gateways/sandbox.ts'
import * as door from '#server/money/payments/payments.ts'
import { current } from '#server/site/settings/settings.ts'

export const handlers: Handlers<typeof payments> = {
  async packages({ db, language }) {
    const rows = await door.packages(db)
    const data = rows.map(({ id, names, price, tokens, bonusTokens, position, isActive }) => ({
      _id: id,
      name: names[language],
      price: fromHundredths(price),
      tokens: fromHundredths(tokens),
      bonusTokens: fromHundredths(bonusTokens),
      order: position,
      isActive,
    }))
    return { data, total: data.length }
  },

  topUp: ({ tx, viewer, language }, { amount, packageId, paymentGateway, returnPath }) =>
    door.topUp(
      tx,
      {
        accountId: viewer.accountId,
        amount: amount === undefined ? undefined : toHundredths(amount),
        packageId,
        gateway: paymentGateway,
        returnPath,
      },
      language,
    ),

  transaction: async ({ db, viewer }, { id }) => shown(await door.transactionOf(db, viewer.accountId, id)),

  async transactions({ db, viewer }, filter) {
    const { rows, total } = await door.transactionsOf(db, viewer.accountId, filter)
    return { data: rows.map(shown), total }
  },

  async callhook(call, { gateway }) {
    const { db } = call
    const event = door.verify(gateway, (name) => call.header(name), call.rawBody, db.now)
    // Refused after the commit, so that the audit log keeps what was wrong.
    const heard = await db.transaction((tx) => door.hear(tx, gateway, event))
    if (heard === 'mismatch') refuse('event_mismatch')
    return { received: true }
  },

  async sandboxCheckout({ db }, { id }) {
    const { title, amount, currency, status, returnUrl } = await checkout(db, id)
    const { siteName } = await current(db)
    return { title, amount: fromHundredths(amount), currency, status, returnUrl, siteName }
  },

  async sandboxPay({ db }, { id, action, card }) {
    const { status, returnUrl } = await db.transaction((tx) => act(tx, id, { action, card }))
    return { status, returnUrl }
  },
}

function shown(payment: door.Transaction): Wire {
  const { performerId } = payment.detail
  const totalPrice = fromHundredths(payment.amount)
  return {
    _id: payment.id,
    type: payment.purpose,
    status: payment.status,
    totalPrice,
    currency: payment.currency,
    tokens: fromHundredths(payment.tokens),
    paymentGateway: payment.gateway,
    items: [{ title: payment.title, price: totalPrice }],
    ...(payment.failureReason && { failureReason: payment.failureReason }),
    ...(typeof performerId === 'string' && { performerId }),
    createdAt: payment.createdAt.toISOString(),
    ...(payment.completedAt && { completedAt: payment.completedAt.toISOString() }),
  }
}

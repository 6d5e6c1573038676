import { inLocale } from '#contract/locales.ts'
import { payments, type PaymentCard as WireCard, type Transaction as Wire } from '#contract/money/payments.ts'
import type { Db } from '#server/platform/db/db.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths, toHundredths } from '#server/platform/units/units.ts'
import { act, checkout, type Checkout } from '#server/money/payments/gateways/sandbox.ts'
import { hooksOf } from '#server/money/merchants/merchants.ts'
import * as door from '#server/money/payments/payments.ts'
import { current } from '#server/site/settings/settings.ts'

export const handlers: Handlers<typeof payments> = {
  async packages({ db, language }) {
    const [rows, { defaultLocale }] = await Promise.all([door.packages(db), current(db)])
    const data = rows.map(({ id, names, price, tokens, bonusTokens, position, isActive }) => ({
      _id: id,
      name: inLocale(names, language, defaultLocale) ?? '',
      price: fromHundredths(price),
      tokens: fromHundredths(tokens),
      bonusTokens: fromHundredths(bonusTokens),
      order: position,
      isActive,
    }))
    return { data, total: data.length }
  },

  topUp: ({ tx, viewer: { accountId }, language }, { amount, paymentGateway: gateway, ...wanted }) =>
    door.topUp(tx, { ...wanted, accountId, amount: minor(amount), gateway }, language),

  async applyCoupon({ db, viewer }, { code, amount, packageId }) {
    const { coupon, discounted } = await door.couponQuote(db, viewer.accountId, code, { amount: minor(amount), packageId })
    const { id, type, value, expiresAt } = coupon
    return {
      couponId: id,
      code: coupon.code,
      type,
      value: type === 'percent' ? value : fromHundredths(value),
      discounted: fromHundredths(discounted),
      ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    }
  },

  retry: ({ tx, viewer }, { id, cardId }) => door.retry(tx, viewer.accountId, id, cardId),

  async goOn({ db, viewer }, { id, keepCard }) {
    return { ...(await door.goOn(db, viewer.accountId, id, keepCard)), transactionId: id }
  },

  async inquire({ db, viewer }, { id }) {
    await door.inquireOwn(db, viewer.accountId, id)
    const [found] = await shownAll(db, viewer.accountId, [await door.transactionOf(db, viewer.accountId, id)])
    return found ?? refuse('not_found')
  },

  async transaction({ db, viewer }, { id }) {
    const [found] = await shownAll(db, viewer.accountId, [await door.transactionOf(db, viewer.accountId, id)])
    return found ?? refuse('not_found')
  },

  async transactions({ db, viewer }, filter) {
    const { rows, total } = await door.transactionsOf(db, viewer.accountId, filter)
    return { data: await shownAll(db, viewer.accountId, rows), total }
  },

  async cards({ db, viewer }) {
    const rows = await door.cardsOf(db, viewer.accountId)
    return { data: await Promise.all(rows.map((card) => shownCard(db, card))), total: rows.length }
  },

  async cardSetup({ db, viewer }) {
    const { provider, form } = await door.cardForm(db, viewer.accountId)
    return { provider, canAdd: form !== undefined, ...form }
  },

  async addCard({ db, viewer }, { provider: gateway, sourceToken: token, holderName = '' }) {
    return shownCard(db, await door.addCard(db, viewer.accountId, { gateway, token, holderName }))
  },

  async removeCard({ db, viewer }, { id, force = false }) {
    await db.transaction((tx) => door.removeCard(tx, viewer.accountId, id, force))
    return { removed: true }
  },

  async defaultCard({ db, viewer }, { id }) {
    await db.transaction((tx) => door.makeDefault(tx, viewer.accountId, id))
    return { isDefault: true }
  },

  async callhook(call, { gateway, ...query }) {
    const { db, ip, rawBody: body } = call
    const hooks = await hooksOf(db, new Map<string, unknown>(Object.entries(query)).get('seller'))
    const post = { header: (name: string) => call.header(name), query, ip, body, hooks }
    const event = door.verify(gateway, post, db.now)
    if (!event) await door.receiveNotice(db, gateway, post)
    // Refused after the commit, so that the audit log keeps what was wrong.
    const received = event && (await db.transaction((tx) => door.receive(tx, gateway, event)))
    if (received === 'mismatch') refuse('event_mismatch')
    return { received: true }
  },

  async sandboxCheckout({ db }, { id }) {
    const page = await checkout(db, id)
    const { siteName } = await current(db)
    return { title: page.title, amount: fromHundredths(page.amount), currency: page.currency, siteName, ...shownPage(page) }
  },

  async sandboxPay({ db }, { id, action, card, keep, amount, lost }) {
    return shownPage(await db.transaction((tx) => act(tx, id, { action, card, keep, amount: minor(amount), lost })))
  },
}

const minor = (amount: number | undefined) => (amount === undefined ? undefined : toHundredths(amount))

function shownPage({ status, returnUrl, refunded, dispute }: Checkout) {
  return { status, returnUrl, refunded: fromHundredths(refunded), ...(dispute && { dispute }) }
}

async function shownCard(db: Db, card: door.Card): Promise<WireCard> {
  const { id, brand, last4, expMonth, expYear, holderName, isDefault, gateway } = card
  return { _id: id, brand, last4, expMonth, expYear, holderName, isDefault, provider: gateway, isUsable: await door.isUsable(db, card) }
}

async function shownAll(db: Db, accountId: string, payments: readonly door.Transaction[]): Promise<Wire[]> {
  const steps = await door.stepsOf(
    db,
    payments.map(({ id }) => id),
  )
  const cards = new Map((await door.cardsOf(db, accountId)).map((card) => [card.id, card]))
  const retriable = await door.retriable(db, payments)
  return payments.map((payment) =>
    shown(payment, steps.get(payment.id) ?? [], { card: cards.get(payment.cardId ?? ''), canRetry: retriable.has(payment.id) }),
  )
}

function shown(
  payment: door.Transaction,
  steps: readonly door.Step[],
  { card, canRetry }: { card: door.Card | undefined; canRetry: boolean },
): Wire {
  const { performerId } = payment.detail
  const totalPrice = fromHundredths(payment.amount)
  const coupon = door.couponIn(payment)
  return {
    _id: payment.id,
    type: payment.purpose,
    status: payment.status,
    totalPrice,
    currency: payment.currency,
    tokens: fromHundredths(payment.tokens),
    paymentGateway: payment.gateway,
    items: [
      { title: payment.title, price: fromHundredths(payment.amount + (coupon?.saved ?? 0)) },
      ...(coupon ? [{ title: coupon.code, price: fromHundredths(-coupon.saved) }] : []),
    ],
    ...(payment.failureReason && { failureReason: payment.failureReason }),
    ...(typeof performerId === 'string' && { performerId }),
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
    ...(payment.refundedAmount > 0 && { refundedAmount: fromHundredths(payment.refundedAmount) }),
    ...(payment.paidAt && { invoiceUrl: `/api/payment/transactions/${payment.id}/invoice.pdf` }),
    ...(canRetry && { canRetry }),
    history: steps.map(({ status, reason, at }) => ({ status, ...(reason && { reason }), at: at.toISOString() })),
    createdAt: payment.createdAt.toISOString(),
    ...(payment.completedAt && { completedAt: payment.completedAt.toISOString() }),
  }
}

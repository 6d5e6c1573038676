// Payments through gateways as staff read them: what each bought is told by its facts, in whatever language its payer was sold it.
import type { ReplyTo } from '#contract/client.ts'
import * as invoices from '#server/money/invoices/invoices.ts'
import { tiers } from '#server/money/offers/offers.ts'
import * as payments from '#server/money/payments/payments.ts'
import type { Transaction } from '#server/money/payments/payments.ts'
import { orderOf } from '#server/money/subscriptions/subscriptions.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import { current } from '#server/site/settings/settings.ts'

type Payment = ReplyTo<'admin.payments'>['data'][number]

export async function shownPayments(db: Db, rows: readonly Transaction[]): Promise<Payment[]> {
  const ids = rows.flatMap((row) => [row.accountId, ...(row.purpose === 'subscription' ? [orderOf(row).performerId] : [])])
  const people = await profiles.userCards(db, [...new Set(ids)])
  return rows.map((payment) => {
    const payer = people.get(payment.accountId)
    const { disputedAt } = payment
    return {
      _id: payment.id,
      type: payment.purpose,
      status: payment.status,
      title: payment.title,
      ...bought(payment, people),
      ...(payer && { payer: payer.username, payerCard: payer }),
      paymentGateway: payment.gateway,
      ...(payment.gatewayRef && { reference: payment.gatewayRef }),
      totalPrice: fromHundredths(payment.amount),
      currency: payment.currency,
      tokens: fromHundredths(payment.tokens),
      refundedAmount: fromHundredths(payment.refundedAmount),
      ...(payment.failureReason && { failureReason: payment.failureReason }),
      ...(disputedAt && { dispute: disputeOf(payment), disputedAt: disputedAt.toISOString() }),
      createdAt: payment.createdAt.toISOString(),
    }
  })
}

function bought(payment: Transaction, people: Awaited<ReturnType<typeof profiles.userCards>>): Pick<Payment, 'performer' | 'plan'> {
  if (payment.purpose !== 'subscription') return {}
  const { performerId, type, gift } = orderOf(payment)
  const performer = people.get(performerId)
  return { ...(performer && { performer }), plan: gift ? 'gift' : type }
}

/** @throws not_found */
export async function shownPayment(db: Db, id: string): Promise<ReplyTo<'admin.payment'>> {
  const payment = (await payments.byId(db, id)) ?? refuse('not_found')
  const [[shown], steps, papers, cards] = await Promise.all([
    shownPayments(db, [payment]),
    payments.stepsOf(db, [id]),
    invoices.papersOf(db, id),
    payments.cardsOf(db, payment.accountId),
  ])
  if (!shown) return refuse('not_found')
  const card = cards.find((each) => each.id === payment.cardId)
  const tierId = payment.purpose === 'subscription' ? orderOf(payment).tierId : undefined
  const tier = tierId && (await tiers.named(db, [tierId])).get(tierId)
  return {
    ...shown,
    history: (steps.get(id) ?? []).map(({ status, reason, at }) => ({ status, ...(reason && { reason }), at: at.toISOString() })),
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
    ...(tier && { tier: tier.name }),
    takenTokens: fromHundredths(payment.takenTokens),
    papers: papers.map((paper) => ({
      _id: paper.id,
      kind: paper.kind,
      code: invoices.codeOf(paper),
      transactionId: id,
      amount: fromHundredths(paper.amount),
      currency: paper.currency,
      issuedAt: paper.issuedAt.toISOString(),
      url: `/api/payment/invoices/${paper.id}.pdf`,
    })),
  }
}

export async function paymentSums(db: Db, days: Parameters<typeof payments.sums>[2]): Promise<ReplyTo<'admin.paymentSums'>> {
  const { currency } = await current(db)
  const [here, back] = await Promise.all([payments.sums(db, currency, days), payments.goneBack(db, currency, days)])
  return {
    collected: { amount: fromHundredths(here.collected), count: here.collections },
    back: { amount: fromHundredths(back.amount), count: back.count },
    waiting: { amount: fromHundredths(here.waiting), count: here.waits },
    disputed: { amount: fromHundredths(here.disputed), count: here.disputes },
  }
}

function disputeOf({ disputeWonAt, disputeLostAt }: Transaction): 'won' | 'lost' | 'open' {
  return disputeWonAt ? 'won' : disputeLostAt ? 'lost' : 'open'
}

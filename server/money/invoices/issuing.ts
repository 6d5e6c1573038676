// Writing receipts and credit notes: once each, whatever is heard how often.
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { say } from '#server/platform/words/words.ts'
import * as queries from '#server/money/invoices/queries.ts'
import type { Content, Invoice } from '#server/money/invoices/queries.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

export interface Issued {
  invoice: Invoice
  /** False when it stood there already. */
  isNew: boolean
}

/** The receipt of a payment that succeeded, written when there is none yet. @throws not_found when it is not theirs, or not paid */
export async function receipt(tx: Tx, accountId: string, transactionId: string): Promise<Issued> {
  const payment = await payments.transactionOf(tx, accountId, transactionId)
  if (!payment.paidAt) return refuse('not_found')
  await queries.takeTurns(tx, transactionId)
  const before = (await queries.ofPayment(tx, transactionId)).find(({ kind }) => kind === 'invoice')
  if (before) return { invoice: before, isNew: false }
  const { amount, currency } = payment
  const content = await contentOf(tx, payment)
  const key = `invoice:${transactionId}`
  return { invoice: await queries.insert(tx, { kind: 'invoice', key, transactionId, accountId, amount, currency, content }), isNew: true }
}

/** What went back since the last credit note. Undefined when nothing did. @param soFar everything that went back, minor units */
export async function creditNote(tx: Tx, accountId: string, transactionId: string, soFar: number): Promise<Invoice | undefined> {
  const { invoice } = await receipt(tx, accountId, transactionId)
  const credited = (await queries.ofPayment(tx, transactionId)).filter(({ kind }) => kind === 'credit_note')
  const amount = Math.min(soFar, invoice.amount) - credited.reduce((sum, note) => sum + note.amount, 0)
  if (amount <= 0) return undefined
  const corrects = codeOf(invoice)
  const { language } = invoice.content
  return queries.insert(tx, {
    kind: 'credit_note',
    key: `credit:${transactionId}:${soFar}`,
    transactionId,
    accountId,
    amount,
    currency: invoice.currency,
    content: {
      ...invoice.content,
      corrects,
      lines: [{ title: say(language, 'receipts.paper.refundOf', { code: corrects }), price: -amount }],
    },
  })
}

async function contentOf(db: Db, payment: payments.Transaction): Promise<Content> {
  const { siteName, sellerName, sellerAddress, sellerTaxId, defaultLocale } = await current(db)
  const buyer = (await accounts.findAll(db, [payment.accountId])).get(payment.accountId)
  if (!buyer) throw new Error('a payment has a payer')
  const coupon = payments.couponIn(payment)
  const language = accounts.languageFor(buyer, defaultLocale)
  const card = payment.cardId ? (await payments.cardsOf(db, payment.accountId)).find(({ id }) => id === payment.cardId) : undefined
  return {
    language,
    siteName,
    seller: { name: sellerName || siteName, address: sellerAddress, taxId: sellerTaxId },
    buyer: { name: buyer.name, username: buyer.username, email: buyer.email },
    lines: [
      { title: payment.title, price: payment.amount + (coupon?.saved ?? 0) },
      ...(coupon ? [{ title: say(language, 'receipts.paper.coupon', { code: coupon.code }), price: -coupon.saved }] : []),
    ],
    paidAt: (payment.paidAt ?? db.now).toISOString(),
    gateway: payment.gateway,
    ...(card && { card: { brand: card.brand, last4: card.last4 } }),
  }
}

const prefixes = { invoice: 'INV', credit_note: 'CN' } as const

export function codeOf({ kind, year, number }: Pick<Invoice, 'kind' | 'year' | 'number'>): string {
  return `${prefixes[kind]}-${year}-${String(number).padStart(6, '0')}`
}

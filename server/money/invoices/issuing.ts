// Writing receipts, credit notes and debit notes: once each, whatever is heard how often.
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

/**
 * What went back since the last credit note. Undefined when nothing did, or when it failed before this was heard: then no paper says that it
 * went.
 * @param soFar everything that went back, minor units
 */
export async function creditNote(tx: Tx, accountId: string, transactionId: string, soFar: number): Promise<Invoice | undefined> {
  const { invoice, notes, credited } = await receiptAndNotes(tx, accountId, transactionId)
  const { refundedAmount } = await payments.transactionOf(tx, accountId, transactionId)
  const amount = Math.min(soFar, refundedAmount, invoice.amount) - credited
  if (amount <= 0) return undefined
  // After a refund that failed as much may go back again: that is another note.
  const failed = notes.filter(({ kind }) => kind === 'debit_note').length
  return correcting(tx, invoice, {
    kind: 'credit_note',
    key: `credit:${transactionId}:${soFar}${failed > 0 ? `:${failed}` : ''}`,
    amount,
    corrects: codeOf(invoice),
  })
}

/** A refund failed: what its credit note said went back did not. Undefined where no note had said so. */
export async function debitNote(tx: Tx, accountId: string, transactionId: string): Promise<Invoice | undefined> {
  const { invoice, notes, credited } = await receiptAndNotes(tx, accountId, transactionId)
  const { refundedAmount } = await payments.transactionOf(tx, accountId, transactionId)
  const amount = credited - Math.min(refundedAmount, invoice.amount)
  if (amount <= 0) return undefined
  const credits = notes.filter(({ kind }) => kind === 'credit_note')
  const wrong = credits.findLast((note) => note.amount === amount) ?? credits.at(-1)
  return correcting(tx, invoice, {
    kind: 'debit_note',
    key: `debit:${transactionId}:${notes.length}`,
    amount,
    corrects: codeOf(wrong ?? invoice),
  })
}

/** The receipt of a payment, the notes on it, and how much they say went back. */
async function receiptAndNotes(tx: Tx, accountId: string, transactionId: string) {
  const { invoice } = await receipt(tx, accountId, transactionId)
  const notes = (await queries.ofPayment(tx, transactionId)).filter(({ kind }) => kind !== 'invoice')
  const credited = notes.reduce((sum, { kind, amount }) => sum + (kind === 'credit_note' ? amount : -amount), 0)
  return { invoice, notes, credited }
}

type Correction = Pick<queries.NewInvoice, 'key' | 'amount'> & { kind: 'credit_note' | 'debit_note'; corrects: string }

function correcting(tx: Tx, { transactionId, accountId, currency, content }: Invoice, { corrects, ...note }: Correction): Promise<Invoice> {
  const [title, price] = note.kind === 'credit_note' ? (['refundOf', -note.amount] as const) : (['failedRefundOf', note.amount] as const)
  const lines = [{ title: say(content.language, `receipts.paper.${title}`, { code: corrects }), price }]
  return queries.insert(tx, { ...note, transactionId, accountId, currency, content: { ...content, corrects, lines } })
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

const prefixes = { invoice: 'INV', credit_note: 'CN', debit_note: 'DN' } as const

export function codeOf({ kind, year, number }: Pick<Invoice, 'kind' | 'year' | 'number'>): string {
  return `${prefixes[kind]}-${year}-${String(number).padStart(6, '0')}`
}

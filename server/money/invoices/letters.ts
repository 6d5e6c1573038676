import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { writtenMoney } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import { codeOf, receipt } from '#server/money/invoices/issuing.ts'
import type { Invoice } from '#server/money/invoices/queries.ts'
import type * as payments from '#server/money/payments/payments.ts'

const confirming = new Set<payments.Transaction['purpose']>()

/**
 * Wired once at start, for a slice that writes a letter for every payment of its purpose anyway: it says the receipt in there (paperIn), and
 * the payer has one letter, not two.
 */
export function confirmsItself(purpose: payments.Transaction['purpose']): void {
  confirming.add(purpose)
}

export const isConfirmedElsewhere = (purpose: payments.Transaction['purpose']) => confirming.has(purpose)

/** What the receipt's own letter would say, for a letter that says more: a sentence, and the link to the paper. */
export async function paperIn(tx: Tx, accountId: string, transactionId: string) {
  const { invoice } = await receipt(tx, accountId, transactionId)
  const { language } = invoice.content
  const said = say(language, 'receipts.letter.invoice.within', factsOf(invoice))
  return { said, link: { label: say(language, 'receipts.letter.invoice.action'), path: pathOf(invoice) } }
}

/** To whom the paper is made out, at the address that stands on it, in its language. */
export async function sendPaper(tx: Tx, invoice: Invoice): Promise<void> {
  const { kind, content } = invoice
  const { language, buyer } = content
  const facts = factsOf(invoice)
  const told = (part: string) => say(language, `receipts.letter.${kind}.${part}`, facts)
  await writeLetter(tx, {
    to: buyer.email,
    subject: told('subject'),
    paragraphs: [say(language, 'receipts.letter.greeting', facts), told('why'), told('note')],
    action: { label: told('action'), path: pathOf(invoice) },
  })
}

const pathOf = ({ id }: Invoice) => `/api/payment/invoices/${id}.pdf`

function factsOf(invoice: Invoice) {
  const { language, buyer, lines, siteName } = invoice.content
  return {
    name: buyer.name,
    siteName,
    code: codeOf(invoice),
    title: lines[0]?.title,
    price: writtenMoney(invoice.amount, invoice.currency, language),
  }
}

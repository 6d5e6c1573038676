import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { say } from '#server/platform/words/words.ts'
import { codeOf } from '#server/money/invoices/issuing.ts'
import type { Invoice } from '#server/money/invoices/queries.ts'

/** To whom the paper is made out, at the address that stands on it, in its language. */
export async function sendPaper(tx: Tx, invoice: Invoice): Promise<void> {
  const { kind, content, amount, currency, id } = invoice
  const { language, buyer, lines, siteName } = content
  const facts = {
    name: buyer.name,
    siteName,
    code: codeOf(invoice),
    title: lines[0]?.title,
    price: new Intl.NumberFormat(language, { style: 'currency', currency }).format(amount / 100),
  }
  const told = (part: string) => say(language, `receipts.letter.${kind}.${part}`, facts)
  await writeLetter(tx, {
    to: buyer.email,
    subject: told('subject'),
    paragraphs: [say(language, 'receipts.letter.greeting', facts), told('why'), told('note')],
    action: { label: told('action'), path: `/api/payment/invoices/${id}.pdf` },
  })
}

import { listed, sql, type Db, type Tx } from '#server/platform/db/db.ts'
import type { Language } from '#server/platform/words/words.ts'

type Kind = 'invoice' | 'credit_note' | 'debit_note'

/** Everything on the paper besides its number and sum, as it was that day. Prices in minor units. */
export interface Content {
  language: Language
  siteName: string
  seller: { name: string; address: string; taxId: string }
  buyer: { name: string; username: string; email: string }
  lines: { title: string; price: number }[]
  paidAt: string
  gateway: string
  card?: { brand: string; last4: string }
  /** The receipt that a credit note corrects, or the credit note that a debit note does. */
  corrects?: string
}

export interface Invoice {
  id: string
  kind: Kind
  year: number
  number: number
  transactionId: string
  accountId: string
  amount: number
  currency: string
  content: Content
  issuedAt: Date
}

const invoice = sql`
  id, kind, year, number, transaction_id as "transactionId", account_id as "accountId", amount, currency, content, issued_at as "issuedAt"`

export type NewInvoice = Pick<Invoice, 'kind' | 'transactionId' | 'accountId' | 'amount' | 'currency' | 'content'> & { key: string }

export function insert(tx: Tx, of: NewInvoice): Promise<Invoice> {
  return tx.one<Invoice>(sql`
    insert into invoices.invoices (kind, key, transaction_id, account_id, amount, currency, content, issued_at)
    values (${of.kind}, ${of.key}, ${of.transactionId}, ${of.accountId}, ${of.amount}, ${of.currency}, ${JSON.stringify(of.content)}, ${tx.now})
    returning ${invoice}`)
}

/** One at a time writes the papers of a payment: a number must not be taken for one that is there already. */
export async function takeTurns(tx: Tx, transactionId: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`invoices ${transactionId}`}, 0))`)
}

/** In the order in which they were issued. */
export function ofPayment(db: Db, transactionId: string): Promise<Invoice[]> {
  return db.many<Invoice>(sql`select ${invoice} from invoices.invoices where transaction_id = ${transactionId} order by id`)
}

export function byId(db: Db, id: string): Promise<Invoice | undefined> {
  return db.maybe<Invoice>(sql`select ${invoice} from invoices.invoices where id = ${id}`)
}

export async function ofAccount(db: Db, accountId: string, { limit, offset }: { limit: number; offset: number }) {
  return await listed<Invoice>(
    db,
    { limit, offset },
    (total, window) => sql`
    select ${invoice}, ${total} from invoices.invoices where account_id = ${accountId}
    order by issued_at desc, id desc ${window}`,
  )
}

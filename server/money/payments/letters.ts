// What people are told about a payment after it was made: by letter, in their language, with what they can do now.
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { writtenMoney, writtenNumber } from '#server/platform/units/units.ts'
import { say } from '#server/platform/words/words.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type { Why } from '#server/money/payments/purposes.ts'
import type { Transaction } from '#server/money/payments/queries.ts'
import { current } from '#server/site/settings/settings.ts'

/**
 * `action`: their bank wants to ask them; `refund`, `refund_part` and `chargeback` took tokens back; `won` and `lost`: the bank decided for the
 * site, or for them; `returned`: a refund did not arrive.
 */
export type Occasion = 'action' | 'won' | 'lost' | 'refund_part' | 'returned' | Why

/** @param about which part of the payment: without it all of it */
export async function toPayer(
  tx: Tx,
  payment: Transaction,
  occasion: Occasion,
  { debt = 0, amount = payment.amount, tokens = payment.tokens }: { debt?: number; amount?: number; tokens?: number } = {},
): Promise<void> {
  const { accountId, currency, title, id } = payment
  const told = await speakingTo(tx, accountId)
  if (!told) return
  const { say: sentence, language, to } = told
  const facts = {
    title,
    price: writtenMoney(amount, currency, language),
    tokens: number(language, tokens),
    debt: number(language, debt),
  }
  const part = (name: string) => sentence(`payer.${occasion}.${name}`, facts)
  await writeLetter(tx, {
    to,
    subject: part('subject'),
    paragraphs: [sentence('greeting', {}), part('why'), part(debt > 0 ? 'debt' : 'note')],
    action: { label: part('action'), path: occasion === 'chargeback' ? '/contact' : `/wallet/payments/${id}` },
  })
}

export async function toSeller(
  tx: Tx,
  sellerId: string,
  sales: readonly { title: string; tokens: number }[],
  why: Why | `${Why}_part`,
): Promise<void> {
  const told = await speakingTo(tx, sellerId)
  if (!told) return
  const { say: sentence, language, to } = told
  const facts = {
    count: sales.length,
    titles: new Intl.ListFormat(language).format(sales.slice(0, 5).map(({ title }) => title)),
    tokens: number(
      language,
      sales.reduce((sum, sale) => sum + sale.tokens, 0),
    ),
  }
  const part = (name: string) => sentence(`seller.${why}.${name}`, facts)
  await writeLetter(tx, {
    to,
    subject: part('subject'),
    paragraphs: [sentence('greeting', {}), part('why'), part('note')],
    action: { label: part('action'), path: '/creator/earnings' },
  })
}

async function speakingTo(tx: Tx, accountId: string) {
  const account = (await accounts.findAll(tx, [accountId])).get(accountId)
  if (!account) return undefined
  const { siteName, defaultLocale } = await current(tx)
  const language = accounts.languageFor(account, defaultLocale)
  return {
    language,
    to: account.email,
    say: (key: string, facts: Readonly<Record<string, unknown>>) =>
      say(language, `payments.letter.${key}`, { name: account.name, siteName, ...facts } as never),
  }
}

function number(language: string, hundredths: number): string {
  return writtenNumber(hundredths / 100, language)
}

// What a subscriber is told, in their language.
import { dateTag } from '#contract/locales.ts'
import type { Tx } from '#server/platform/db/db.ts'
import { writeLetter } from '#server/platform/mail/mail.ts'
import { writtenMoney, writtenNumber } from '#server/platform/units/units.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import { paperIn } from '#server/money/invoices/invoices.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import { current } from '#server/site/settings/settings.ts'

/** The two of a subscription, and the language in which its fan reads. */
export interface Pair {
  fan: accounts.Account
  performer: accounts.Account
  language: Language
}

export async function pairOf(tx: Tx, { fanId, performerId }: { fanId: string; performerId: string }): Promise<Pair> {
  const people = await accounts.findAll(tx, [fanId, performerId])
  const [fan, performer] = [people.get(fanId), people.get(performerId)]
  if (!fan || !performer) throw new Error('a subscription is between two accounts')
  const { defaultLocale } = await current(tx)
  return { fan, performer, language: accounts.languageFor(fan, defaultLocale) }
}

/**
 * `started_lower` at a promotion's price, `started_once` where that does not renew; `ended` has run out; `refunded` was ended early and gave tokens back; `given_back` staff gave what was paid
 * back; `credited` was paid but could not begin; `trial_ends` tomorrow; `dearer` is the creator's price for others now.
 */
export type Occasion =
  | 'started'
  | 'started_lower'
  | 'started_once'
  | 'renewed'
  | 'trial'
  | 'trial_ends'
  | 'dearer'
  | 'unpaid'
  | 'ended'
  | 'refunded'
  | 'given_back'
  | 'credited'
  | 'gift_given'
  | 'gift_received'
  | 'gift_returned'

const paths: Readonly<Record<Occasion, (performer: string) => string>> = {
  started: (performer) => `/${performer}`,
  started_once: (performer) => `/${performer}`,
  started_lower: (performer) => `/${performer}`,
  renewed: () => '/subscriptions',
  trial: (performer) => `/${performer}`,
  trial_ends: () => '/subscriptions',
  dearer: () => '/subscriptions',
  unpaid: () => '/wallet',
  ended: (performer) => `/${performer}`,
  refunded: () => '/wallet',
  given_back: () => '/wallet',
  credited: () => '/wallet',
  gift_given: () => '/subscriptions',
  gift_received: (performer) => `/${performer}`,
  gift_returned: () => '/wallet',
}

export interface Facts {
  /** Minor units. */
  price?: number
  /** What it renews at, or would cost others. */
  fullPrice?: number
  currency?: string
  /** Hundredths. */
  tokens?: number
  until?: Date
  /** The other one of a gift, and what was written with it. */
  other?: string
  message?: string
  /** The payment by card that this letter confirms: it says the receipt, too. */
  paymentId?: string | undefined
}

export async function write(
  tx: Tx,
  { fan, performer, language }: Pair,
  occasion: Occasion,
  { price, fullPrice, currency, tokens, until, other, message, paymentId }: Facts,
): Promise<void> {
  const { siteName } = await current(tx)
  const money = (amount: number | undefined) => (amount !== undefined && currency ? writtenMoney(amount, currency, language) : undefined)
  const facts = {
    siteName,
    name: fan.name,
    performer: performer.name,
    price: money(price) ?? '',
    fullPrice: money(fullPrice) ?? '',
    ...(other && { other }),
    ...(tokens !== undefined && { tokens: writtenNumber(tokens / 100, language) }),
    ...(until && {
      until: new Intl.DateTimeFormat(dateTag(language), { dateStyle: 'long', timeZone: fan.timezone ?? 'UTC' }).format(until),
    }),
  }
  const paper = paymentId === undefined ? undefined : await paperIn(tx, fan.id, paymentId)
  const told = (part: string) => say(language, `subscriptions.letter.${occasion}.${part}`, facts)
  await writeLetter(tx, {
    to: fan.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), ...(message ? [`“${message}”`] : []), told('note'), ...(paper ? [paper.said] : [])],
    ...((occasion === 'unpaid' || occasion === 'ended') && { about: { accountId: fan.id, kind: 'subscription' } }),
    action: { label: told('action'), path: paths[occasion](performer.username) },
    ...(paper && { also: paper.link }),
  })
}

/** A sale of theirs was given back by staff. */
export async function tellPerformer(tx: Tx, { fan, performer }: Pair, { tokens }: { tokens: number }): Promise<void> {
  const { siteName, defaultLocale } = await current(tx)
  const language = accounts.languageFor(performer, defaultLocale)
  const facts = {
    siteName,
    name: performer.name,
    fan: fan.name,
    tokens: writtenNumber(tokens / 100, language),
  }
  const told = (part: string) => say(language, `subscriptions.letter.sale_given_back.${part}`, facts)
  await writeLetter(tx, {
    to: performer.email,
    subject: told('subject'),
    paragraphs: [told('greeting'), told('why'), told('note')],
    action: { label: told('action'), path: '/creator/earnings' },
  })
}

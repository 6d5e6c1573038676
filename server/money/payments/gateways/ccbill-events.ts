// CCBill's webhooks. They are not signed: who sends is known by a secret in the address that was given to CCBill, one for each sub-account,
// and by its addresses; what they say is compared with what was asked for, and of whom. Times are of Phoenix (MST all year round, UTC-7) and of the event, not of the
// post: CCBill repeats one that was not received, so the past is tolerated longer than the future.
import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList } from 'node:net'
import { Refusal, refuse } from '#server/platform/refusals/refusal.ts'
import * as merchants from '#server/money/merchants/merchants.ts'
import { account, sellingName, webhookSecret } from '#server/money/payments/gateways/ccbill-account.ts'
import type { GatewayEvent, Post, Subject, What } from '#server/money/payments/gateways/gateway.ts'

export const tolerance = { past: 3 * 86_400, future: 300 }

/** As CCBill publishes them (ccbill.com/doc/webhooks-user-guide). */
const senders = new BlockList()
for (const network of ['64.38.212.0', '64.38.215.0', '64.38.240.0', '64.38.241.0']) senders.addSubnet(network, 24, 'ipv4')

/** All that it sells in (ccbill.com/doc/dynamic-pricing-flexforms, currencyCode), by the numbers of ISO 4217. */
const currencies = new Map([
  ['USD', '840'],
  ['EUR', '978'],
  ['GBP', '826'],
  ['CAD', '124'],
  ['AUD', '036'],
  ['JPY', '392'],
])

export function currencyNumber(currency: string): string | undefined {
  return currencies.get(currency)
}

/** @throws signature_invalid, signature_expired, event_unknown */
export function eventIn(post: Post, now: Date): GatewayEvent | undefined {
  const seller = sellerIn(post)
  if (!isSender(post.ip)) refuse('signature_invalid')
  const type = post.query['eventType']
  const said = fieldsIn(post)
  const soldBy = soldIn(said, post.query, seller)
  if (typeof type !== 'string') return refuse('event_unknown')
  const id = nameOf(type, said, soldBy)
  const what = whatIs(type, said, id)
  if (!what) return undefined
  return { id, atMs: momentIn(said['timestamp'], now), soldBy, sellerId: seller?.id, ...what }
}

/** A performer whose own sub-account's address this came to; undefined for the site's. */
interface Seller {
  id: string
  account: string
}

/** @throws signature_invalid */
function sellerIn({ query: { seller: id, account: named, secret }, hooks = [] }: Post): Seller | undefined {
  const seller = typeof id === 'string' && typeof named === 'string' ? { id, account: named } : undefined
  const right = seller ? merchants.secretOf(seller.id, seller.account) : webhookSecret()
  if (isSecret(secret, right)) return seller
  // One that was given before the site's key was another one.
  const isKnown =
    seller && typeof secret === 'string' && hooks.some((hook) => hook.equals(merchants.digestOf(seller.id, seller.account, secret)))
  return isKnown ? seller : refuse('signature_invalid')
}

/** Compared by their digests, which are of one length. */
function isSecret(given: unknown, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return typeof given === 'string' && timingSafeEqual(digest(given), digest(right))
}

/**
 * Which of our sub-accounts it is of. CCBill says both numbers in every post, and beside the event in its address. A performer's address speaks
 * for theirs; the site's for any that the site had, because what was begun at one goes on there: what it says is held to the payment's own.
 * @throws event_unknown for another merchant's, signature_invalid for a sub-account that a performer's address is not of
 */
function soldIn(said: Fields, query: Post['query'], seller: Seller | undefined): string {
  const of = (name: string) => said[name] ?? (typeof query[name] === 'string' ? query[name] : undefined)
  if (of('clientAccnum') !== account().mainAccount) refuse('event_unknown')
  const subAccount = numberIn(of('clientSubacc')).padStart(4, '0')
  return seller && subAccount !== seller.account ? refuse('signature_invalid') : sellingName(subAccount, seller?.id)
}

function isSender(ip: string): boolean {
  return senders.check(ip.replace(/^::ffff:/i, ''), 'ipv4')
}

type Fields = Readonly<Record<string, string | undefined>>

/** CCBill posts JSON or a form, as its merchant chose. */
function fieldsIn({ header, body }: Post): Fields {
  const text = body.toString('utf8')
  if (header('content-type')?.startsWith('application/x-www-form-urlencoded')) return Object.fromEntries(new URLSearchParams(text))
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read === 'object' && read !== null && !Array.isArray(read))
      return Object.fromEntries(
        Object.entries(read).flatMap(([name, value]) =>
          typeof value === 'string' || typeof value === 'number' ? [[name, `${value}`]] : [],
        ),
      )
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new Refusal('event_unknown')
}

/**
 * Without an id of the event itself: what happened, to what, when, by whose word, and how much of it. A repeat says the same; two parts that go
 * back in one second are two, unless they are of one sum.
 */
function nameOf(type: string, said: Fields, soldBy: string): string {
  const { transactionId = '', subscriptionId = '', timestamp = '' } = said
  const sum = said['amount'] ?? said['billedAmount'] ?? said['billedInitialPrice']
  const parts = [type, soldBy, transactionId || subscriptionId, timestamp.replaceAll(/\D/g, ''), sum?.replaceAll(/[^\d.]/g, '')]
  return parts.filter(Boolean).join(':').slice(0, 200)
}

/** @throws signature_expired for another time than about now */
function momentIn(timestamp: string | undefined, now: Date): number {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)$/.exec(timestamp ?? '') ?? []
  const at = Date.parse(`${day}T${time}-07:00`)
  if (Number.isNaN(at)) refuse('event_unknown')
  const age = (now.getTime() - at) / 1000
  return age > tolerance.past || age < -tolerance.future ? refuse('signature_expired') : at
}

/** @param id CCBill names neither a refund nor a chargeback: what it said once, when, stands for it */
function whatIs(type: string, said: Fields, id: string): (Subject & What) | undefined {
  const reference = said['X-transaction'] ?? said['x_transaction']
  switch (type) {
    case 'NewSaleSuccess':
    case 'UpSaleSuccess': {
      if (!reference) return undefined
      const amount = moneyIn(said['billedInitialPrice'])
      const names = { agreement: numberIn(said['subscriptionId']), charge: numberIn(said['transactionId']) }
      return { reference, kind: 'succeeded', amount, currency: currencyIn(said['billedCurrencyCode']), ...names }
    }
    case 'NewSaleFailure':
    case 'UpSaleFailure':
      return reference ? { reference, kind: 'failed', reason: 'card_declined' } : undefined
    case 'RenewalSuccess': {
      const amount = moneyIn(said['billedAmount'])
      return { ...subjectIn(said), kind: 'renewed', amount, currency: currencyIn(said['billedCurrencyCode']) }
    }
    case 'RenewalFailure':
      return { ...subjectIn(said), kind: 'renewal_failed', reason: 'card_declined' }
    case 'Cancellation':
    case 'Expiration':
      return { ...subjectIn(said), kind: 'cancelled' }
    // Return: a bank would not pay a check or a debit after all (ccbill.com/doc/return), so that its money is gone again.
    case 'Refund':
    case 'Void':
    case 'Return':
      return { ...subjectIn(said), kind: 'refunded', more: moneyIn(said['amount']), currency: currencyIn(said['currencyCode']), refund: id }
    case 'Chargeback':
      return { ...subjectIn(said), kind: 'chargeback', dispute: id, ...disputedIn(said) }
    default:
      return undefined
  }
}

function subjectIn(said: Fields): Subject {
  const charge = said['transactionId']
  return { agreement: numberIn(said['subscriptionId']), ...(charge && { charge: numberIn(charge) }) }
}

/** Without a sum it is about all of it. */
function disputedIn({ amount, currencyCode }: Fields): { disputed?: { amount: number; currency: string } } {
  return amount && currencyCode ? { disputed: { amount: moneyIn(amount), currency: currencyIn(currencyCode) } } : {}
}

function numberIn(text: string | undefined): string {
  return text && /^\d{1,40}$/.test(text) ? text : refuse('event_unknown')
}

/** 4.95 → 495, without a float in between. */
function moneyIn(text: string | undefined): number {
  const [, whole = '', rest = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text ?? '') ?? refuse('event_unknown')
  return Number(whole) * 100 + Number(rest.padEnd(2, '0'))
}

function currencyIn(code: string | undefined): string {
  for (const [name, number] of currencies) if (number === code?.padStart(3, '0')) return name
  return refuse('event_unknown')
}

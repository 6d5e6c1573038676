/**
 * Gifts: time with a performer for somebody else, paid by the giver, which does not renew and is added to what the recipient has.
 * What of it stays unused when somebody ends it early goes back to the giver.
 */
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as payments from '#server/money/payments/payments.ts'
import * as queries from '#server/money/gifts/queries.ts'
import type { Gift } from '#server/money/gifts/queries.ts'
import { priceOf, type PaidType } from '#server/money/offers/offers.ts'
import {
  addGift,
  lockBetween,
  mayMeet,
  pairOf,
  payByCard,
  paymentIn,
  write,
  type Means,
  type Order,
  type Ordered,
  type Paying,
  type Terms,
} from '#server/money/subscriptions/subscriptions.ts'
import { current } from '#server/site/settings/settings.ts'
import { cleanText, refuseProhibited } from '#server/site/terms/terms.ts'

export { of as giftsOf } from '#server/money/gifts/queries.ts'

export interface Giving extends Paying {
  performerId: string
  type: PaidType
  tierId?: string | null | undefined
  /** Username or id. */
  giftTo: string
  message?: string | undefined
}

export type Given = { status: 'succeeded'; gift: Gift } | payments.Outcome

/**
 * @param country where the giver calls from, for the performer's own country list
 * @throws not_found, gift_not_possible, performers_cannot_buy, own_account, birth_date_required, prohibited_term, not_enough_tokens, wallet_frozen,
 * price_changed {price}, gateway_unavailable, not_for_sale
 */
export async function give(
  tx: Tx,
  giver: Pick<Member, 'accountId' | 'role' | 'isAdult'>,
  country: string | undefined,
  { performerId, type, tierId = null, giftTo, message: written = '', ...paying }: Giving,
): Promise<Given> {
  const giverId = giver.accountId
  if ((await blocks.isHidden(tx, giverId, country, [performerId])).has(performerId)) refuse('not_found')
  if (!(await mayMeet(tx, giverId, performerId))) refuse('not_found')
  if (giver.role === 'performer') refuse('performers_cannot_buy')
  if (!giver.isAdult) refuse('birth_date_required')
  const recipient = await accounts.findByName(tx, giftTo)
  await accounts.refuseOwn(tx, giverId, performerId)
  if (!recipient || !(await mayReceive(tx, giverId, recipient.id, performerId))) return refuse('gift_not_possible')
  const message = cleanText(written)
  await refuseProhibited(tx, { message })
  const { currency } = await current(tx)
  const price = await priceOf(tx, type, { performerId, tierId, currency })
  if (paying.expectedPrice !== undefined && paying.expectedPrice !== price) refuse('price_changed', { price: fromHundredths(price) })
  const gift = { recipientId: recipient.id, message }
  const terms = { fanId: recipient.id, performerId, type, tierId, price, fullPrice: price, promotionId: null, currency }
  if (paying.gateway === 'wallet') return { status: 'succeeded', gift: await add(tx, { ...gift, giverId }, terms, { by: 'wallet' }) }
  const pair = await pairOf(tx, { fanId: giverId, performerId })
  return payByCard(tx, terms, { payerId: giverId, pair, paying, more: { gift } })
}

/** A fan, not oneself, and no block between any two of the three. Why not is nobody's business. */
async function mayReceive(db: Db, giverId: string, recipientId: string, performerId: string): Promise<boolean> {
  if (recipientId === giverId) return false
  const recipient = (await accounts.people(db, [recipientId])).get(recipientId)
  if (recipient?.role !== 'user' || recipient.state !== 'active') return false
  if ((await blocks.blocksBetween(db, giverId, [recipientId])).size > 0) return false
  return mayMeet(db, recipientId, performerId)
}

type Handed = Required<Order>['gift'] & { giverId: string }

/** What becomes of a gift that a card was asked for. */
export const fulfilling: Ordered = {
  async paid(tx, terms, means, { gift }) {
    if (!gift) return false
    const { recipientId } = gift
    const [giverId, performerId] = [means.payment.accountId, terms.performerId]
    const isPossible = (await mayMeet(tx, giverId, performerId)) && (await mayReceive(tx, giverId, recipientId, performerId))
    if (isPossible) await add(tx, { ...gift, giverId }, { ...terms, fanId: recipientId }, means)
    return isPossible
  },
  async failed() {},
}

async function add(tx: Tx, { giverId, recipientId, message }: Handed, terms: Terms, means: Means): Promise<Gift> {
  const { performerId, type, price, currency } = terms
  const running = await lockBetween(tx, recipientId, performerId)
  const { subscription, tokens } = await addGift(tx, running, terms, means, giverId)
  const gift = await queries.insert(tx, {
    giverId,
    recipientId,
    performerId,
    type,
    message,
    subscriptionId: subscription.id,
    number: subscription.cycles,
  })
  const [theirs, own] = [await pairOf(tx, terms), await pairOf(tx, { fanId: giverId, performerId })]
  await write(tx, theirs, 'gift_received', { other: own.fan.name, message, until: gift.endsAt })
  await write(tx, own, 'gift_given', {
    other: theirs.fan.name,
    price,
    currency,
    tokens,
    until: gift.endsAt,
    paymentId: paymentIn(means),
  })
  return gift
}

/** Whoever gave them is gone. */
export const forgetWords = (tx: Tx, giverId: string): Promise<void> => queries.blank(tx, giverId)

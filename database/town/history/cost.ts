// What an event takes from a wallet, in tokens, at the prices that posts and creators name.
import { creators } from '../people.ts'
import { posts } from '../posts.ts'
import { requests } from '../requests.ts'
import { products } from '../shop.ts'
import { minutePrices } from '../streams.ts'
import { type Event, inTokens, packages } from './event.ts'

const priceOf = new Map(posts.map((post) => [post.key, post.audience === 'ppv' ? post.price : 0]))
const goodsPrice = new Map(products.map((product) => [product.key, product.price]))
const requestOf = new Map(requests.map((request) => [request.key, request]))
const subscriptionPrice = new Map(
  creators.map((one) => [one.username, { monthly: inTokens(one.monthlyPrice), yearly: inTokens(one.yearlyPrice) }]),
)

/** The tokens an event takes from the fan's wallet; nothing for what is free or paid by card, less than nothing for what comes back. */
export function costOf(event: Event): number {
  if (event.kind === 'tip') return event.tokens
  if (event.kind === 'privateShow') return event.minutes * (minutePrices[event.creator]?.privatePrice ?? 0)
  if (event.kind === 'order') return (goodsPrice.get(event.product) ?? 0) * event.quantity
  if (event.kind === 'orderStep' && event.status === 'cancelled') return -(goodsPrice.get(event.product) ?? 0) * event.quantity
  if (event.kind === 'unlock') return priceOf.get(event.post) ?? 0
  if ((event.kind === 'subscribe' || event.kind === 'renew') && event.by === 'wallet')
    return subscriptionPrice.get(event.creator)?.[event.period] ?? 0
  if (event.kind === 'refundPeriod') return -(subscriptionPrice.get(event.creator)?.[event.period] ?? 0)
  if (event.kind === 'request') return held(event)
  if (event.kind === 'disputed' || event.kind === 'gaveBack') return takenBack(event)
  return 0
}

/** Tokens go with the money that had bought them, a bonus among them. */
function takenBack({ package: key, ...event }: Extract<Event, { kind: 'disputed' | 'gaveBack' }>): number {
  const bought = packages.find((one) => one.key === key)
  if (!bought) return 0
  const part = event.kind === 'gaveBack' ? event.dollars / bought.price : 1
  return (bought.tokens + bought.bonusTokens) * part
}

/** What was accepted is held, and buys what is delivered; it comes back where nothing is. */
function held({ request: key, step }: Extract<Event, { kind: 'request' }>): number {
  const { quote, acceptedHoursAgo } = requestOf.get(key) ?? {}
  if (step === 'accepted') return quote?.price ?? 0
  return acceptedHoursAgo !== undefined && (step === 'declined' || step === 'overdue') ? -(quote?.price ?? 0) : 0
}

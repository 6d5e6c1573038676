// What every kind of work is offered under: its price and its times, as a creator types them, and what is wrong with them.
import type { Feed } from '#contract/catalogue/feeds.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { SayKey } from '#contract/words/keys.ts'
import { fieldFrom, instantFrom } from '#web/app/zoned-time.ts'
import { priceOf } from '#web/app/typed-amount.ts'

export interface Terms {
  isSale: Feed['isSale']
  /** As typed. */
  price: string
  /** Offered for the front of the house: of what is free. */
  isForFront: boolean
  /** Fields of type datetime-local. */
  scheduledAt: string
  expiresAt: string
}

/** What is wrong, as a sentence with its figures. */
export interface Wrong {
  key: SayKey
  facts?: Record<string, number>
}

interface Checks {
  settings: PublicSettings
  timeZone: string
  now: number
  before?: Pick<Feed, 'scheduledAt'> | undefined
}

export function wrongTerms(terms: Terms, checks: Checks): Partial<Record<'price' | 'scheduledAt' | 'expiresAt', Wrong>> {
  const price = wrongPrice(terms, checks.settings)
  return { ...(price && { price }), ...wrongTimes(terms, checks) }
}

function wrongPrice({ isSale, price: typed }: Terms, settings: PublicSettings): Wrong | undefined {
  if (isSale !== 'ppv') return undefined
  const price = priceOf(typed)
  const { minimumItemPrice: minimum, maximumItemPrice: maximum } = settings
  if (typed.trim() === '') return { key: 'composer.wrong.priceMissing' }
  if (Number.isNaN(price)) return { key: 'composer.wrong.priceUnreadable' }
  return price < minimum || price > maximum ? { key: 'composer.wrong.priceBounds', facts: { minimum, maximum } } : undefined
}

function wrongTimes(terms: Terms, { timeZone, now, before }: Checks): Partial<Record<'scheduledAt' | 'expiresAt', Wrong>> {
  const scheduledAt = instantFrom(terms.scheduledAt, timeZone)
  const expiresAt = instantFrom(terms.expiresAt, timeZone)
  const isNewSchedule = terms.scheduledAt !== fieldFrom(before?.scheduledAt, timeZone)
  const earliestEnd = Math.max(now, scheduledAt ? Date.parse(scheduledAt) : 0)
  return {
    ...(scheduledAt && isNewSchedule && Date.parse(scheduledAt) <= now && { scheduledAt: { key: 'composer.wrong.past' } }),
    ...(expiresAt && Date.parse(expiresAt) <= earliestEnd && { expiresAt: { key: 'composer.wrong.endsBefore' } }),
  }
}

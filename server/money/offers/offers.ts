/**
 * What a performer offers to those who subscribe: prices by length (the plain ones stand in the profile), tiers, and promotions.
 * Promises: what is sold at which price is said here, for one currency; a promotion is never used more often than it was offered.
 * Leaves to others: the plain prices (profiles), and everything that is bought (subscriptions, gifts), of which it asks through bought.ts.
 */
export { useBought, type Bought } from '#server/money/offers/bought.ts'
export { listedPrices, monthPriceOf, priceIn, priceOf, pricesOf, type PaidType } from '#server/money/offers/prices.ts'
export * as promotions from '#server/money/offers/promotions.ts'
export * as tiers from '#server/money/offers/tiers.ts'

/**
 * Renewals: the next period of a subscription is paid when it is due, what comes is told before, and a fan may decide what comes: another
 * tier or length, another card, the creator's new price.
 * Promises: a period is paid once, whatever worker, retry or webhook comes; nobody pays more than they agreed to; what cannot be paid waits
 * through its days of grace, and ends.
 * Leaves to others: the row and its periods (subscriptions, which alone writes them), prices (offers), asking a card (payments).
 */
export { agreeToPrice, change, payWith, type Change } from '#server/money/renewals/changing.ts'
export { fulfilling } from '#server/money/renewals/fulfilling.ts'
export { lapse, renewAtOnce } from '#server/money/renewals/replay.ts'

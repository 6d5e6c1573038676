// Facts of subscriptions.
interface SubscriptionFact {
  subscriptionId: string
  fanId: string
  performerId: string
  /** Until when it opens what subscribers see: an instant, ISO 8601. */
  expiresAt: string
}

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    'subscription.started': SubscriptionFact & { isTrial: boolean }
    /** A further period was paid: a renewal, or an extension of one that was cancelled or a trial. */
    'subscription.renewed': SubscriptionFact
    'subscription.cancelled': SubscriptionFact
    'subscription.reactivated': SubscriptionFact
    /** It renews as another tier or length, or at another price. */
    'subscription.changed': SubscriptionFact
    /** The renewal could not be paid; it may still be within the days of grace. */
    'subscription.fell_due': SubscriptionFact
    'subscription.ended': SubscriptionFact & { reason: string; refundedTokens: number }
  }
}
export {}

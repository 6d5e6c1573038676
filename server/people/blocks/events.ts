declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Works in both directions: what runs between the two ends (follows, subscriptions, rooms). */
    'user.blocked': { blockerId: string; blockedId: string }
    'user.unblocked': { blockerId: string; blockedId: string }
  }
}

export {}

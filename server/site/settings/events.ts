declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** What was agreed in `from` is not charged in `to`. */
    'site.currency_changed': { from: string; to: string }
  }
}

export {}

declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Something of what everyone may know of the site. */
    'site.settings_changed': { keys: string[] }
    /** What was agreed in `from` is not charged in `to`. */
    'site.currency_changed': { from: string; to: string }
  }
}

export {}

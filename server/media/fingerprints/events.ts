declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Somebody brought in what may not come in. The bytes are in quarantine; staff get a letter (office). */
    'file.matched': { matchId: string; fileId: string; ownerId: string; source: string }
  }
}
export {}

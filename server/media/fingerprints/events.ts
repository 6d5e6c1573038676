declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Somebody tried to bring in what may not come in. The bytes are in quarantine; staff look at it. */
    'file.matched': { matchId: string; fileId: string; ownerId: string; source: string }
  }
}
export {}

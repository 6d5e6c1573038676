declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Somebody unlocked a work. The price is in hundredths of a token. */
    'work.bought': { transferId: string; workId: string; creatorId: string; buyerId: string; price: number }
  }
}
export {}

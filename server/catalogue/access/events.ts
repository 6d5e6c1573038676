declare module '#server/platform/outbox/outbox.ts' {
  interface Events {
    /** Somebody unlocked a work. The price is in hundredths of a token. `wasHeld`: what was held for it paid, and whoever held it tells of that. */
    'work.bought': { transferId: string; workId: string; creatorId: string; buyerId: string; price: number; wasHeld?: true }
    /** Staff took it down, or it did not take place, and a buyer has their tokens back. Of what was ordered the order tells. In hundredths of a token. */
    'work.given_back': { workId: string; creatorId: string; buyerId: string; amount: number; why?: 'removed' | 'cancelled' }
  }
}
export {}

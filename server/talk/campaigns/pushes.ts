import type { Realtime } from '#server/platform/realtime/realtime.ts'

let screens: Pick<Realtime, 'toAccount'> | undefined

/** Wired once at start. */
export function push(realtime: Realtime): void {
  screens = realtime
}

/** Its creator's screens ask how far it is. */
export function tellMoved(performerId: string, campaignId: string): void {
  screens?.toAccount(performerId, 'campaign/moved', { campaignId })
}

// Something new stands in the centre: the screens of its reader ask how much.
import type { Realtime } from '#server/platform/realtime/realtime.ts'

let screens: Pick<Realtime, 'toAccount'> | undefined

/** Wired once at start. */
export function push(realtime: Pick<Realtime, 'toAccount'>): void {
  screens = realtime
}

export function show(accountIds: readonly string[]): void {
  for (const accountId of accountIds) screens?.toAccount(accountId, 'notification/new', {})
}

// Streams are announced by the door that creators use, on their days; what they take by the minute was said long before.
import type { Tx } from '#server/platform/db/db.ts'
import * as live from '#server/stage/live/live.ts'
import { setMenu } from '#server/stage/live/tipping.ts'
import type { Cast } from '#database/town/build/cast.ts'
import { at, type Chapter } from '#database/town/build/one-transaction.ts'
import { days } from '#database/town/history/event.ts'
import { announced, menus, minutePrices } from '#database/town/streams.ts'

const hourMs = 3_600_000

export function priceChapters(cast: Cast): Chapter[] {
  const happen = async (tx: Tx) => {
    for (const [creator, prices] of Object.entries(minutePrices)) await live.updateProfile(tx, cast.of(creator).member.accountId, prices)
    for (const [creator, items] of Object.entries(menus)) await setMenu(tx, cast.of(creator).member.accountId, items)
  }
  return [{ hoursAgo: days(20), happen }]
}

export async function announce(tx: Tx, cast: Cast): Promise<void> {
  for (const { creator, announcedDaysAgo, inHours, ...stream } of announced) {
    const then = at(tx, new Date(tx.now.getTime() - announcedDaysAgo * 24 * hourMs))
    const scheduledAt = new Date(tx.now.getTime() + inHours * hourMs).toISOString()
    await live.begin(then, cast.of(creator).member.accountId, { ...stream, scheduledAt })
  }
}

// Visitors come by creators' links on their days; those who registered did so in the cast.
import * as referrals from '#server/windows/referrals/referrals.ts'
import type { Cast } from '#database/town/build/cast.ts'
import type { Chapter } from '#database/town/build/one-transaction.ts'
import { links } from '#database/town/referrals.ts'

export function visitChapters(cast: Cast): Chapter[] {
  return Object.entries(links).flatMap(([creator, { visits }]) =>
    visits.map((hoursAgo) => ({ hoursAgo, happen: (tx) => referrals.visited(tx, cast.of(creator).member.accountId) })),
  )
}

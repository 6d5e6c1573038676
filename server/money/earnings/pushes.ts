// A tip reaches the performer's open screens (calls.md section 14). Rooms and chats show it by their own slices.
import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import type {} from '#server/money/earnings/events.ts'

export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  outbox.on('tip.given', 'earnings.tell_performer', async (tx, tip) => {
    const tipper = tip.isAnonymous ? undefined : (await accounts.people(tx, [tip.tipperId])).get(tip.tipperId)
    realtime.toAccount(tip.performerId, 'tip/created', {
      _id: tip.transferId,
      amount: fromHundredths(tip.amount),
      message: tip.message,
      feedId: tip.feedId,
      feedTitle: tip.feedTitle,
      ...(tipper && { user: { _id: tipper.id, name: tipper.name, username: tipper.username } }),
    })
  })
}

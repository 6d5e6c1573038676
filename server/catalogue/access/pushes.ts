// A sale reaches the creator's open screens: their figures are asked for again.
import '#server/catalogue/access/events.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { fromHundredths } from '#server/platform/units/units.ts'

export function push(outbox: Outbox, realtime: Realtime): void {
  outbox.on('work.bought', 'access.tell_creator', async (_tx, { creatorId, workId, price }) =>
    realtime.toAccount(creatorId, 'sale/created', { workId, price: fromHundredths(price) }),
  )
}

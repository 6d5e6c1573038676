import type {} from '#server/catalogue/works/works.ts'
import * as access from '#server/catalogue/access/access.ts'
import type {} from '#server/money/earnings/earnings.ts'
import type {} from '#server/money/wallet/wallet.ts'
import type {} from '#server/people/blocks/blocks.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import { shortMs } from '#server/stage/live/ending.ts'
import { announceFor, end } from '#server/stage/live/live.ts'
import { onStagesOfOthers } from '#server/stage/live/guest-queries.ts'
import * as metering from '#server/stage/live/metering.ts'
import { part as partGuests } from '#server/stage/live/guests.ts'
import { withdrawBetween } from '#server/stage/live/private-shows.ts'
import { sealLater } from '#server/stage/live/recording/sealing.ts'
import * as tipping from '#server/stage/live/tipping.ts'
import { hardlySeen, onSale } from '#server/stage/live/queries.ts'
import { hangUp } from '#server/stage/live/watching.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

export function listen(outbox: Outbox): void {
  // Whoever is shown the door of a show, or leaves it for good, has the ticket's tokens back.
  outbox.on('user.blocked', 'live.give_back', async (tx, { blockerId, blockedId }) => {
    await access.giveBackTo(tx, blockedId, await onSale(tx, blockerId), 'cancelled')
    // Whoever leaves by themselves has back what they did not see: else each show could be seen to its end for nothing.
    await access.giveBackTo(tx, blockerId, await hardlySeen(tx, blockedId, await shortMs(tx)), 'cancelled')
    await withdrawBetween(tx, blockerId, blockedId)
    await partGuests(tx, blockerId, blockedId)
    // Where one of them is another's guest, the other sees less of it from now on.
    for (const id of await onStagesOfOthers(tx, [blockerId, blockedId])) await rooms.tellOfStream(tx, id)
  })
  outbox.on('session.revoked', 'live.hang_up', (tx, { accountId }) => hangUp(tx, accountId))
  outbox.on('tip.given', 'live.note_tip', async (tx, { streamId, menuItemId = null, menuItem = null, ...tip }) => {
    if (streamId !== undefined) await tipping.note(tx, { ...tip, streamId, menuItemId, menuItem })
  })
  outbox.on('wallet.reversed', 'live.note_return', async (tx, { kind, reverses }) => {
    if (kind === 'tip') await tipping.noteReturn(tx, reverses)
    if (kind === 'stream') await metering.noteReturn(tx, reverses)
  })
  outbox.on('work.published', 'live.announce', async (tx, { workId, kind }) => {
    if (kind === 'feed') await announceFor(tx, workId)
  })
  // What staff took down is shown no longer; who paid is paid back by the takedown itself.
  outbox.on('work.decided', 'live.end', async (tx, { workId, kind, decision, by }) => {
    if (kind !== 'stream' || decision !== 'removed') return
    await end(tx, workId, { why: 'staff', by: by ?? null })
    await sealLater(tx, workId)
  })
}

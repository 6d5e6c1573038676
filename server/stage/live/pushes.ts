// What happens in shows that are paid for by the minute reaches the open screens of the two (calls.md section 14).
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type {} from '#server/stage/live/events.ts'

/** So many minutes before it ends, whoever pays is warned. */
const warnedMinutes = 2

export function push(outbox: Outbox, realtime: Realtime): void {
  outbox.on('private_request.moved', 'live.push_request', async (tx, request) => {
    const { requestId: _id, conversationId, performerId, fanId, price, state, streamId } = request
    if (state !== 'asked') {
      realtime.toAccounts([performerId, fanId], 'private-request/removed', { _id, conversationId, state, ...(streamId && { streamId }) })
      return
    }
    const user = (await profiles.userCards(tx, [fanId])).get(fanId)
    if (user) realtime.toAccount(performerId, 'private-request/new', { _id, conversationId, user, price: fromHundredths(price) })
  })
  outbox.on('meter.opened', 'live.push_started', async (_tx, { streamId, performerId, payerId, role }) => {
    realtime.toAccounts([performerId, payerId], 'private/started', { streamId, role })
  })
  outbox.on('meter.ticked', 'live.push_tick', async (_tx, { streamId, performerId, payerId, role, minutesLeft, minutes, ...amounts }) => {
    const [total, balance] = [fromHundredths(amounts.total), fromHundredths(amounts.balance)]
    realtime.toAccount(performerId, 'private/tick', { streamId, role, minutes, total })
    realtime.toAccount(payerId, 'private/tick', { streamId, role, minutes, total, balance, minutesLeft })
    // The minute that was charged just now is still to come.
    if (minutesLeft < warnedMinutes) realtime.toAccount(payerId, 'private/low-balance', { streamId, minutesLeft: minutesLeft + 1, balance })
  })
  outbox.on('meter.closed', 'live.push_ended', async (_tx, { streamId, performerId, payerId, role, why }) => {
    realtime.toAccounts([performerId, payerId], 'private/ended', { streamId, role, why })
  })
}

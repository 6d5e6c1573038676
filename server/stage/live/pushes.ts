// What happens in shows that are paid for by the minute reaches the open screens of the two (calls.md section 14).
import type { Database } from '#server/platform/db/db.ts'
import type { Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type {} from '#server/stage/live/events.ts'
import * as polls from '#server/stage/live/poll-queries.ts'

/** So many minutes before it ends, whoever pays is warned. */
const warnedMinutes = 2

/** So many of those who voted last hear of each vote at once; their pages ask by themselves every few seconds. */
const mostTold = 1000

export function push(outbox: Outbox, realtime: Realtime, _db: Database): void {
  outbox.on('private_request.moved', 'live.push_request', async (tx, request) => {
    const { requestId: _id, conversationId, performerId, fanId, price, state, streamId } = request
    if (state !== 'asked') {
      realtime.toAccounts([performerId, fanId], 'private-request/removed', { _id, conversationId, state, ...(streamId && { streamId }) })
      return
    }
    const user = (await profiles.userCards(tx, [fanId])).get(fanId)
    if (user) realtime.toAccount(performerId, 'private-request/new', { _id, conversationId, user, price: fromHundredths(price) })
  })
  outbox.on('room_poll.voted', 'live.push_poll', async (tx, { pollId, streamId, performerId }) => {
    const [options, voters] = await Promise.all([polls.options(tx, pollId), polls.voters(tx, pollId, mostTold)])
    const counted = options.map(({ id: _id, votes: totalVote }) => ({ _id, totalVote }))
    realtime.toAccounts([performerId, ...voters], 'stream/poll', { streamId, pollId, options: counted })
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

// What happens in shows that are paid for by the minute reaches the open screens of the two (calls.md section 14).
import type { Database, Db } from '#server/platform/db/db.ts'
import type { Events, Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import { fromHundredths } from '#server/platform/units/units.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type {} from '#server/stage/live/events.ts'
import * as polls from '#server/stage/live/poll-queries.ts'
import { isShutOut } from '#server/stage/live/standings.ts'

/** So many minutes before it ends, whoever pays is warned. */
const warnedMinutes = 2

/** So many of those who voted last hear how it stands; others read it when their pages ask by themselves. */
const mostTold = 1000

/** How it stands in a poll is told so often, however fast votes come: each telling costs as much as there are people who voted. */
const pollRestMs = 1000

export function push(outbox: Outbox, realtime: Realtime, db: Database): void {
  outbox.on('private_request.moved', 'live.push_request', async (tx, request) => {
    const { requestId: _id, conversationId, performerId, fanId, price, state, streamId } = request
    if (state !== 'asked') {
      realtime.toAccounts([performerId, fanId], 'private-request/removed', { _id, conversationId, state, ...(streamId && { streamId }) })
      return
    }
    const user = (await profiles.userCards(tx, [fanId])).get(fanId)
    if (user) realtime.toAccount(performerId, 'private-request/new', { _id, conversationId, user, price: fromHundredths(price) })
  })
  /** Polls that were told of a moment ago: whether there were votes since. */
  const resting = new Map<string, boolean>()
  outbox.on('room_poll.voted', 'live.push_poll', async (tx, poll) => {
    const { pollId } = poll
    if (resting.has(pollId)) return void resting.set(pollId, true)
    await tellPoll(tx, realtime, poll)
    rest(poll)
  })
  function rest(poll: Voted): void {
    resting.set(poll.pollId, false)
    setTimeout(() => {
      const hasVotes = resting.get(poll.pollId)
      resting.delete(poll.pollId)
      if (!hasVotes) return
      rest(poll)
      // Where it cannot be told now, whoever reads the room next has the figures.
      void tellPoll(db, realtime, poll).catch(() => {})
    }, pollRestMs).unref()
  }
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

type Voted = Events['room_poll.voted']

/** To its performer and to those who voted, unless they were shown the door since. */
async function tellPoll(db: Db, realtime: Realtime, { pollId, streamId, performerId }: Voted): Promise<void> {
  const [options, voters] = await Promise.all([polls.options(db, pollId), polls.voters(db, pollId, mostTold)])
  const [shutOut, blocked] = await Promise.all([
    isShutOut(
      db,
      voters.map((viewerId) => ({ viewerId, creatorId: performerId })),
    ),
    blocks.blocksBetween(db, performerId, voters),
  ])
  const told = voters.filter((id, place) => !shutOut[place] && !blocked.has(id))
  const counted = options.map(({ id: _id, votes: totalVote }) => ({ _id, totalVote }))
  realtime.toAccounts([performerId, ...told], 'stream/poll', { streamId, pollId, options: counted })
}

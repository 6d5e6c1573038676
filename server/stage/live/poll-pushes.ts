// How polls in rooms stand reaches the open screens of those who may know it (polls.ts).
import type { Database, Db } from '#server/platform/db/db.ts'
import type { Events, Outbox } from '#server/platform/outbox/outbox.ts'
import type { Realtime } from '#server/platform/realtime/realtime.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type {} from '#server/stage/live/events.ts'
import * as polls from '#server/stage/live/poll-queries.ts'
import { isShutOut } from '#server/stage/live/standings.ts'

/** So many of those who voted last hear how it stands; others read it when their pages ask by themselves. */
const mostTold = 1000

/** How it stands in a poll is told so often, however fast votes come: each telling costs as much as there are people who voted. */
const pollRestMs = 1000

export function push(outbox: Outbox, realtime: Realtime, db: Database): void {
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

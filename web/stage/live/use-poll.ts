import { useState } from 'react'
import type { RoomPoll } from '#contract/stage/polls.ts'
import { usePush } from '#web/app/pushes.ts'

/** The poll of a room as the page last asked for it, and as it was counted since. A vote is shown at once; figures only grow. */
export function usePoll(asked: RoomPoll | undefined): { poll: RoomPoll | undefined; onVoted: (poll: RoomPoll) => void } {
  const [voted, setVoted] = useState<RoomPoll>()
  const [counted, setCounted] = useState<ReadonlyMap<string, number>>(new Map())
  usePush('stream/poll', ({ options }) =>
    setCounted((before) => new Map([...before, ...options.map((each) => [each._id, each.totalVote] as const)])),
  )
  const newest = asked && voted?._id === asked._id && asked.votedId === undefined && !asked.isOver ? voted : asked
  return { poll: newest && withCounts(newest, counted), onVoted: setVoted }
}

function withCounts(poll: RoomPoll, counted: ReadonlyMap<string, number>): RoomPoll {
  if (poll.totalVote === undefined) return poll
  const options = poll.options.map((each) => ({ ...each, totalVote: Math.max(each.totalVote ?? 0, counted.get(each._id) ?? 0) }))
  return { ...poll, options, totalVote: options.reduce((sum, { totalVote }) => sum + totalVote, 0) }
}

// Polls in the room of a stream: its performer asks, whoever may watch has one vote, and whoever voted sees how it stands.
// Promises: one runs at a time; a vote is never changed, and none is given once it is over (the database holds both); who may not watch neither sees it
// nor votes; figures go to nobody but those who voted, its performer, and all who watch once it is over.
import type { RoomPoll } from '#contract/stage/polls.ts'
import type * as access from '#server/catalogue/access/access.ts'
import { ballots } from '#server/catalogue/feeds/feeds.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import type { Member } from '#server/platform/http/viewer.ts'
import { announce } from '#server/platform/outbox/outbox.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import { refuseProhibited } from '#server/site/terms/terms.ts'
import '#server/stage/live/events.ts'
import * as queries from '#server/stage/live/poll-queries.ts'
import type { Poll } from '#server/stage/live/poll-queries.ts'
import * as streams from '#server/stage/live/queries.ts'
import { standingOf } from '#server/stage/live/showing.ts'
import { rooms } from '#server/talk/messaging/messaging.ts'

export interface Asked {
  question?: string | undefined
  options: readonly string[]
  expiredAt?: string | undefined
}

/**
 * Asks; answers the poll's id.
 * @throws not_found for another's, not_allowed in a show for two, stream_ended, stream_not_begun, poll_running, and at their fields poll_needs_options,
 * prohibited_term, schedule_in_past, too_far
 */
export async function start(tx: Tx, performerId: string, streamId: string, { question = '', options, expiredAt }: Asked): Promise<string> {
  const stream = await streams.lock(tx, streamId)
  if (stream?.performerId !== performerId) return refuse('not_found')
  if (stream.status === 'ended') refuse('stream_ended')
  if (stream.status === 'scheduled') refuse('stream_not_begun')
  if (stream.type === 'private') refuse('not_allowed')
  const written = options.map(ballots.cleaned)
  if (written.length < 2 || written.includes('') || new Set(written).size < written.length) refuseField('options', 'poll_needs_options')
  const asked = ballots.cleaned(question)
  await refuseProhibited(tx, { question: asked, options: written })
  const expiresAt = expiredAt === undefined ? null : new Date(expiredAt)
  ballots.refuseEnd(tx, 'expiredAt', expiresAt)
  const before = await queries.latest(tx, streamId)
  if (before && !hasEnded(before, tx.now)) refuse('poll_running')
  if (before) await queries.end(tx, before.id)
  const id = await queries.insert(tx, streamId, { question: asked, options: written, expiresAt })
  await rooms.tellOfStream(tx, streamId)
  return id
}

const hasEnded = ({ endedAt, expiresAt }: Poll, now: Date) => endedAt !== null || (expiresAt !== null && expiresAt <= now)

/** @throws not_found for another's */
export async function end(tx: Tx, performerId: string, id: string): Promise<void> {
  const poll = (await queries.lock(tx, id)) ?? refuse('not_found')
  const [stream] = await streams.streams(tx, [poll.streamId])
  if (stream?.performerId !== performerId) return refuse('not_found')
  if (poll.endedAt !== null) return
  await queries.end(tx, id)
  await rooms.tellOfStream(tx, poll.streamId)
}

/**
 * One vote a person and poll. Its performer and staff look on.
 * @returns the poll it was given in
 * @throws not_found for whoever may not know of the stream; not_allowed for whoever may not watch it, its performer and staff; birth_date_required,
 * poll_over, already_voted
 */
export async function vote(tx: Tx, reader: access.Reader & { viewer: Member }, optionId: string): Promise<string> {
  const { accountId, role, isAdult } = reader.viewer
  const poll = (await queries.ofOption(tx, optionId)) ?? refuse('not_found')
  const stream = await standingOf(tx, reader, poll.streamId)
  if (stream.performerId === accountId || role === 'staff') refuse('not_allowed')
  if (stream.status === 'ended') refuse('poll_over')
  if (!isAdult) refuse('birth_date_required')
  if (!stream.canWatch) refuse('not_allowed')
  if (hasEnded(poll, tx.now)) refuse('poll_over')
  if (!(await queries.insertVote(tx, { pollId: poll.id, optionId, by: accountId }))) refuse('already_voted')
  await announce(tx, 'room_poll.voted', { pollId: poll.id, streamId: poll.streamId, performerId: stream.performerId })
  return poll.id
}

/** The newest poll of a stream that is live, to somebody who may watch it. */
export async function ofStream(
  db: Db,
  streamId: string,
  viewer: { id: string | undefined; isOwner: boolean },
): Promise<RoomPoll | undefined> {
  const poll = await queries.latest(db, streamId)
  return poll && formOf(db, poll, viewer)
}

/** To its performer, or to whoever voted in it just now. @throws not_found */
export async function showOne(db: Db, viewerId: string, id: string): Promise<RoomPoll> {
  const poll = (await queries.byId(db, id)) ?? refuse('not_found')
  const [stream] = await streams.streams(db, [poll.streamId])
  return formOf(db, poll, { id: viewerId, isOwner: stream?.performerId === viewerId })
}

async function formOf(db: Db, poll: Poll, viewer: { id: string | undefined; isOwner: boolean }): Promise<RoomPoll> {
  const [options, votedId] = await Promise.all([
    queries.options(db, poll.id),
    viewer.id === undefined ? undefined : queries.voteOf(db, poll.id, viewer.id),
  ])
  const { id, streamId, question, expiresAt } = poll
  const isOver = hasEnded(poll, db.now)
  return { _id: id, streamId, ...ballots.formOf({ question, expiresAt, isOver, isOwner: viewer.isOwner, votedId, options }) }
}

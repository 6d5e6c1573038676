// Polls in posts: options made one by one and taken by the post, one vote a person and post, results for those who took part.
// Promises: a vote is never changed (the database holds it), and nothing of a poll changes once somebody voted; a list of posts
// costs the same few questions whatever its length, however many voted.
import type { Poll } from '#contract/catalogue/feeds.ts'
import * as access from '#server/catalogue/access/access.ts'
import { cleaned, formOf, refuseEnd } from '#server/catalogue/feeds/ballots.ts'
import * as queries from '#server/catalogue/feeds/poll-queries.ts'
import { posts as postsOf, type Post } from '#server/catalogue/feeds/queries.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import * as works from '#server/catalogue/works/works.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { idOf, type Member } from '#server/platform/http/viewer.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

export { hasVotes } from '#server/catalogue/feeds/poll-queries.ts'

/** The poll of a post as its creator wrote it. */
export interface Ballot {
  options: readonly string[]
  question: string
  expiresAt: Date | null
}

/** Makes one option, which a post takes later. @throws prohibited_term, schedule_in_past */
export async function makeOption(
  tx: Tx,
  creatorId: string,
  written: { description: string; expiresAt: Date | null },
): Promise<queries.Option> {
  const description = terms.requireText('description', cleaned(written.description))
  await terms.refuseProhibited(tx, { description })
  const { expiresAt } = written
  refuseEnd(tx, 'expiredAt', expiresAt)
  const id = await queries.insertOption(tx, creatorId, description, expiresAt)
  return { id, workId: null, creatorId, description, expiresAt }
}

/**
 * What was sent of a poll, held against the rules: none, or two to ten options, which close together.
 * @throws poll_needs_options, not_found for an option of another or of another post, schedule_in_past
 */
export async function checkedBallot(
  db: Db,
  creatorId: string,
  workId: string | undefined,
  ballot: Ballot,
  before: Ballot,
): Promise<Ballot> {
  const { options, question } = ballot
  const wantsPoll = question !== '' && question !== before.question
  if (options.length === 1 || (options.length === 0 && wantsPoll)) refuseField('pollIds', 'poll_needs_options')
  if (options.length === 0) return { options: [], question: '', expiresAt: null }
  const found = await queries.options(db, options)
  const isFree = (option: queries.Option) => option.creatorId === creatorId && (option.workId === null || option.workId === workId)
  if (found.length !== options.length || !found.every(isFree)) refuseField('pollIds', 'not_found')
  const expiresAt = ballot.expiresAt ?? (ballot.options.join() === before.options.join() ? null : earliest(found))
  if (expiresAt?.getTime() !== before.expiresAt?.getTime()) refuseEnd(db, 'pollExpiredAt', expiresAt)
  return { options, question, expiresAt }
}

/** Each option may have said when it closes; the poll closes with the first. */
function earliest(found: readonly queries.Option[]): Date | null {
  const times = found.flatMap(({ expiresAt }) => expiresAt ?? [])
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())))
}

/** The post takes its options. @throws not_found when another post took one in the same instant */
export async function place(tx: Tx, workId: string, creatorId: string, options: readonly string[]): Promise<void> {
  if (!(await queries.join(tx, workId, creatorId, options))) refuseField('pollIds', 'not_found')
}

export function isSame(a: Ballot, b: Ballot): boolean {
  return a.question === b.question && a.expiresAt?.getTime() === b.expiresAt?.getTime() && a.options.join() === b.options.join()
}

/**
 * One vote a person and post. Its creator looks and does not vote; who was blocked may still read what they bought, not take part.
 * @returns the post it was given in
 * @throws not_found, birth_date_required, not_allowed, poll_over, already_voted
 */
export async function vote(tx: Tx, voter: Member, country: string | undefined, optionId: string): Promise<string> {
  const [option] = await queries.options(tx, [optionId])
  if (!option?.workId) return refuse('not_found')
  const { workId } = option
  // The post is not edited under the voter's hands: an edit of the poll waits, and finds the vote.
  await works.lockShared(tx, workId)
  const work = (await works.find(tx, [workId])).get(workId) ?? refuse('not_found')
  const right = (await access.mayView(tx, { viewer: voter, country }, [work])).get(workId)
  if (!right?.isThere) return refuse('not_found')
  if (voter.accountId === work.creatorId) refuse('not_allowed')
  if (!voter.isAdult) refuse('birth_date_required')
  if (!right.canView || (await blocks.isHidden(tx, voter.accountId, country, [work.creatorId])).has(work.creatorId)) refuse('not_allowed')
  const [post] = await postsOf(tx, [workId])
  if (!post || hasClosed(post, tx.now)) refuse('poll_over')
  if (!(await queries.insertVote(tx, { workId, optionId, by: voter.accountId }))) refuse('already_voted')
  await reactions.count(tx, optionId, 'vote', 1)
  return workId
}

/** The polls of these posts as this reader may see them, by post. */
export async function pollsOf(
  db: Db,
  { viewer }: access.Reader,
  posts: readonly (Post & { isOwner: boolean })[],
): Promise<Map<string, Poll>> {
  const asked = posts.filter(({ options }) => options.length > 0)
  if (asked.length === 0) return new Map()
  const viewerId = idOf(viewer)
  const ids = asked.map(({ workId }) => workId)
  const [votes, totals] = await Promise.all([
    viewerId ? queries.votesOf(db, viewerId, ids) : [],
    reactions.totalsOf(
      db,
      'vote',
      asked.flatMap(({ options }) => options.map(({ id }) => id)),
    ),
  ])
  const voted = new Map(votes.map(({ workId, optionId }) => [workId, optionId]))
  return new Map(
    asked.map((post) => {
      const { workId, pollQuestion: question, pollExpiresAt: expiresAt, isOwner } = post
      const options = post.options.map((option) => ({ ...option, votes: totals.get(option.id) ?? 0 }))
      return [workId, formOf({ question, expiresAt, isOver: hasClosed(post, db.now), isOwner, votedId: voted.get(workId), options })]
    }),
  )
}

function hasClosed({ pollExpiresAt }: Post, now: Date): boolean {
  return pollExpiresAt !== null && pollExpiresAt <= now
}

const keepUnusedHours = 24

/** Forgets options that no post took for a day. */
export function forgetUnused(tx: Tx): Promise<number> {
  return queries.removeUnused(tx, new Date(tx.now.getTime() - keepUnusedHours * 3_600_000))
}

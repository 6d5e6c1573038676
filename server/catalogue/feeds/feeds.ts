// Posts: text, photos, video, sound and announced streams that a performer publishes free, for followers, for subscribers or for a price (calls.md section 3).
// Promises: a locked post carries no address of its media, only shapes and blurs; what was sold keeps its media and gets no dearer;
// a list of posts costs the same few questions whatever its length.
// Leaves to others: review, schedule and states (works), the view rule and buying (access), which posts make a page (timeline, bookmarks).
import type { Feed } from '#contract/catalogue/feeds.ts'
import * as access from '#server/catalogue/access/access.ts'
import { checked, type Draft, type Written } from '#server/catalogue/feeds/drafts.ts'
import * as polls from '#server/catalogue/feeds/polls.ts'
import * as queries from '#server/catalogue/feeds/queries.ts'
import { present } from '#server/catalogue/feeds/showing.ts'
import { mediumOf, type FeedType } from '#server/catalogue/feeds/types.ts'
import * as showing from '#server/catalogue/showing/showing.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Work } from '#server/catalogue/works/works.ts'
import { gatheredById } from '#server/platform/batch/batch.ts'
import type { Db, Tx } from '#server/platform/db/db.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'

export { blank } from '#server/catalogue/feeds/queries.ts'
export type { Draft } from '#server/catalogue/feeds/drafts.ts'
export type { Filter, List, Place } from '#server/catalogue/feeds/queries.ts'
/** What polls of every kind keep to. */
export * as ballots from '#server/catalogue/feeds/ballots.ts'
export { forgetUnused as forgetUnusedOptions, makeOption, vote } from '#server/catalogue/feeds/polls.ts'
export { announcementIn, useAnnouncedStreams } from '#server/catalogue/feeds/announced.ts'
export { newest, newestOf } from '#server/catalogue/feeds/queries.ts'
export { tippedPost } from '#server/catalogue/feeds/tipping.ts'
export { textsOf } from '#server/catalogue/feeds/texts.ts'
export { mediumOf, type FeedType } from '#server/catalogue/feeds/types.ts'

/**
 * Publishes a post, or keeps a draft; answers its id. Prices are hundredths of a token.
 * @throws price_required, price_out_of_bounds, sale_needs_file, text_or_file_required, too_many_files, file_not_yours,
 * file_not_ready, file_blocked, schedule_in_past, prohibited_term, unknown_participant, poll_needs_options, not_found for a poll's option
 */
export async function publish(tx: Tx, creatorId: string, draft: Draft & { type: FeedType }): Promise<string> {
  const post = await checked(tx, creatorId, draft, { ...blank, medium: mediumOf(draft.type) })
  return enter(tx, creatorId, post, workOf(post))
}

type Announcement = Pick<Written, 'text' | 'tagline' | 'audience'> & { streamingAt: Date }

/** The post of a stream that its performer announced on the stage: what it says is on show there already, and waits for nobody's look. */
export async function announce(tx: Tx, creatorId: string, said: Announcement): Promise<string> {
  const post = await checked(tx, creatorId, said, { ...blank, medium: 'stream' })
  return enter(tx, creatorId, post, { ...workOf(post), isSaidElsewhere: true })
}

/** The same, said anew on the stage; nobody has looked whether that is fit for all. @throws not_found once its creator deleted it, schedule_in_past */
export async function announceAnew(tx: Tx, creatorId: string, workId: string, said: Omit<Announcement, 'audience'>): Promise<void> {
  await works.lockExclusive(tx, workId)
  const { work, post, before } = await writtenOne(tx, creatorId, workId)
  const after = await checked(tx, creatorId, said, before, workId)
  await works.update(tx, work, { ...workOf(after), needsReview: false, readsOtherwise: differs(before, after) })
  await queries.update(tx, rowOf(post.workId, after))
}

async function enter(
  tx: Tx,
  creatorId: string,
  post: Written,
  work: ReturnType<typeof workOf> & { isSaidElsewhere?: true },
): Promise<string> {
  const workId = await works.create(tx, { kind: 'feed', creatorId, ...work })
  await queries.insert(tx, rowOf(workId, post))
  await polls.place(tx, workId, creatorId, post.poll.options)
  return workId
}

const blank: Written = {
  medium: 'text',
  text: '',
  tagline: '',
  tags: [],
  audience: 'free',
  price: 0,
  pinned: false,
  scheduledAt: null,
  expiresAt: null,
  isDraft: false,
  media: [],
  preview: null,
  teaser: null,
  participants: [],
  isForFront: false,
  streamingAt: null,
  poll: { options: [], question: '', expiresAt: null },
}

function rowOf(workId: string, { text, tagline, streamingAt, poll }: Written) {
  return { workId, text, tagline, streamingAt, pollQuestion: poll.question, pollExpiresAt: poll.expiresAt }
}

/**
 * Changes one of the creator's own posts; what is not named stays. A changed text or file is reviewed again.
 * @throws not_found for another's; media_is_sold, price_is_sold once somebody bought it; poll_has_votes once somebody voted; and all of publish()
 */
export async function edit(tx: Tx, creatorId: string, workId: string, draft: Draft): Promise<void> {
  await works.lockExclusive(tx, workId)
  const { work, before } = await writtenOne(tx, creatorId, workId)
  const after = await checked(tx, creatorId, draft, before, workId)
  const isPollChanged = !polls.isSame(before.poll, after.poll)
  if (isPollChanged && (await polls.hasVotes(tx, workId))) refuse('poll_has_votes')
  if (await access.isSold(tx, workId)) refuseBrokenPromise(before, after)
  await works.update(tx, work, { ...workOf(after), needsReview: differs(before, after) })
  await queries.update(tx, rowOf(workId, after))
  if (isPollChanged) await polls.place(tx, workId, creatorId, after.poll.options)
}

async function writtenOne(db: Db, creatorId: string, workId: string): Promise<{ work: Work; post: queries.Post; before: Written }> {
  const { work, post } = await ownOne(db, creatorId, workId)
  const poll = { options: post.options.map(({ id }) => id), question: post.pollQuestion, expiresAt: post.pollExpiresAt }
  const before: Written = { ...post, ...work, participants: work.participants.map(({ id }) => id), isDraft: work.state === 'draft', poll }
  return { work, post, before }
}

/** Deletes a post for everyone but those who bought it. @throws not_found for another's */
export async function remove(tx: Tx, creatorId: string, workId: string): Promise<void> {
  await ownOne(tx, creatorId, workId)
  await works.remove(tx, workId)
}

/** These posts as this reader may see them, in the order given; those that the reader may not know of are left out. */
export async function show(db: Db, reader: access.Reader, ids: readonly string[]): Promise<Feed[]> {
  const found = await wholes(db, ids)
  return present(
    db,
    reader,
    ids.flatMap((id) => found.get(id) ?? []),
  )
}

/** The same for a list that says whose they are: all that is asked about them is asked at once. */
export async function showListed(db: Db, reader: access.Reader, list: readonly access.Asked[]): Promise<Feed[]> {
  if (list.length === 0) return []
  const [found, around] = await Promise.all([
    wholes(
      db,
      list.map(({ id }) => id),
    ),
    showing.around(db, reader, list),
  ])
  return present(
    db,
    reader,
    list.flatMap(({ id }) => found.get(id) ?? []),
    { around },
  )
}

const wholes = gatheredById(queries.wholePosts, ({ id }) => id)

/** @throws not_found */
export async function showOne(db: Db, reader: access.Reader, id: string): Promise<Feed> {
  const [feed] = await show(db, reader, [id])
  return feed ?? refuse('not_found')
}

/** To who unlocked it just now. */
export async function showOpened(db: Db, reader: access.Reader, { work, access: right }: access.Opened): Promise<Feed> {
  const posts = [...(await wholes(db, [work.id])).values()]
  const [feed] = await present(db, reader, posts, { rights: new Map([[work.id, right]]) })
  return feed ?? refuse('not_found')
}

async function ownOne(db: Db, creatorId: string, workId: string): Promise<{ work: Work; post: queries.Post }> {
  const work = (await works.find(db, [workId])).get(workId)
  if (!work || work.creatorId !== creatorId || work.deletedAt) return refuse('not_found')
  const [post] = await queries.posts(db, [workId])
  return post ? { work, post } : refuse('not_found')
}

/** The name under which ledgers and lists know it. */
function workOf(post: Written) {
  const title = post.tagline || post.text.split('\n', 1)[0] || ''
  // A text that is locked is not found by its words either: an answer would tell what it says.
  const isTextLocked = post.medium === 'text' && post.audience !== 'free'
  return { ...post, title: beginningOf(title), words: isTextLocked ? post.tagline : `${post.tagline}\n${post.text}` }
}

const letters = new Intl.Segmenter()

/** Eighty letters as a reader counts them: a family of emoji is not cut apart. */
function beginningOf(text: string): string {
  return Array.from(letters.segment(text), ({ segment }) => segment)
    .slice(0, 80)
    .join('')
    .slice(0, 200)
}

function refuseBrokenPromise(before: Written, after: Written): void {
  if ([...before.media].sort().join() !== [...after.media].sort().join()) refuse('media_is_sold')
  if (after.price > before.price) refuse('price_is_sold')
}

function differs(before: Written, after: Written): boolean {
  const seen = ({ text, tagline, tags, media, preview, teaser, participants, poll }: Written) =>
    JSON.stringify([text, tagline, tags, media, preview, teaser, participants, poll.question, poll.options])
  return seen(before) !== seen(after)
}

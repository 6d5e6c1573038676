// What every published, lockable thing shares: its creator, audience, price, state and schedule, and the files that it is made of.
// Promises: nothing is shown before a recorded approval, unless the site's review default says "after" (COMPLIANCE.md 3);
// what is scheduled appears at its instant by itself; what is shown can be found; what staff removed comes back neither by an upload
// nor out of a library.
// Leaves to others: who may see it (access), and all that a kind adds (their slices).
// Prices are hundredths of a token.
import { formats } from '#server/platform/http/formats.ts'
import { isListed as isListedKind, type WorkKind } from '#contract/catalogue/kind-names.ts'
import * as files from '#server/media/files/files.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { gathered, gatheredById } from '#server/platform/batch/batch.ts'
import { violates, type Database, type Db, type Tx } from '#server/platform/db/db.ts'
import { refuseFarBeginning, refuseFarEnd } from '#server/platform/refusals/ahead.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as settings from '#server/site/settings/settings.ts'
import { refuseRemovedFiles } from '#server/catalogue/works/checks.ts'
import * as participants from '#server/catalogue/works/participants.ts'
import { placed } from '#server/catalogue/works/placing.ts'
import * as queries from '#server/catalogue/works/queries.ts'
import { slugOf } from '#server/catalogue/works/slug.ts'
import { stateOf } from '#server/catalogue/works/states.ts'

export type { Audience, Kind, Medium, Work } from '#server/catalogue/works/queries.ts'
export { areLetOut, lockExclusive, lockShared, opening, touch, undecidedOf, whole } from '#server/catalogue/works/queries.ts'
export {
  freeToSee,
  glimpsed,
  isOnShow,
  isOut,
  openToAll,
  own,
  shown,
  type Filter,
  type Listed,
  type Window,
} from '#server/catalogue/works/listing.ts'
export {
  approve,
  blockRemoved,
  findFitForAll,
  reject,
  reviewed,
  takeBackFitForAll,
  takeDown,
  waiting,
} from '#server/catalogue/works/decisions.ts'
export { reindex, told } from '#server/catalogue/works/placing.ts'
export { cleanTags, priceOf, refuseForeignFiles } from '#server/catalogue/works/checks.ts'
export { namings } from '#server/catalogue/works/participants.ts'
export {
  described,
  describedOf,
  draftOf,
  instantOf,
  readsOtherwise,
  undescribed,
  type Described,
  type DescribedDraft,
} from '#server/catalogue/works/described.ts'

export interface Draft {
  kind: queries.Kind
  medium: queries.Medium
  creatorId: string
  tags: readonly string[]
  /** What it is found by beside its title and tags: only what readers without a right may read; of a free post its tagline, and from the second line on what adults read. */
  words: string
  /** Performers to name beside its creator; each is asked. */
  participants: readonly string[]
  audience: queries.Audience
  price: number
  title: string
  pinned: boolean
  scheduledAt: Date | null
  expiresAt: Date | null
  /** Offered for the front of the house; of what is not free it is nothing. */
  isForFront: boolean
  /** Kept to oneself for now. */
  isDraft: boolean
  /** The files that the right opens, in their order, and the preview picture and footage that need none. */
  media: readonly string[]
  preview: string | null
  teaser: string | null
  /** Its words are on show already, where nobody looks at them first: those of a stream that is announced. */
  isSaidElsewhere?: boolean
}

/** As a work of any kind says how it opens: what is paid for by the minute is paid for. */
export const soldAs = ({ audience }: Pick<queries.Work, 'audience'>): Exclude<queries.Audience, 'metered'> =>
  audience === 'metered' ? 'ppv' : audience

/** True while it is on show: approved, its time has come and has not run out, and its creator has not deleted it. */
export function isShown(work: queries.Work, now: Date): boolean {
  return (
    work.state === 'active' &&
    work.deletedAt === null &&
    work.publishedAt !== null &&
    work.publishedAt <= now &&
    (work.expiresAt === null || work.expiresAt > now)
  )
}

/** What is sent in messages stands in none of the lists of works, and neither do streams. */
export const isListed = (work: queries.Work): work is queries.Work & { kind: WorkKind } => isListedKind(work.kind)

/**
 * True when what stands in it now was let out. Whoever bought a work keeps its media, which cannot change, while the rest of it waits for
 * staff again: what may have changed, its preview and its teaser, is not theirs to see before that.
 */
export const isReviewed = ({ state }: queries.Work): boolean => state === 'active'

/** The works among these that exist, deleted ones too, by id. */
export const find: (db: Db, ids: readonly string[]) => Promise<Map<string, queries.Work>> = gatheredById(queries.works, ({ id }) => id)

/** All files that stand in these works, by the file's id: for whoever shows works that are still being asked for. */
export const filesOf: (db: Db, ids: readonly string[]) => Promise<ReadonlyMap<string, files.StoredFile>> = gathered(
  async (db, lists: (readonly string[])[]) => {
    const found = await files.among(db, queries.filesIn([...new Set(lists.flat())]))
    const byId = new Map(found.map((file) => [file.id, file]))
    return lists.map(() => byId)
  },
)

/** The works that a file stands in: one of the library may stand in several. */
export async function ofFile(db: Db, fileId: string): Promise<queries.Work[]> {
  return [...(await find(db, await queries.worksOfFile(db, fileId))).values()]
}

/** The work of that kind by its id or its slug; deleted ones too. */
export async function named(db: Db, kind: queries.Kind, idOrSlug: string): Promise<queries.Work | undefined> {
  const id = formats.uuid(idOrSlug) ? idOrSlug : await queries.idOfSlug(db, kind, idOrSlug)
  const work = id ? (await find(db, [id])).get(id) : undefined
  return work?.kind === kind ? work : undefined
}

/**
 * Enters a work: a draft, or on its way to be seen.
 * @throws price_required, price_out_of_bounds, schedule_in_past, unknown_participant, file_blocked
 */
export async function create(tx: Tx, draft: Draft): Promise<string> {
  await refuseBadPrice(tx, draft)
  refuseBadSchedule(tx, draft)
  await refuseStrangers(tx, draft.creatorId, othersOf(draft))
  await refuseRemovedFiles(tx, draft.kind, draft)
  // What was looked at before is looked at no second time when it is sent; what is published has words, too, and is. Nobody can look at a stream
  // before it is shown: staff look on (stage/live).
  const isLetOut =
    draft.kind === 'stream' ||
    draft.isSaidElsewhere === true ||
    (draft.kind === 'message' && (await queries.areLetOut(tx, draft.creatorId, filesIn(draft))))
  const isRefused = await queries.areRefused(tx, filesIn(draft))
  const id = await queries.insert(tx, {
    ...draft,
    isForFront: isForFront(draft),
    ...(await stateOf(tx, { ...draft, isLetOut, isRefused }, null)),
  })
  if (draft.kind !== 'feed' && isListedKind(draft.kind)) await queries.setSlug(tx, id, slugOf(draft.title, id))
  await queries.useFiles(tx, id, draft)
  await participants.name(tx, id, othersOf(draft))
  await placed(tx, id)
  return id
}

const filesIn = ({ media, preview, teaser }: Pick<Draft, 'media' | 'preview' | 'teaser'>) => [
  ...media,
  ...[preview, teaser].filter((id) => id !== null),
]

export interface Change extends Omit<Draft, 'kind' | 'creatorId'> {
  /** What people read or see of it is not what staff approved. */
  needsReview: boolean
  /** It reads otherwise, and stays on show all the same: what was marked as fit for all is so no more. */
  readsOtherwise?: boolean
}

/**
 * Changes a work. What is sold already keeps its media and does not get dearer; the caller has checked that under `lockExclusive`.
 * Only what is new is held against the rules: bounds that moved, or a name that has gone since, keep nobody from changing a word. It
 * refuses before it writes, so a caller may go on after a refusal.
 * @throws price_required, price_out_of_bounds, schedule_in_past, unknown_participant, file_blocked
 */
export async function update(tx: Tx, work: queries.Work, change: Change): Promise<void> {
  if (change.price !== work.price || change.audience !== work.audience) await refuseBadPrice(tx, change)
  if (change.scheduledAt?.getTime() !== work.scheduledAt?.getTime() || change.expiresAt?.getTime() !== work.expiresAt?.getTime()) {
    refuseBadSchedule(tx, change)
  }
  const others = othersOf({ creatorId: work.creatorId, participants: change.participants })
  const named = new Set(work.participants.map(({ id }) => id))
  await refuseStrangers(
    tx,
    work.creatorId,
    others.filter((id) => !named.has(id)),
  )
  // What is removed is shown to nobody, whatever its creator does with it. What comes out of a drawer is looked at whole.
  if (work.state !== 'removed')
    await refuseRemovedFiles(tx, work.kind, change, work.state === 'draft' && !change.isDraft ? undefined : work)
  const hasOtherFiles = change.media.join() !== work.media.join() || change.preview !== work.preview || change.teaser !== work.teaser
  await queries.update(tx, work.id, {
    ...change,
    isForFront: isForFront(change),
    isOther: change.needsReview || change.readsOtherwise === true || hasOtherFiles,
    ...(await stateOf(tx, { ...change, creatorId: work.creatorId, isRefused: await queries.areRefused(tx, filesIn(change)) }, work)),
  })
  if (hasOtherFiles) {
    await queries.freeFiles(tx, work.id)
    await queries.useFiles(tx, work.id, change)
  }
  await participants.name(tx, work.id, others)
  await placed(tx, work.id)
}

/** Gone for everyone but those who bought it (calls.md section 3). */
export async function remove(tx: Tx, workId: string): Promise<void> {
  await queries.markDeleted(tx, workId)
  await placed(tx, workId)
}

/** Is over now, for everyone but its creator and those who bought it: nobody buys it any more. */
export async function expire(tx: Tx, workId: string): Promise<void> {
  await queries.expire(tx, workId)
  await placed(tx, workId)
}

/** Likes that came and went since the last time, for lists by popularity. What is no work of ours is passed over. */
export async function countLikes(tx: Tx, changes: readonly { targetId: string; change: number }[]): Promise<void> {
  if (changes.length > 0) await queries.countLikes(tx, changes)
}

/** How many works of each kind a creator shows now, how many photos in them, and how many films, of whatever kind. */
export interface Totals {
  ofKind: ReadonlyMap<queries.Kind, number>
  pictures: number
  films: number
}

export async function totalsOf(db: Db, creatorIds: readonly string[]): Promise<Map<string, Totals>> {
  const counted = creatorIds.length > 0 ? await queries.totals(db, creatorIds) : []
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
  return new Map(
    [...Map.groupBy(counted, ({ creatorId }) => creatorId)].map(([creatorId, rows]) => [
      creatorId,
      {
        ofKind: new Map(rows.map(({ kind, works }) => [kind, works])),
        pictures: sum(rows.map(({ pictures }) => pictures)),
        films: sum(rows.map(({ films }) => films)),
      },
    ]),
  )
}

const isForFront = ({ audience, isForFront: isOffered }: Pick<Draft, 'audience' | 'isForFront'>) => audience === 'free' && isOffered

const othersOf = ({ creatorId, participants: named }: Pick<Draft, 'creatorId' | 'participants'>) => named.filter((id) => id !== creatorId)

/** Only active performers are named, and nobody who is parted from its creator by a block: they are not told which it was. */
async function refuseStrangers(db: Db, creatorId: string, performerIds: readonly string[]): Promise<void> {
  const [people, parted] = [await accounts.people(db, performerIds), await blocks.blocksBetween(db, creatorId, performerIds)]
  const mayBeNamed = (id: string) => people.get(id)?.role === 'performer' && people.get(id)?.state === 'active' && !parted.has(id)
  if (!performerIds.every(mayBeNamed)) refuseField('participantIds', 'unknown_participant')
}

/** A performer says yes or no to being named in a work; they may change their mind. @throws not_found when they are not */
export async function answerNaming(tx: Tx, workId: string, performerId: string, state: 'agreed' | 'declined'): Promise<void> {
  if (!(await participants.answer(tx, workId, performerId, state))) refuse('not_found')
}

const keepUnusedDays = 7

/** Forgets uploads that nobody put into a work for a week: pictures that were taken out, or never published. */
export async function forgetUnusedUploads(db: Database): Promise<number> {
  const before = new Date(db.now.getTime() - keepUnusedDays * 86_400_000)
  const unused = await queries.unusedUploads(db, before, 1000)
  // One by one: a file that is being used at this very moment fails alone, by its foreign key.
  for (const id of unused) await db.transaction((tx) => files.forget(tx, id)).catch(ignoreInUse)
  return unused.length
}

function ignoreInUse(error: unknown): void {
  if (!violates(error, 'files_file_id_fkey')) throw error
}

async function refuseBadPrice(db: Db, { audience, price }: Pick<Draft, 'audience' | 'price'>): Promise<void> {
  if (audience !== 'ppv') return
  if (price <= 0) refuseField('price', 'price_required')
  await refusePriceOutOfBounds(db, 'price', price)
}

/** Hundredths that something is to be sold for. @throws price_out_of_bounds {minimum, maximum} at that field */
export async function refusePriceOutOfBounds(db: Db, field: string, price: number): Promise<void> {
  const { minimumItemPrice, maximumItemPrice } = await settings.current(db)
  const minimum = Math.round(minimumItemPrice * 100)
  const maximum = Math.round(maximumItemPrice * 100)
  if (price < minimum || price > maximum) {
    refuseField(field, 'price_out_of_bounds', { minimum: minimum / 100, maximum: maximum / 100 })
  }
}

function refuseBadSchedule(db: Db, { scheduledAt, expiresAt }: Pick<Draft, 'scheduledAt' | 'expiresAt'>): void {
  if (scheduledAt && scheduledAt <= db.now) refuseField('scheduledAt', 'schedule_in_past')
  if (expiresAt && expiresAt <= (scheduledAt ?? db.now)) refuseField('expiresAt', 'schedule_in_past')
  refuseFarBeginning(db.now, 'scheduledAt', scheduledAt)
  refuseFarEnd(db.now, 'expiresAt', expiresAt)
}

/** Of a creator, but for what staff took down or refused, which is kept as it was. */
export const ownIds = (db: Db, creatorId: string): Promise<string[]> => queries.ownIds(db, creatorId)

/** Of a creator who is gone: what nobody bought is as if it had not been, and its files may go. */
export async function blank(tx: Tx, workIds: readonly string[]): Promise<void> {
  await queries.blank(tx, workIds)
  for (const id of workIds) await placed(tx, id)
}

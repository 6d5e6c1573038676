// What every work looks like to a reader, whatever its kind: the fields of calls.md (conventions), its files open or locked, its cover.
// Promises: built from what may be shown, not stripped of what may not; a performer who is named is shown once they agreed, and to nobody
// whom they are hidden from; a page of works costs the same few questions whatever its length.
// Leaves to others: the view rule (access), what a kind adds (its slice).
import type { Cover } from '#contract/catalogue/work.ts'
import type { MediaFile, Teaser } from '#contract/media/file.ts'
import type { PerformerCard } from '#contract/people/person.ts'
import * as access from '#server/catalogue/access/access.ts'
import * as reactions from '#server/catalogue/reactions/reactions.ts'
import { coverOf } from '#server/catalogue/showing/cover.ts'
import { filesOf as filesOfWorks, find as findWorks, isReviewed, soldAs, type Work } from '#server/catalogue/works/works.ts'
import * as files from '#server/media/files/files.ts'
import type { FindPaidFor } from '#server/money/wallet/wallet.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import * as profiles from '#server/people/profiles/profiles.ts'
import type { Db } from '#server/platform/db/db.ts'
import { idOf } from '#server/platform/http/viewer.ts'
import { fromHundredths } from '#server/platform/units/units.ts'

export { coming } from '#server/catalogue/showing/coming.ts'
export { creatorNamed } from '#server/catalogue/showing/creators.ts'

/** The fields of contract/catalogue/work.ts. */
export interface Common {
  _id: string
  performerId: string
  performer: PerformerCard
  title: string
  status: 'active' | 'inactive' | 'pending_review' | 'rejected' | 'file-error'
  isSale: ReturnType<typeof soldAs>
  price: number
  canView: boolean
  isSubscribed: boolean
  isFollowed: boolean
  isBought: boolean
  isLiked: boolean
  isBookmarked: boolean
  totalLike: number
  totalComment: number
  totalViews: number
  tags: string[]
  participantIds: string[]
  participants: PerformerCard[]
  files: MediaFile[]
  cover?: Cover
  thumbnail?: { url: string }
  teaser?: Teaser
  share?: { url: string; width: number; height: number }
  totalSold?: number
  rejectionReason?: string
  isForFront?: boolean
  isFitForAll?: boolean
  createdAt: string
  updatedAt: string
  scheduledAt?: string
  expiresAt?: string
}

export interface Shown {
  work: Work
  common: Common
  isOwner: boolean
  /** As they are stored, by id. */
  stored: ReadonlyMap<string, files.StoredFile>
}

/** What is asked about works without knowing them, but for their creators. */
export interface Around {
  facts: ReadonlyMap<string, access.Facts>
  stored: ReadonlyMap<string, files.StoredFile>
  counters: (workId: string) => reactions.Counters
  /** Their creators. */
  people: ReadonlyMap<string, PerformerCard>
}

/** For a list that says whose its works are: asked while the works themselves are asked for. */
export async function around(db: Db, reader: access.Reader, list: readonly access.Asked[]): Promise<Around> {
  const ids = list.map(({ id }) => id)
  const [facts, stored, counters, people] = await Promise.all([
    access.factsOf(db, reader, list),
    filesOfWorks(db, ids),
    reactions.countersOf(db, idOf(reader.viewer), ids),
    profiles.cards(db, [...new Set(list.map(({ creatorId }) => creatorId))]),
  ])
  return { facts, stored, counters, people }
}

/** What is known already when works are to be shown: what their reader may see, by work, or all that stands around them. */
export interface Known {
  rights?: ReadonlyMap<string, access.Access>
  around?: Around
}

/** These works as this reader may see them, in the order given; those that they may not know of are left out. */
export async function present(db: Db, reader: access.Reader, list: readonly Work[], known: Known = {}): Promise<Shown[]> {
  if (list.length === 0) return []
  const viewerId = idOf(reader.viewer)
  const owned = list.filter(({ creatorId }) => creatorId === viewerId)
  const named = [...new Set(list.flatMap(({ participants }) => participants.map(({ id }) => id)))]
  const creators = list.map(({ creatorId }) => creatorId)
  const { around: asked } = known
  const [rights, stored, counters, people, hidden, sold] = await Promise.all([
    known.rights ?? (asked ? access.judged(db, reader, list, asked.facts) : access.mayView(db, reader, list)),
    asked?.stored ?? files.find(db, list.flatMap(filesOf)),
    asked?.counters ??
      reactions.countersOf(
        db,
        viewerId,
        list.map(({ id }) => id),
      ),
    peopleIn(db, [...new Set([...creators, ...named])], asked?.people),
    isStaff(reader) ? new Set<string>() : blocks.isHidden(db, viewerId, reader.country, named),
    access.timesSold(
      db,
      owned.map(({ id }) => id),
    ),
  ])
  // What was bought stays readable when its creator is gone: by what name they go then.
  const gone = list.filter(({ id, creatorId }) => !people.has(creatorId) && rights.get(id)?.isBought).map(({ creatorId }) => creatorId)
  const left = await profiles.cardsOfGone(db, [...new Set(gone)])
  return list.flatMap((work) => {
    const right = rights.get(work.id)
    const performer = people.get(work.creatorId) ?? (right?.isBought ? left.get(work.creatorId) : undefined)
    if (!right?.isThere || !performer) return []
    const isOwner = viewerId === work.creatorId
    const audience = { viewerId, now: db.now }
    const common = commonOf({
      work: isOwner || isStaff(reader) || (isReviewed(work) && !reader.viewer.mustAssure) ? work : { ...work, preview: null, teaser: null },
      right,
      performer,
      participants: work.participants.flatMap(({ id, state }) =>
        (isOwner || state === 'agreed') && !hidden.has(id) ? (people.get(id) ?? []) : [],
      ),
      counters: counters(work.id),
      stored,
      audience,
      isAdult: isAdult(reader) || isOwner,
    })
    return [
      {
        work,
        isOwner,
        stored,
        common: {
          ...common,
          ...(isOwner && ownerFields(work, sold)),
          ...((isOwner || isStaff(reader)) && frontFields(work)),
          ...(viewerId === undefined && access.isOpenToAll(work) && shareOf(work, stored, db.now)),
        },
      },
    ]
  })
}

/** Whoever is named beside the creators is asked for where they are not among them. */
async function peopleIn(
  db: Db,
  ids: readonly string[],
  known: ReadonlyMap<string, PerformerCard> = new Map(),
): Promise<ReadonlyMap<string, PerformerCard>> {
  const others = ids.filter((id) => !known.has(id))
  return others.length === 0 ? known : new Map([...known, ...(await profiles.cards(db, others))])
}

/** What a wallet's lines were paid for: of each of these works its kind and its cover, as the payer may see it. */
export const paidFor: FindPaidFor = async (call, workIds) => {
  const found = await findWorks(call.db, workIds)
  const shown = await present(call.db, access.readerOf(call), [...found.values()])
  return new Map(
    shown.map(({ work, common: { cover } }) => [
      work.id,
      { kind: work.kind, ...(cover && { picture: { url: cover.url, isBlurred: cover.isBlurred } }) },
    ]),
  )
}

function filesOf({ media, preview, teaser }: Work): string[] {
  return [...media, ...[preview, teaser].filter((id) => id !== null)]
}

function isStaff({ viewer }: access.Reader): boolean {
  return viewer.kind === 'member' && viewer.role === 'staff'
}

function isAdult(reader: access.Reader): boolean {
  return (reader.viewer.kind === 'member' && reader.viewer.isAdult) || isStaff(reader)
}

interface Parts {
  work: Work
  right: access.Access
  performer: PerformerCard
  /** Those who agreed; to its owner also those who have not answered. */
  participants: PerformerCard[]
  counters: reactions.Counters
  stored: ReadonlyMap<string, files.StoredFile>
  audience: { viewerId: string | undefined; now: Date }
  isAdult: boolean
}

function commonOf({ work, right, performer, participants, counters, stored, audience, isAdult }: Parts): Common {
  const media = work.media.flatMap((id) => stored.get(id) ?? [])
  const shownFiles = media.map((file) => (right.canView ? files.openForm(file, audience) : files.lockedForm(file)))
  const preview = work.preview ? stored.get(work.preview) : undefined
  const thumbnail = preview && files.previewForm(preview, audience)
  const teaser = teaserOf(work, media, stored, audience, isAdult)
  return {
    _id: work.id,
    performerId: work.creatorId,
    performer,
    title: work.title,
    status: statusOf(work, shownFiles),
    isSale: soldAs(work),
    price: fromHundredths(work.price),
    canView: right.canView,
    isSubscribed: right.isSubscribed,
    isFollowed: right.isFollowed,
    isBought: right.isBought,
    isLiked: counters.isLiked,
    isBookmarked: counters.isBookmarked,
    totalLike: counters.likes,
    totalComment: counters.comments,
    totalViews: counters.views,
    tags: work.tags,
    participantIds: [work.creatorId, ...participants.map(({ _id }) => _id)],
    participants,
    files: shownFiles,
    ...((shownFiles.length > 0 || thumbnail || teaser) && { cover: coverOf({ thumbnail, files: shownFiles, teaser }) }),
    ...(thumbnail && { thumbnail: { url: thumbnail.url } }),
    ...(teaser && { teaser }),
    createdAt: (work.publishedAt && work.publishedAt <= audience.now ? work.publishedAt : work.createdAt).toISOString(),
    updatedAt: work.updatedAt.toISOString(),
    ...(work.scheduledAt && { scheduledAt: work.scheduledAt.toISOString() }),
    ...(work.expiresAt && { expiresAt: work.expiresAt.toISOString() }),
  }
}

/** What its creator chose as one, else what was made of the footage itself: that is for adults, as the footage is. */
function teaserOf(
  work: Work,
  media: readonly files.StoredFile[],
  stored: Parts['stored'],
  audience: Parts['audience'],
  isAdult: boolean,
): Teaser | undefined {
  const chosen = work.teaser ? stored.get(work.teaser) : undefined
  if (chosen) return files.teaserForm(chosen, audience)
  const footage = isAdult ? media.find(({ purpose }) => purpose === 'video') : undefined
  return footage && files.teaserForm(footage, audience)
}

function ownerFields(work: Work, sold: ReadonlyMap<string, number>): Pick<Common, 'totalSold' | 'rejectionReason'> {
  return { totalSold: sold.get(work.id) ?? 0, ...(work.reason && { rejectionReason: work.reason }) }
}

/** What the first picture of an open work looks like elsewhere. The address lasts, and the right is asked at each request: it closes with the work. */
function shareOf({ media }: Work, stored: Parts['stored'], now: Date): Pick<Common, 'share'> {
  const file = media.flatMap((id) => stored.get(id) ?? []).find(({ purpose }) => purpose === 'photo')
  const large = file?.status === 'finished' ? file.renditions['large'] : undefined
  if (!file || !large) return {}
  return { share: { url: files.signedUrl(file.id, 'large', undefined, now, shareSeconds), width: large.width, height: large.height } }
}

const shareSeconds = 30 * 86_400

function frontFields({ isForFront, fitForAllAt }: Work): Pick<Common, 'isForFront' | 'isFitForAll'> {
  return { isForFront, isFitForAll: fitForAllAt !== null }
}

/** The statuses of calls.md, conventions: a draft or a deleted work is inactive, a takedown is a rejection to its owner. */
function statusOf({ state, deletedAt }: Work, media: readonly MediaFile[]): Common['status'] {
  if (deletedAt) return 'inactive'
  if (media.some(({ status }) => status === 'error')) return 'file-error'
  if (state === 'removed') return 'rejected'
  return state === 'draft' ? 'inactive' : state
}

// What a creator wrote, cleaned and held against the rules of calls.md section 3.
import { cleaned } from '#server/catalogue/feeds/ballots.ts'
import * as polls from '#server/catalogue/feeds/polls.ts'
import type { Ballot } from '#server/catalogue/feeds/polls.ts'
import type { Purpose } from '#server/media/files/files.ts'
import type { Audience, Medium } from '#server/catalogue/works/works.ts'
import * as works from '#server/catalogue/works/works.ts'
import type { Db } from '#server/platform/db/db.ts'
import { refuseFarBeginning } from '#server/platform/refusals/ahead.ts'
import { refuse, refuseField } from '#server/platform/refusals/refusal.ts'
import * as terms from '#server/site/terms/terms.ts'

/** What may be sent; undefined stays as it was, null takes it away. */
export interface Draft {
  text?: string | undefined
  tagline?: string | undefined
  tags?: readonly string[] | undefined
  audience?: Audience | undefined
  /** Hundredths of a token. */
  price?: number | undefined
  pinned?: boolean | undefined
  scheduledAt?: Date | null | undefined
  expiresAt?: Date | null | undefined
  isDraft?: boolean | undefined
  media?: readonly string[] | undefined
  preview?: string | null | undefined
  teaser?: string | null | undefined
  participants?: readonly string[] | undefined
  isForFront?: boolean | undefined
  /** Of an announced stream: when it begins. */
  streamingAt?: Date | null | undefined
  /** Options that were made before, in their order; an empty list takes the poll away. */
  pollOptions?: readonly string[] | undefined
  pollQuestion?: string | undefined
  pollExpiresAt?: Date | null | undefined
}

/** A whole post. */
export interface Written {
  medium: Medium
  text: string
  tagline: string
  tags: string[]
  audience: Audience
  price: number
  pinned: boolean
  scheduledAt: Date | null
  expiresAt: Date | null
  isDraft: boolean
  media: readonly string[]
  preview: string | null
  teaser: string | null
  participants: readonly string[]
  isForFront: boolean
  streamingAt: Date | null
  poll: Ballot
}

export async function checked(db: Db, creatorId: string, draft: Draft, before: Written, workId?: string): Promise<Written> {
  const audience = draft.audience ?? before.audience
  const post: Written = {
    medium: before.medium,
    text: draft.text === undefined ? before.text : terms.cleanText(draft.text),
    tagline: draft.tagline === undefined ? before.tagline : terms.cleanText(draft.tagline).replaceAll(/\s+/g, ' '),
    tags: draft.tags === undefined ? before.tags : works.cleanTags(draft.tags),
    audience,
    price: works.priceOf(audience, draft.price, before.price),
    pinned: draft.pinned ?? before.pinned,
    scheduledAt: draft.scheduledAt === undefined ? before.scheduledAt : draft.scheduledAt,
    expiresAt: draft.expiresAt === undefined ? before.expiresAt : draft.expiresAt,
    isDraft: draft.isDraft ?? before.isDraft,
    media: draft.media ?? before.media,
    preview: draft.preview === undefined ? before.preview : draft.preview,
    teaser: draft.teaser === undefined ? before.teaser : draft.teaser,
    participants: draft.participants ?? before.participants,
    isForFront: draft.isForFront ?? before.isForFront,
    streamingAt: before.medium !== 'stream' || draft.streamingAt === undefined ? before.streamingAt : draft.streamingAt,
    poll: await polls.checkedBallot(db, creatorId, workId, ballotOf(draft, before.poll), before.poll),
  }
  await terms.refuseProhibited(db, { text: post.text, tagline: post.tagline, tags: post.tags, pollDescription: post.poll.question })
  refuseWrongFiles(post)
  refuseBadStream(db, post, before)
  const purpose = makings[post.medium]?.purpose ?? 'photo'
  await works.refuseForeignFiles(db, creatorId, [
    { field: 'fileIds', ids: post.media, purpose, mayWait: post.isDraft },
    { field: 'thumbnailId', ids: post.preview ? [post.preview] : [], purpose: 'thumbnail', mayWait: post.isDraft },
    { field: 'teaserId', ids: post.teaser ? [post.teaser] : [], purpose: 'teaser', mayWait: post.isDraft },
  ])
  return post
}

function ballotOf({ pollOptions, pollQuestion, pollExpiresAt }: Draft, before: Ballot): Ballot {
  return {
    options: pollOptions ?? before.options,
    question: pollQuestion === undefined ? before.question : cleaned(pollQuestion),
    expiresAt: pollExpiresAt === undefined ? before.expiresAt : pollExpiresAt,
  }
}

/** What a post of each medium is made of, and how many at most (calls.md section 3). */
const makings: Readonly<Record<Medium, { purpose: Purpose; most: number } | undefined>> = {
  text: undefined,
  photo: { purpose: 'photo', most: 10 },
  video: { purpose: 'video', most: 1 },
  audio: { purpose: 'audio', most: 1 },
  stream: undefined,
  goods: undefined,
}

function refuseWrongFiles({ medium, audience, media, text, isDraft }: Written): void {
  const most = makings[medium]?.most ?? 0
  if (media.length > most) refuseField('fileIds', 'too_many_files', { limit: most })
  if (audience === 'ppv' && media.length === 0) refuseField('fileIds', 'sale_needs_file')
  if (isDraft) return
  if (text === '' && media.length === 0 && medium !== 'stream') refuse('text_or_file_required')
  if (makings[medium] && media.length === 0) refuse('text_or_file_required')
}

/** An announced stream lies ahead when it is announced; what was announced may be edited after it began. */
function refuseBadStream(db: Db, { medium, streamingAt, isDraft }: Written, before: Written): void {
  if (medium !== 'stream') return
  const isNew = streamingAt?.getTime() !== before.streamingAt?.getTime()
  if ((!streamingAt && !isDraft) || (streamingAt && isNew && streamingAt <= db.now)) refuseField('streamingScheduled', 'schedule_in_past')
  if (isNew) refuseFarBeginning(db.now, 'streamingScheduled', streamingAt)
}

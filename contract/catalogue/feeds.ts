// Posts (calls.md section 3): text, photos, video, sound and announced streams, free, for followers, for subscribers or for a price.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, TokensIn } from '#contract/endpoint.ts'
import {
  Charged,
  chargeRefusals,
  ownFilters,
  soldRefusals,
  workDraft,
  workDraftRefusals,
  workFields,
  filtersOfOne,
} from '#contract/catalogue/work.ts'
import { FileProgress } from '#contract/media/file.ts'
import { UploadedFile } from '#contract/media/uploads.ts'

export const FeedType = Type.Enum(['text', 'photo', 'video', 'audio', 'scheduled-streaming'])

/** Results are shown to those who voted, to its owner and once it has closed: `totalVote` is absent until then. */
export const Poll = Type.Object({
  question: Type.String(),
  expiresAt: Type.Optional(Instant),
  isOver: Flag,
  totalVote: Type.Optional(Type.Integer()),
  votedId: Type.Optional(Id),
  options: Type.Array(Type.Object({ _id: Id, description: Type.String(), totalVote: Type.Optional(Type.Integer()) })),
})
export type Poll = Static<typeof Poll>

/** A post: the fields that every work has, and its own. */
export const Feed = Type.Object({
  ...workFields,
  title: Type.String({ description: 'the tagline, else the beginning of the text' }),
  type: FeedType,
  text: Type.String({
    description:
      'what draws readers in: every signed-in adult who may see the card reads it whole. Of a post without media, and of a free one, it is what the right opens, and empty without. Empty before the age gate, but for what is open there',
  }),
  tagline: Type.String(),
  isPinned: Flag,
  totalPhotos: Type.Integer(),
  poll: Type.Optional(Poll),
  streamingScheduled: Type.Optional(Instant),
  stream: Type.Optional(
    Type.Object(
      { _id: Id, status: Type.Enum(['scheduled', 'live']), scheduledAt: Type.Optional(Instant), isReminded: Flag },
      {
        description:
          'of a scheduled-streaming post: what it announces, until that is over; the reader is reminded of it by POST /streaming/live/{_id}/reminder',
      },
    ),
  ),
})
export type Feed = Static<typeof Feed>

const draft = {
  ...workDraft,
  text: Type.Optional(Type.String({ maxLength: 5000 })),
  tagline: Type.Optional(Type.String({ maxLength: 200 })),
  fileIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true })),
  thumbnailId: Type.Optional(Type.Union([Id, Type.Null()])),
  teaserId: Type.Optional(Type.Union([Id, Type.Null()])),
  isPinned: Type.Optional(Flag),
  streamingScheduled: Type.Optional(
    Type.Union([Instant, Type.Null()], { description: 'of a scheduled-streaming post: when the stream begins' }),
  ),
  pollIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true, description: 'options made before: none, or 2 to 10' })),
  pollDescription: Type.Optional(Type.String({ maxLength: 200 })),
  pollExpiredAt: Type.Optional(Type.Union([Instant, Type.Null()])),
}
const draftRefusals = [
  ...workDraftRefusals,
  'sale_needs_file',
  'text_or_file_required',
  'too_many_files',
  'poll_needs_options',
  'not_found',
] as const
const mib = 1024 * 1024
const fileRefusals = ['file_required', 'file_type_not_allowed', 'file_unreadable', 'file_too_long', 'file_blocked'] as const
const uploadOf = <const P extends string, const B extends number>(path: P, maxBytes: B, summary: string) => ({
  method: 'POST' as const,
  alsoBy: 'PUT' as const,
  path: `/performer/feeds/${path}/upload` as const,
  for: 'creator' as const,
  summary,
  uploads: { file: { maxBytes, required: true } } as const,
  reply: UploadedFile,
  refuses: fileRefusals,
  rate: 'upload' as const,
})

export const feeds = endpoints({
  /** One picture: jpg, png, webp or heic up to 20 MB, by what it is and not by its name. EXIF is stripped; it may be published when `finished`. */
  uploadPhoto: uploadOf('photo', 20 * mib, 'Upload a photo for a post'),
  /** A public preview: anyone may see it, whatever the post costs. */
  uploadThumbnail: uploadOf('thumbnail', 20 * mib, 'Upload a public preview picture for a post'),
  /** mp4, mov or webm up to 4 GB; it answers before it is processed. Large ones better come by /api/uploads, which can be resumed. */
  uploadVideo: uploadOf('video', 4096 * mib, 'Upload a video for a post'),
  /** mp3, m4a or wav up to 200 MB. */
  uploadAudio: uploadOf('audio', 200 * mib, 'Upload sound for a post'),
  /** A public piece of footage, at most a minute; without one, five seconds of a video's middle (a third of less than fifteen) are its teaser. */
  uploadTeaser: uploadOf('teaser', 200 * mib, 'Upload a public teaser for a post'),
  /** One option of a poll; the post that takes two to ten of them as `pollIds` is published next. Options that no post took go after a day. */
  pollOption: {
    method: 'POST',
    path: '/performer/feeds/polls',
    for: 'creator',
    summary: 'Make one option of a poll',
    body: Body({ description: Type.String({ minLength: 1, maxLength: 200 }), expiredAt: Type.Optional(Instant) }),
    reply: Type.Object({ _id: Id, description: Type.String(), totalVote: Type.Integer() }),
    refuses: ['prohibited_term', 'schedule_in_past'],
  },
  /** One vote a person and post, which is never changed; it needs the right to see the post's media. */
  vote: {
    method: 'POST',
    path: '/user/feeds/vote/:id',
    for: 'member',
    summary: 'Vote in a poll (id = option)',
    params: ById,
    reply: Poll,
    refuses: ['not_found', 'not_allowed', 'poll_over', 'already_voted', 'birth_date_required'],
  },
  /** A sale needs a price above 0 and a file. With review before publication it is `pending_review` until staff approved it. */
  create: {
    method: 'POST',
    path: '/performer/feeds',
    for: 'creator',
    summary: 'Publish a post, or keep a draft',
    body: Body({ type: FeedType, ...draft }),
    reply: Feed,
    refuses: draftRefusals,
  },
  own: {
    method: 'GET',
    path: '/performer/feeds',
    for: 'creator',
    summary: 'My posts, in every status',
    query: ListQuery({
      type: Type.Optional(FeedType),
      ...ownFilters,
    }),
    reply: Page(Feed),
  },
  ownOne: {
    method: 'GET',
    path: '/performer/feeds/:id',
    for: 'creator',
    summary: 'One of my posts',
    params: ById,
    reply: Feed,
    refuses: ['not_found'],
  },
  /** Media cannot be swapped, nor the price raised, once someone bought it. A changed text or file is reviewed again. */
  update: {
    method: 'PUT',
    path: '/performer/feeds/:id',
    for: 'creator',
    summary: 'Edit one of my posts',
    params: ById,
    body: Body(draft),
    reply: Feed,
    refuses: [...draftRefusals, ...soldRefusals, 'poll_has_votes'],
  },
  /** Gone for everyone but those who bought it. */
  remove: {
    method: 'DELETE',
    path: '/performer/feeds/:id',
    for: 'creator',
    summary: 'Delete one of my posts',
    params: ById,
    reply: Type.Object({ deleted: Flag }),
    refuses: ['not_found'],
  },
  /** Unlocks at the current price; `expectedPrice` that differs is refused, already bought is 200 without a charge. */
  charge: {
    method: 'POST',
    path: '/wallet/charges/feed/:id',
    for: 'member',
    summary: 'Unlock a post out of the wallet',
    params: ById,
    body: Body({ expectedPrice: Type.Optional(TokensIn) }),
    reply: Charged(Feed),
    refuses: chargeRefusals,
    idempotent: true,
    rate: 'money',
  },
  /** A performer's published posts, pinned first, then newest, unless `sortBy` says otherwise. Not found when blocked either way. */
  ofPerformer: {
    method: 'GET',
    path: '/user/feeds/search/:username',
    for: 'anyone',
    summary: 'A performer’s posts',
    params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 60, description: 'username or id' }) }),
    query: ListQuery({ ...filtersOfOne, type: Type.Optional(FeedType) }),
    reply: Page(Feed),
    refuses: ['not_found', 'prohibited_term'],
  },
  /** In its locked form for those without a right. */
  one: {
    method: 'GET',
    path: '/user/feeds/:id',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'One post',
    params: ById,
    reply: Feed,
    refuses: ['not_found'],
  },
  fileStatus: {
    method: 'GET',
    path: '/user/feeds/:id/file/:fileId/status',
    for: 'anyone',
    inClosedCountry: 'members',
    isExplicit: true,
    summary: 'How far a file of a post is',
    params: Type.Object({ id: Id, fileId: Id }),
    reply: FileProgress,
    refuses: ['not_found'],
  },
})

// Posts (calls.md section 3): text and photos, free, for followers, for subscribers or for a price.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, Tokens, TokensIn } from '#contract/endpoint.ts'
import { FileStatus, MediaFile } from '#contract/media/file.ts'
import { PerformerCard } from '#contract/people/person.ts'

export const Audience = Type.Enum(['free', 'followers', 'subscription', 'ppv'])
export const FeedType = Type.Enum(['text', 'photo'])
export const WorkStatus = Type.Enum(['active', 'inactive', 'pending_review', 'rejected', 'file-error'])

/**
 * The fields every work has (calls.md, conventions), and a post's own. `canView` is about its media: visitors, and members without
 * an adult's birth date on file, see every picture in its blurred form (calls.md, decisions: Free).
 */
export const Feed = Type.Object({
  _id: Id,
  performerId: Id,
  performer: PerformerCard,
  type: FeedType,
  title: Type.String({ description: 'the tagline, else the beginning of the text' }),
  text: Type.String({
    description: 'the text is what draws readers in: everyone who may see the card reads it whole, only the media is locked',
  }),
  tagline: Type.String(),
  status: WorkStatus,
  isSale: Audience,
  price: Tokens,
  canView: Flag,
  isSubscribed: Flag,
  isFollowed: Flag,
  isBought: Flag,
  isLiked: Flag,
  isBookmarked: Flag,
  isPinned: Flag,
  totalLike: Type.Integer(),
  totalComment: Type.Integer(),
  totalViews: Type.Integer({ description: 'signed-in people other than its creator who opened it, each once' }),
  totalPhotos: Type.Integer(),
  tags: Type.Array(Type.String()),
  participantIds: Type.Array(Id, { description: 'who is depicted; nobody but its creator until participants can be invited' }),
  files: Type.Array(MediaFile),
  cover: Type.Optional(
    Type.Object(
      { url: Type.String(), width: Type.Integer(), height: Type.Integer(), isBlurred: Flag },
      { description: 'by the cover order of specification.md section 3' },
    ),
  ),
  thumbnail: Type.Optional(Type.Object({ url: Type.String() })),
  rejectionReason: Type.Optional(Type.String({ description: 'to its owner only' })),
  createdAt: Instant,
  updatedAt: Instant,
  scheduledAt: Type.Optional(Instant),
  expiresAt: Type.Optional(Instant),
})
export type Feed = Static<typeof Feed>

/** An upload's answer (calls.md, conventions). */
export const UploadedFile = Type.Object({
  _id: Id,
  type: Type.String(),
  url: Type.Optional(Type.String()),
  status: FileStatus,
  width: Type.Optional(Type.Integer()),
  height: Type.Optional(Type.Integer()),
  thumbnails: Type.Array(Type.Object({ url: Type.String(), width: Type.Integer(), height: Type.Integer() })),
})

const draft = {
  text: Type.Optional(Type.String({ maxLength: 5000 })),
  tagline: Type.Optional(Type.String({ maxLength: 200 })),
  fileIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true })),
  thumbnailId: Type.Optional(Id),
  isSale: Type.Optional(Audience),
  price: Type.Optional(TokensIn),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20, uniqueItems: true })),
  isPinned: Type.Optional(Flag),
  scheduledAt: Type.Optional(Instant),
  expiresAt: Type.Optional(Instant),
  status: Type.Optional(Type.Enum(['active', 'inactive'], { description: 'inactive keeps it as a draft' })),
}
/** In an edit, null takes away what was set; a field that is not sent stays. */
const edited = {
  ...draft,
  thumbnailId: Type.Optional(Type.Union([Id, Type.Null()])),
  scheduledAt: Type.Optional(Type.Union([Instant, Type.Null()])),
  expiresAt: Type.Optional(Type.Union([Instant, Type.Null()])),
}
const draftRefusals = [
  'price_required',
  'price_out_of_bounds',
  'sale_needs_file',
  'text_or_file_required',
  'too_many_files',
  'file_not_yours',
  'file_in_use',
  'file_not_ready',
  'schedule_in_past',
  'prohibited_term',
] as const
const photo = { file: { maxBytes: 20 * 1024 * 1024, required: true } } as const

export const feeds = endpoints({
  /** One picture: jpg, png, webp or heic up to 20 MB, by what it is and not by its name. EXIF is stripped; it may be published when `finished`. */
  uploadPhoto: {
    method: 'POST',
    path: '/performer/feeds/photo/upload',
    for: 'creator',
    summary: 'Upload a photo for a post',
    uploads: photo,
    reply: UploadedFile,
    refuses: ['file_required', 'file_type_not_allowed', 'file_unreadable'],
    rate: 'upload',
  },
  /** A public preview: anyone may see it, whatever the post costs. */
  uploadThumbnail: {
    method: 'POST',
    path: '/performer/feeds/thumbnail/upload',
    for: 'creator',
    summary: 'Upload a public preview picture for a post',
    uploads: photo,
    reply: UploadedFile,
    refuses: ['file_required', 'file_type_not_allowed', 'file_unreadable'],
    rate: 'upload',
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
      status: Type.Optional(WorkStatus),
      q: Type.Optional(Type.String({ maxLength: 200 })),
      sortBy: Type.Optional(Type.Enum(['createdAt', 'price', 'totalLike'])),
      sort: Type.Optional(Type.Enum(['asc', 'desc'])),
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
    body: Body(edited),
    reply: Feed,
    refuses: [...draftRefusals, 'not_found', 'media_is_sold', 'price_is_sold'],
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
    reply: Type.Object({ transaction: Type.Optional(Type.Object({ _id: Id })), balance: Tokens, item: Feed }),
    refuses: [
      'not_found',
      'not_for_sale',
      'price_changed',
      'not_enough_tokens',
      'wallet_frozen',
      'performers_cannot_buy',
      'cannot_pay_yourself',
    ],
    idempotent: true,
    rate: 'money',
  },
  /** A performer's published posts, pinned first, then newest. Not found when blocked either way. */
  ofPerformer: {
    method: 'GET',
    path: '/user/feeds/search/:username',
    for: 'anyone',
    summary: 'A performer’s posts',
    params: Type.Object({ username: Type.String({ minLength: 1, maxLength: 60, description: 'username or id' }) }),
    query: ListQuery({ type: Type.Optional(FeedType), isSale: Type.Optional(Audience) }),
    reply: Page(Feed),
    refuses: ['not_found'],
  },
  /** In its locked form for those without a right. */
  one: { method: 'GET', path: '/user/feeds/:id', for: 'anyone', summary: 'One post', params: ById, reply: Feed, refuses: ['not_found'] },
  fileStatus: {
    method: 'GET',
    path: '/user/feeds/:id/file/:fileId/status',
    for: 'anyone',
    summary: 'How far a file of a post is',
    params: Type.Object({ id: Id, fileId: Id }),
    reply: Type.Object({ status: FileStatus, progress: Type.Integer({ minimum: 0, maximum: 100 }), url: Type.Optional(Type.String()) }),
    refuses: ['not_found'],
  },
})

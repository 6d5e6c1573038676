// What every published, lockable thing shares as it travels (calls.md, conventions).
import Type, { type Static, type TSchema } from 'typebox'
import { unlistedKinds, workKinds } from '#contract/catalogue/kind-names.ts'
import { days, Flag, Id, Instant, Tokens } from '#contract/endpoint.ts'
import { MediaFile, Teaser, Tint } from '#contract/media/file.ts'
import { WalletTransaction } from '#contract/money/wallet.ts'
import { PerformerCard } from '#contract/people/person.ts'

export const WorkKind = Type.Enum(workKinds)
/** Works of messages and streams too: where staff decide, and where one's own are told. */
export const StoredKind = Type.Enum([...workKinds, ...unlistedKinds])
export const Audience = Type.Enum(['free', 'followers', 'subscription', 'ppv'])
const WorkStatus = Type.Enum(['active', 'inactive', 'pending_review', 'rejected', 'file-error'])

export const Cover = Type.Object(
  { url: Type.String(), width: Type.Integer(), height: Type.Integer(), isBlurred: Flag, tint: Type.Optional(Tint) },
  { description: 'by the cover order of specification.md section 3; blurred where only a locked picture is left' },
)
export type Cover = Static<typeof Cover>

/**
 * `canView` is about the media: visitors, and members without an adult's birth date on file, see every picture in its blurred form,
 * but for those of free works that are offered for the front and fit for everyone (calls.md, decisions: Free).
 */
export const workFields = {
  _id: Id,
  performerId: Id,
  performer: PerformerCard,
  title: Type.String(),
  status: WorkStatus,
  isSale: Audience,
  price: Tokens,
  canView: Flag,
  isSubscribed: Flag,
  isFollowed: Flag,
  isBought: Flag,
  isLiked: Flag,
  isBookmarked: Flag,
  totalLike: Type.Integer(),
  totalComment: Type.Integer(),
  totalViews: Type.Integer(),
  tags: Type.Array(Type.String()),
  participantIds: Type.Array(Id, { description: 'its creator, and those of `participants`' }),
  participants: Type.Array(PerformerCard, {
    description:
      'performers beside its creator who agreed to be named, but for those hidden from the reader; to its owner also those who have not answered',
  }),
  files: Type.Array(MediaFile),
  cover: Type.Optional(Cover),
  thumbnail: Type.Optional(Type.Object({ url: Type.String() })),
  teaser: Type.Optional(Teaser),
  share: Type.Optional(
    Type.Object(
      { url: Type.String(), width: Type.Integer(), height: Type.Integer() },
      {
        description:
          'to visitors, of what is open to all: its picture at an address that lasts a month, for cards elsewhere; it closes with the work',
      },
    ),
  ),
  totalSold: Type.Optional(
    Type.Integer({ description: 'to its owner only: how many hold it now; above 0 its media and price are promises' }),
  ),
  rejectionReason: Type.Optional(Type.String({ description: 'to its owner only' })),
  isForFront: Type.Optional(Type.Boolean({ description: 'to its owner and staff: it is offered for the front of the house' })),
  isFitForAll: Type.Optional(
    Type.Boolean({
      description: 'to its owner and staff: staff found fit for everyone what stands in it now. Both, and it is open to visitors',
    }),
  ),
  createdAt: Instant,
  updatedAt: Instant,
  scheduledAt: Type.Optional(Instant),
  expiresAt: Type.Optional(Instant),
}

const PriceIn = Type.Number({ minimum: 0, maximum: 10_000_000, multipleOf: 0.01, description: 'tokens, at most 2 decimal places' })

/** What a creator sends of any work. In a new one, what is not sent is empty; in an edit it stays, and null takes it away. */
export const workDraft = {
  isSale: Type.Optional(Audience),
  /** Of what is for a price. With another `isSale` it is refused, unless it is 0 or null: no price. */
  price: Type.Optional(Type.Union([PriceIn, Type.Null()])),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 40 }), { maxItems: 20, uniqueItems: true })),
  participantIds: Type.Optional(Type.Array(Id, { maxItems: 10, uniqueItems: true, description: 'performers to name; each is asked' })),
  scheduledAt: Type.Optional(Type.Union([Instant, Type.Null()])),
  expiresAt: Type.Optional(Type.Union([Instant, Type.Null()])),
  isForFront: Type.Optional(
    Type.Boolean({
      description: 'of what is free: offers it for the front of the house, where visitors see it once staff found it fit for everyone',
    }),
  ),
  status: Type.Optional(Type.Enum(['active', 'inactive'], { description: 'inactive keeps it as a draft' })),
}
export const workDraftRefusals = [
  'price_required',
  'price_without_sale',
  'price_out_of_bounds',
  'file_not_yours',
  'file_not_ready',
  'file_blocked',
  'schedule_in_past',
  'prohibited_term',
  'unknown_participant',
] as const
/** What may not change once somebody bought it. */
export const soldRefusals = ['media_is_sold', 'price_is_sold'] as const

/** Public lists of one performer's works. */
export const filtersOfOne = {
  q: Type.Optional(Type.String({ maxLength: 100 })),
  tag: Type.Optional(Type.String({ maxLength: 40 })),
  isSale: Type.Optional(Audience),
  isFree: Type.Optional(Flag),
  excludedId: Type.Optional(Id),
  sortBy: Type.Optional(Type.Enum(['latest', 'popular', 'price'], { description: 'with q: latest' })),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
  ...days,
}
/** Public lists of one kind. */
export const workFilters = { performerId: Type.Optional(Id), ...filtersOfOne }
/** A creator's own lists, in every status. */
export const ownFilters = {
  status: Type.Optional(WorkStatus),
  q: Type.Optional(Type.String({ maxLength: 200 })),
  sortBy: Type.Optional(Type.Enum(['createdAt', 'price', 'totalLike', 'title'])),
  sort: Type.Optional(Type.Enum(['asc', 'desc'])),
  ...days,
}
/** How buying a work is refused; performers buy goods and nothing else (calls.md section 0). */
export const purchaseRefusals = [
  'not_found',
  'not_for_sale',
  'price_changed',
  'not_enough_tokens',
  'wallet_frozen',
  'birth_date_required',
  'cannot_pay_yourself',
  'own_account',
] as const
export const chargeRefusals = [...purchaseRefusals, 'performers_cannot_buy'] as const
/** What was bought before has no transaction. `item` is the work as it opened. It is absent where the same key comes again after the work was taken away: the rest is the first answer. */
export const Charged = <Item extends TSchema>(item: Item) =>
  Type.Object({ transaction: Type.Optional(WalletTransaction), balance: Tokens, item: Type.Optional(item) })
export const Seen = Type.Object({ totalViews: Type.Integer() })

// How people look to other people.
import Type, { type Static } from 'typebox'
import { Body, Flag, Id } from '#contract/endpoint.ts'

export const Username = Type.String({ pattern: '^[a-z0-9._]{3,30}$', description: 'lower-case letters, digits, dot and underscore' })
export const Gender = Type.Enum(['male', 'female', 'transgender'])
export const Country = Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166-1 alpha-2' })
/** A password, or `sha256:` and 64 hexadecimal digits where the site asks for that (specification.md section 5). */
export const Password = Type.String({ minLength: 8, maxLength: 200 })

/** A performer beside a work or in a list. */
export const PerformerCard = Type.Object({
  _id: Id,
  name: Type.String(),
  username: Type.String(),
  avatar: Type.Optional(Type.String({ description: 'a URL; absent: the placeholder' })),
  isOnline: Flag,
  isVerified: Flag,
})
export type PerformerCard = Static<typeof PerformerCard>

/** A fan as a performer or another fan may see them. */
export const UserCard = Type.Object({
  _id: Id,
  name: Type.String(),
  username: Type.String(),
  avatar: Type.Optional(Type.String()),
})
export type UserCard = Static<typeof UserCard>

/** The self-described attributes of specification.md section 3; the values are those of /user-additional. */
export const BodyInfo = Body({
  height: Type.Optional(Type.String({ maxLength: 40 })),
  weight: Type.Optional(Type.String({ maxLength: 40 })),
  age: Type.Optional(Type.String({ maxLength: 40 })),
  bodyType: Type.Optional(Type.String({ maxLength: 40 })),
  ethnicity: Type.Optional(Type.String({ maxLength: 60 })),
  size: Type.Optional(Type.String({ maxLength: 40 })),
  hair: Type.Optional(Type.String({ maxLength: 40 })),
  eyes: Type.Optional(Type.String({ maxLength: 40 })),
  sexualOrientation: Type.Optional(Type.String({ maxLength: 40 })),
})
export type BodyInfo = Static<typeof BodyInfo>

export const Socials = Type.Object(
  {
    website: Type.Optional(Type.String({ maxLength: 200, pattern: '^https?://.+' })),
    instagram: Type.Optional(Type.String({ maxLength: 60 })),
    x: Type.Optional(Type.String({ maxLength: 60 })),
    youtube: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: false },
)
export type Socials = Static<typeof Socials>

/** A performer in browse: the card and what it takes to choose one. */
export const PerformerListing = Type.Interface([PerformerCard], {
  cover: Type.Optional(Type.String()),
  bio: Type.String(),
  country: Type.Optional(Type.String()),
  monthlyPrice: Type.Number({
    description: 'money; 0 while nothing is sold, because the prices were said in another currency than the site’s',
  }),
  isFreeSubscription: Flag,
  totalFeeds: Type.Integer(),
  totalFollowers: Type.Integer(),
  totalSubscribers: Type.Integer(),
  isFollowed: Flag,
  isSubscribed: Flag,
  isLive: Type.Boolean({ description: 'on air with a show that others may come to' }),
  liveId: Type.Optional(Type.String({ format: 'uuid', description: 'of that show; what it takes to watch it is said by it' })),
})
export type PerformerListing = Static<typeof PerformerListing>

// What people are met by: visitors at the door, and members who follow nobody yet.
import Type, { type Static } from 'typebox'
import { WorkKind } from '#contract/catalogue/work.ts'
import { endpoints, Id, Instant } from '#contract/endpoint.ts'
import { Thumbnail, Tint } from '#contract/media/file.ts'
import { PerformerCard, PerformerListing } from '#contract/people/person.ts'

/** A picture that is open to whoever asks. */
const FrontPicture = Type.Object({
  url: Type.String({ description: 'signed for the reader, short-lived' }),
  width: Type.Integer(),
  height: Type.Integer(),
  smaller: Type.Array(Thumbnail, { description: 'smallest first' }),
  tint: Type.Optional(Tint),
})
export type FrontPicture = Static<typeof FrontPicture>

export const FrontWork = Type.Object({
  _id: Id,
  kind: WorkKind,
  path: Type.String({ description: 'its page' }),
  title: Type.String(),
  performer: PerformerCard,
  picture: FrontPicture,
})
export type FrontWork = Static<typeof FrontWork>

const Show = Type.Object({
  _id: Id,
  path: Type.String(),
  title: Type.String({ description: 'its tagline' }),
  performer: PerformerCard,
  beginsAt: Instant,
})
export type Show = Static<typeof Show>

export const front = endpoints({
  /**
   * Ours: what stands before any gate. Works are those that are open to all (calls.md, decisions: Free), by as many creators as there are;
   * creators are theirs; shows are announced streams of the next seven days, by their taglines.
   */
  landing: {
    method: 'GET',
    path: '/front',
    for: 'anyone',
    summary: 'What visitors are met by',
    reply: Type.Object({
      hero: Type.Optional(FrontWork),
      works: Type.Array(FrontWork, { maxItems: 6 }),
      shows: Type.Array(Show, { maxItems: 6, description: 'soonest first' }),
      creators: Type.Array(
        Type.Object({
          performer: PerformerCard,
          tagline: Type.String({ description: 'what they say of themselves in a line; may be empty' }),
          totalWorks: Type.Integer({ description: 'of every kind, on show' }),
        }),
        { maxItems: 6 },
      ),
      totalCreators: Type.Integer({ description: 'whom this visitor may find' }),
    }),
  },
  /** Ours: four creators with up to three pictures that open for the reader, and works that are open to all. */
  beginning: {
    method: 'GET',
    path: '/front/beginning',
    for: 'member',
    summary: 'Where a member begins who follows nobody',
    reply: Type.Object({
      creators: Type.Array(Type.Object({ performer: PerformerListing, pictures: Type.Array(FrontPicture, { maxItems: 3 }) }), {
        maxItems: 4,
      }),
      works: Type.Array(FrontWork, { maxItems: 3 }),
    }),
  },
})

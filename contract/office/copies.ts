// "Whose copy is this?": a picture that somebody found is held against ours, and says to whose account the copy was sent.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, ListQuery, Page, Paging } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { StoredKind } from '#contract/catalogue/work.ts'

/** A work as staff name it. */
const NamedWork = Type.Object({
  _id: Id,
  kind: StoredKind,
  title: Type.String({ description: 'of what has none, its first words; may be empty' }),
  path: Type.Optional(Type.String({ description: 'its page; what is sent in a message has none' })),
  creator: Type.Optional(UserCard),
})
export type NamedWork = Static<typeof NamedWork>

const Lookup = Type.Object({
  _id: Id,
  askedBy: Type.Optional(UserCard),
  askedAt: Instant,
  state: Type.Enum(['waiting', 'reading', 'answered', 'failed']),
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'percent, while it is reading' }),
  hasPicture: Type.Boolean({ description: 'the found picture is still kept: until the answer, and with one that names somebody' }),
  aboutWork: Type.Optional(NamedWork),
  aboutPerformer: Type.Optional(UserCard),
  /** Which of ours it is a copy of; absent while nobody knows, and where it is like none. */
  work: Type.Optional(NamedWork),
  isKnown: Type.Boolean({ description: 'it is a copy of a picture that is ours, also where that stands in no work any more' }),
  likeness: Type.Optional(Type.Integer({ description: 'percent, of the likest of ours' })),
  readers: Type.Optional(Type.Integer({ description: 'how many were compared: all who were ever sent a copy of what was tried' })),
  /** The surest first; several mixed their copies. Empty: the mark names nobody. */
  named: Type.Array(
    Type.Object({
      accountId: Id,
      person: Type.Optional(UserCard),
      odds: Type.Integer({ description: 'a wrong name has a chance of less than one in ten to this power' }),
      firstAt: Type.Optional(Type.String({ format: 'date-time', description: 'when a copy was first sent there' })),
      lastAt: Type.Optional(Instant),
    }),
  ),
  endedAt: Type.Optional(Instant),
})
export type Lookup = Static<typeof Lookup>

export const copies = endpoints({
  list: {
    method: 'GET',
    path: '/admin/copies',
    for: 'staff',
    summary: 'Look-ups of found pictures, the newest first',
    query: Paging,
    reply: Page(Lookup),
  },
  /** A work by its address or its words, a creator by name. */
  subjects: {
    method: 'GET',
    path: '/admin/copies/subjects',
    for: 'staff',
    summary: 'What a found picture may be of',
    query: ListQuery({ q: Type.String({ minLength: 1, maxLength: 300 }) }),
    reply: Type.Object({ works: Type.Array(NamedWork), performers: Type.Array(UserCard) }),
  },
  one: {
    method: 'GET',
    path: '/admin/copies/:id',
    for: 'staff',
    summary: 'One look-up and its answer',
    params: ById,
    reply: Lookup,
    refuses: ['not_found'],
  },
  /** The look-up goes on by itself, for up to a minute: ask for it until it is answered. Written to the audit log, and so is its answer. */
  ask: {
    method: 'POST',
    path: '/admin/copies',
    for: 'staff',
    summary: 'Ask whose copy a found picture is',
    uploads: { picture: { maxBytes: 20 * 1024 * 1024, required: true } },
    body: Body({ workId: Type.Optional(Id), performerId: Type.Optional(Id) }),
    reply: Lookup,
    refuses: ['file_required', 'file_type_not_allowed', 'file_unreadable', 'not_found', 'invalid'],
    rate: 'upload',
  },
  /** As small pictures: the found one while it is kept, and ours without marks. */
  pictures: {
    method: 'GET',
    path: '/admin/copies/:id/pictures',
    for: 'staff',
    summary: 'The found picture beside ours',
    params: ById,
    reply: Type.Object({ found: Type.Optional(Type.String()), ours: Type.Optional(Type.String({ description: 'data URLs' })) }),
    refuses: ['not_found'],
  },
  /** The answer stays. What still waits for its answer is not taken away. */
  discard: {
    method: 'DELETE',
    path: '/admin/copies/:id/picture',
    for: 'staff',
    summary: 'Throw a kept picture away',
    params: ById,
    reply: Type.Object({ _id: Id, hasPicture: Flag }),
    refuses: ['not_found', 'file_in_use'],
  },
})

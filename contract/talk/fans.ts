// What a creator keeps of their fans: lists of their own, and notes that nobody else reads.
import Type, { type Static } from 'typebox'
import { Body, ById, direction, endpoints, Flag, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { mostListLetters, mostNoteLetters } from '#contract/talk/limits.ts'

const ListName = Type.String({ minLength: 1, maxLength: mostListLetters })

export const FanList = Type.Object({
  _id: Id,
  name: Type.String(),
  totalMembers: Type.Integer({ minimum: 0 }),
  createdAt: Instant,
})
export type FanList = Static<typeof FanList>

export const SpentTokens = Type.Number({
  description: 'tokens they spent on this creator and did not get back; but for tips without a name',
})

/** How a creator's fans stand in a list. */
export const fanOrder = {
  sortBy: Type.Optional(
    Type.Enum(['spent'], { description: 'by what they spent on this creator; in the list’s own order where it is not said' }),
  ),
  sort: direction,
}

export const FanMember = Type.Interface([UserCard], { addedAt: Instant, spentTokens: SpentTokens })
export type FanMember = Static<typeof FanMember>

export const fans = endpoints({
  /** By name. */
  lists: {
    method: 'GET',
    path: '/fans/lists',
    for: 'creator',
    summary: 'My lists of fans',
    reply: Type.Array(FanList),
  },
  createList: {
    method: 'POST',
    path: '/fans/lists',
    for: 'creator',
    summary: 'Make a list of fans',
    body: Body({ name: ListName }),
    reply: FanList,
    refuses: ['too_many_lists', 'list_name_taken'],
  },
  renameList: {
    method: 'PUT',
    path: '/fans/lists/:id',
    for: 'creator',
    summary: 'Rename a list of fans',
    params: ById,
    body: Body({ name: ListName }),
    reply: FanList,
    refuses: ['not_found', 'list_name_taken'],
  },
  /** What was to go out to it, or to everybody but those on it, still does as the list was. */
  removeList: {
    method: 'DELETE',
    path: '/fans/lists/:id',
    for: 'creator',
    summary: 'Take a list of fans away',
    params: ById,
    reply: Type.Object({ removed: Flag }),
    refuses: ['not_found'],
  },
  /** Newest first, unless `sortBy` says otherwise. */
  members: {
    method: 'GET',
    path: '/fans/lists/:id/members',
    for: 'creator',
    summary: 'Who is on a list of fans',
    params: ById,
    query: ListQuery({
      q: Type.Optional(Type.String({ maxLength: 100, description: 'a part of their name or username' })),
      ...fanOrder,
    }),
    reply: Page(FanMember),
    refuses: ['not_found'],
  },
  /** All of them or none: people who follow this creator, subscribed, bought or wrote. Who is on it already stays. */
  addMembers: {
    method: 'POST',
    path: '/fans/lists/:id/members',
    for: 'creator',
    summary: 'Put fans on a list',
    params: ById,
    body: Body({ fanIds: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }) }),
    reply: FanList,
    refuses: ['not_found', 'fan_unknown'],
  },
  removeMember: {
    method: 'DELETE',
    path: '/fans/lists/:id/members/:fanId',
    for: 'creator',
    summary: 'Take a fan off a list',
    params: Type.Object({ id: Id, fanId: Id }),
    reply: FanList,
    refuses: ['not_found'],
  },
  /** Nobody but who wrote it ever reads it. An empty one is none. */
  note: {
    method: 'PUT',
    path: '/fans/:id/note',
    for: 'creator',
    summary: 'Note something about a fan',
    params: ById,
    body: Body({ text: Type.String({ maxLength: mostNoteLetters }) }),
    reply: Type.Object({ note: Type.String() }),
    refuses: ['not_found'],
  },
})

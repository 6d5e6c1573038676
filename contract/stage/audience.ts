// Who helps a creator on their stages, who watches, and who is not let in any more. All ours: calls.md names the roles, not the rows.
import Type, { type Static } from 'typebox'
import { Body, ById, endpoints, Flag, Instant, ListQuery, Page, Paging } from '#contract/endpoint.ts'
import { UserCard } from '#contract/people/person.ts'
import { mostBanReason } from '#contract/stage/limits.ts'

export const mostModerators = 20

const Watcher = Type.Interface([UserCard], {
  isModerator: Flag,
  isSubscribed: Flag,
  isMuted: Type.Boolean({ description: 'may not write in this stream’s room' }),
})
export type Watcher = Static<typeof Watcher>

const Banned = Type.Interface([UserCard], { bannedAt: Instant, reason: Type.String({ description: 'to nobody but the creator' }) })
export type Banned = Static<typeof Banned>

export const audience = endpoints({
  /** To its performer, its moderators and staff; to everybody else the stream is not found. Staff who look on are in nobody's list. */
  watchers: {
    method: 'GET',
    path: '/streaming/live/:id/viewers',
    for: 'member',
    summary: 'Who watches a stream now',
    params: ById,
    query: ListQuery({ q: Type.Optional(Type.String({ maxLength: 100, description: 'a part of their name or username' })) }),
    reply: Page(Watcher),
    refuses: ['not_found'],
  },
  moderators: {
    method: 'GET',
    path: '/streaming/moderators',
    for: 'creator',
    summary: 'Who keeps order in my rooms',
    reply: Type.Object({ data: Type.Array(UserCard) }),
  },
  /** They delete, clear, mute and pin in every room of the creator's. Named twice is named once. */
  nameModerator: {
    method: 'PUT',
    path: '/streaming/moderators/:id',
    for: 'creator',
    summary: 'Name somebody who keeps order in my rooms',
    params: ById,
    reply: Type.Object({ data: Type.Array(UserCard) }),
    refuses: ['not_found', 'too_many_moderators', 'banned_from_stages'],
    rate: 'write',
  },
  dismissModerator: {
    method: 'DELETE',
    path: '/streaming/moderators/:id',
    for: 'creator',
    summary: 'Take that back',
    params: ById,
    reply: Type.Object({ data: Type.Array(UserCard) }),
    rate: 'write',
  },
  bans: {
    method: 'GET',
    path: '/streaming/bans',
    for: 'creator',
    summary: 'Who may not come to my streams',
    query: Paging,
    reply: Page(Banned),
  },
  /** For good, until it is lifted: no stream of the creator's is there for them, their tickets come back, and who watches now loses the picture. */
  ban: {
    method: 'PUT',
    path: '/streaming/bans/:id',
    for: 'creator',
    summary: 'Let somebody into my streams no more',
    params: ById,
    body: Body({ reason: Type.Optional(Type.String({ maxLength: mostBanReason, description: 'for the creator alone' })) }),
    reply: Type.Object({ banned: Flag }),
    refuses: ['not_found'],
    rate: 'write',
  },
  liftBan: {
    method: 'DELETE',
    path: '/streaming/bans/:id',
    for: 'creator',
    summary: 'Let them in again',
    params: ById,
    reply: Type.Object({ banned: Flag }),
    rate: 'write',
  },
})

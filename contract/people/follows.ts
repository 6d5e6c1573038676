import Type from 'typebox'
import { ById, endpoints, Flag, Page, Paging, Instant } from '#contract/endpoint.ts'
import { PerformerCard } from '#contract/people/person.ts'

const Followed = Type.Object({ followed: Flag })

export const follows = endpoints({
  /** Free and idempotent (calls.md section 4). Someone blocked, in either direction, is not found. */
  follow: {
    method: 'POST',
    path: '/follows/:id',
    for: 'member',
    summary: 'Follow a performer',
    params: ById,
    reply: Followed,
    refuses: ['not_found', 'cannot_follow_yourself', 'own_account'],
  },
  unfollow: {
    method: 'DELETE',
    path: '/follows/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Stop following a performer',
    params: ById,
    reply: Followed,
  },
  /** Newest first. */
  following: {
    method: 'GET',
    path: '/follows/following',
    for: 'member',
    summary: 'Performers I follow',
    inClosedCountry: true,
    query: Paging,
    reply: Page(Type.Object({ performer: PerformerCard, since: Instant })),
  },
})

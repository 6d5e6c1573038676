// Blocks of people and of countries (calls.md section 6).
import Type from 'typebox'
import { Body, ById, endpoints, Flag, Id, Instant, Page, Paging } from '#contract/endpoint.ts'
import { Country, UserCard } from '#contract/people/person.ts'

export const blocks = endpoints({
  /** Both directions at once: no profile, content, search, message. A running subscription between the two ends and its unused time comes back in tokens: by the day where the performer blocks; where the fan does, begun months count at a single month's price. Idempotent. */
  blockUser: {
    method: 'POST',
    path: '/block/users',
    for: 'member',
    inClosedCountry: true,
    summary: 'Block someone',
    body: Body({ targetId: Id, reason: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: Type.Object({ blocked: Flag }),
    refuses: ['not_found', 'cannot_block_yourself'],
    idempotent: true,
    // It protects somebody, now.
    evenUncounted: true,
  },
  unblockUser: {
    method: 'DELETE',
    path: '/block/users/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Lift a block',
    params: ById,
    reply: Type.Object({ blocked: Flag }),
  },
  /** Newest first; names only, because faces stand on a higher floor than blocks. */
  blockedUsers: {
    method: 'GET',
    path: '/block/users',
    for: 'member',
    inClosedCountry: true,
    summary: 'People I blocked',
    query: Paging,
    reply: Page(Type.Object({ target: UserCard, reason: Type.String(), createdAt: Instant })),
  },
  /** Replaces the whole list. */
  blockCountries: {
    method: 'POST',
    path: '/block/countries',
    for: 'creator',
    inClosedCountry: true,
    summary: 'Hide from visitors of these countries',
    body: Body({ countryCodes: Type.Array(Country, { maxItems: 250, uniqueItems: true }) }),
    reply: Type.Array(Type.String()),
    refuses: ['unknown_country'],
  },
  /** The visitor's country by address; an unknown country follows the site's setting. With a performer, that performer's own list counts too. */
  checkCountry: {
    method: 'GET',
    path: '/block/countries/check',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Whether this visitor’s country is blocked',
    query: Type.Object({ performerId: Type.Optional(Id) }),
    reply: Type.Object({ blocked: Flag, countryCode: Type.Optional(Type.String()), reason: Type.Optional(Type.String()) }),
  },
})

// Being named in somebody else's work. A performer who is named beside its creator is asked; the work shows on their own profile once
// they agreed, and their name disappears from it when they decline (COMPLIANCE.md 2 and 6).
import Type from 'typebox'
import { ById, endpoints, Flag, Id, Instant, ListQuery, Page } from '#contract/endpoint.ts'
import { WorkKind } from '#contract/catalogue/work.ts'
import { PerformerCard } from '#contract/people/person.ts'

const TagRequest = Type.Object({
  workId: Id,
  kind: WorkKind,
  title: Type.String(),
  performer: PerformerCard,
  state: Type.Enum(['asked', 'agreed', 'declined']),
  askedAt: Instant,
})

export const works = endpoints({
  tagged: {
    method: 'GET',
    path: '/performer/tags',
    for: 'creator',
    inClosedCountry: true,
    isExplicit: true,
    summary: 'Works of others that name me',
    query: ListQuery({ state: Type.Optional(Type.Enum(['asked', 'agreed', 'declined'])) }),
    reply: Page(TagRequest),
  },
  /** Idempotent; what was declined can be agreed to later. */
  agreeToTag: {
    method: 'POST',
    path: '/performer/tags/:id',
    for: 'creator',
    summary: 'Agree to be named in a work',
    params: ById,
    reply: Type.Object({ agreed: Flag }),
    refuses: ['not_found'],
  },
  /** Idempotent; also takes an earlier agreement back. */
  declineTag: {
    method: 'DELETE',
    path: '/performer/tags/:id',
    for: 'creator',
    inClosedCountry: true,
    summary: 'Decline to be named in a work',
    params: ById,
    reply: Type.Object({ declined: Flag }),
    refuses: ['not_found'],
  },
})

// Where I am signed in, and the way to end that.
import Type from 'typebox'
import { ById, endpoints, Id, Instant } from '#contract/endpoint.ts'

const Ended = Type.Object({ ended: Type.Integer({ minimum: 0, description: 'how many sessions' }) })

export const sessions = endpoints({
  /** Those that are still good, the last seen first. */
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    for: 'member',
    inClosedCountry: true,
    summary: 'Where I am signed in',
    reply: Type.Object({
      sessions: Type.Array(
        Type.Object({
          _id: Id,
          userAgent: Type.String(),
          country: Type.Optional(
            Type.String({
              description: 'of the address that it began at, by the embedded table: ISO 3166-1 alpha-2; absent where nobody knows',
            }),
          ),
          createdAt: Instant,
          seenAt: Type.String({ format: 'date-time', description: 'the last call, to the minute' }),
          isThis: Type.Boolean({ description: 'the one that asks' }),
          byStaff: Type.Boolean({ description: 'somebody of the office acts in my name' }),
        }),
      ),
    }),
  },
  /** Its live connections end with it. The own one is ended by signing out. */
  endSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Sign out elsewhere',
    params: ById,
    reply: Ended,
    refuses: ['not_found', 'not_allowed'],
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    for: 'member',
    inClosedCountry: true,
    summary: 'Sign out everywhere else',
    reply: Ended,
    refuses: ['not_allowed'],
  },
})

// What is kept here of somebody, for them to take along (docs/adr/0028).
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Instant } from '#contract/endpoint.ts'

/** For so long it can be fetched once it was asked for. */
export const belongingsDays = 7

const BelongingsState = Type.Object({
  days: Type.Integer({ description: 'for so long it can be fetched once it was asked for' }),
  readyUntil: Type.Union([Instant, Type.Null()], {
    description: 'the file can be fetched until then; null: it was not asked for, or that is over',
  }),
  hasPassword: Flag,
  hasTwoFactor: Flag,
  mayAskAt: Type.Union([Instant, Type.Null()], { description: 'not again before; null: now' }),
})
export type BelongingsState = Static<typeof BelongingsState>

export const belongings = endpoints({
  /** Whether it was asked for, and when it can be again. */
  state: {
    method: 'GET',
    path: '/auth/users/me/belongings',
    for: 'member',
    inClosedCountry: true,
    whileActing: false,
    summary: 'Whether what is kept of me can be fetched',
    reply: BelongingsState,
  },
  /**
   * Once a day, by its owner alone: with the password where there is one, with a code where there is a second factor, and with neither soon after signing in. A letter says so. From then on for
   * seven days GET /api/auth/users/me/belongings/file.json answers it, which is no row because it answers bytes: one JSON object with profile, ledger lines
   * (purchases among them), messages and comments that one wrote, one's works and files with their addresses on this site. It is read as it is fetched,
   * nothing is copied, and nothing that somebody else wrote or sells is in it. 5 times an hour; `not_found` where it was not asked for or is over.
   */
  ask: {
    method: 'POST',
    path: '/auth/users/me/belongings',
    for: 'member',
    inClosedCountry: true,
    summary: 'Ask for what is kept of me',
    body: Body({
      currentPassword: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      code: Type.Optional(Type.String({ minLength: 6, maxLength: 40, description: 'of the second factor' })),
    }),
    reply: BelongingsState,
    refuses: ['wrong_password', 'wrong_code', 'sign_in_again', 'account_locked', 'authenticator_lost', 'belongings_asked'],
    rate: 'sign-in',
  },
})

// Ages checked by a provider, in the regions that the site names (specification.md section 4, calls.md section 14, docs/adr/0029).
import Type from 'typebox'
import { Body, endpoints, Instant } from '#contract/endpoint.ts'

const at = {
  method: 'POST',
  for: 'anyone',
  rate: 'sign-in',
  inClosedCountry: true,
} as const

export const age = endpoints({
  /** Sets a cookie without which nobody can finish it. Members do it for their sign-in, and so for each account behind it; visitors for their browser. */
  start: {
    ...at,
    path: '/age-assurance/start',
    summary: 'Go to the provider that checks ages: authorization code, PKCE, state and nonce',
    body: Body({ redirect: Type.Optional(Type.String({ maxLength: 500, description: 'a path of this site, handed back at the end' })) }),
    reply: Type.Object({ url: Type.String({ description: 'the provider’s page' }) }),
    refuses: ['age_check_not_offered', 'age_check_unavailable'],
  },
  /**
   * What the provider sent back to /age/return, once, in the browser that went there, by whom it was begun for. Kept of it are that they are old enough,
   * by which method, and until when. A refusal has `redirect` in its details, where it is known.
   */
  result: {
    ...at,
    path: '/age-assurance/result',
    summary: 'Come back from the provider that checks ages',
    body: Body({
      state: Type.String({ minLength: 20, maxLength: 200 }),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 2000 })),
      iss: Type.Optional(Type.String({ maxLength: 2000, description: 'as the provider sent it (RFC 9207)' })),
      error: Type.Optional(Type.String({ maxLength: 200, description: 'what the provider sent in place of a code' })),
    }),
    reply: Type.Object({
      method: Type.Enum(['openid']),
      expiresAt: Instant,
      redirect: Type.Optional(Type.String()),
    }),
    refuses: [
      'age_check_not_offered',
      'age_check_unavailable',
      'age_check_over',
      'age_check_refused',
      'age_check_declined',
      'age_check_too_young',
      'age_check_says_nothing',
    ],
  },
})

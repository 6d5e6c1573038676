// Whether somebody is at the form, and no program (calls.md section 7).
import Type, { type Static } from 'typebox'
import { Body, endpoints, Flag, Instant } from '#contract/endpoint.ts'

/**
 * What a form brings that a person filled in. A row whose body has a field `captchaToken` is guarded while the site has a captcha: without a token
 * `captcha_required`, with one that is wrong, over or was used `captcha_failed`, and `captcha_unavailable` where nobody can tell. One token is one form.
 */
export const CaptchaToken = Type.String({
  maxLength: 4000,
  description: 'what the captcha of the site’s settings (`captchaProvider`) gave; needed while there is one, read by nobody otherwise',
})

/** Which form a token is for, as its provider is told: `accounts_register` is the row accounts.register. */
const CaptchaAction = Type.String({ pattern: '^[a-z]+_[A-Za-z]+$', maxLength: 60 })

/** A puzzle of altcha’s protocol, signed by this site. */
const Challenge = Type.Object({
  parameters: Type.Object({
    algorithm: Type.String(),
    nonce: Type.String(),
    salt: Type.String(),
    cost: Type.Integer(),
    keyLength: Type.Integer(),
    keyPrefix: Type.String(),
    keySignature: Type.String(),
    expiresAt: Type.Integer({ description: 'seconds since 1970' }),
    data: Type.Object({ action: Type.String() }),
  }),
  signature: Type.String(),
})
export type Challenge = Static<typeof Challenge>

export const captcha = endpoints({
  /**
   * For a client that asks before it sends its form. It counts once for each token: a second time, or after its form was sent, it is no success. A token that
   * passed here is still good for one form, for five minutes; the provider is not asked again. Without a captcha every token passes.
   */
  verify: {
    method: 'POST',
    path: '/re-captcha/verify',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Check a captcha’s token',
    body: Body({ token: CaptchaToken }),
    reply: Type.Object({
      success: Flag,
      score: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'where the provider gives one: 1 is a person' })),
    }),
    refuses: ['captcha_unavailable'],
    rate: 'sign-in',
    duringMaintenance: true,
  },
  /** Where the captcha is the site’s own (`altcha`): `{challenge, solution}` as altcha’s payload, in base64, is the token. Another captcha has none. */
  challenge: {
    method: 'GET',
    path: '/re-captcha/challenge',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'A puzzle for the browser to work out',
    query: Type.Object({ action: CaptchaAction }),
    reply: Type.Object({ challenge: Challenge, expiresAt: Instant }),
    refuses: ['not_found'],
  },
})

// Signing in by a second factor: a code of an authenticator app besides the password (calls.md section 2).
import Type from 'typebox'
import { Body, endpoints, Flag, Instant } from '#contract/endpoint.ts'
import { SignedIn } from '#contract/people/signed-in.ts'

const Code = Type.String({
  minLength: 6,
  maxLength: 40,
  description: 'six digits of the app, or a recovery code; spaces and hyphens say nothing',
})
const CurrentPassword = Type.String({ minLength: 1, maxLength: 200 })
const RecoveryCodes = Type.Object({
  recoveryCodes: Type.Array(Type.String(), { description: 'shown this once; each signs in once' }),
})

export const twoFactor = endpoints({
  /**
   * The second step of signing in: the ticket that `two_factor_required` brought, and a code, for the token. A ticket is good for five minutes and one session, and
   * ends with the password that it was given for. Five wrong codes lock the second step for 15 minutes. A code of the app passes once, a recovery code too.
   */
  enter: {
    method: 'POST',
    path: '/auth/login/two-factor',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Finish signing in with a second factor',
    body: Body({ ticket: Type.String({ minLength: 20, maxLength: 200 }), code: Code }),
    reply: SignedIn,
    refuses: ['ticket_over', 'wrong_code', 'account_locked', 'authenticator_lost', 'account_closing'],
    rate: 'sign-in',
    duringMaintenance: true,
  },
  twoFactor: {
    method: 'GET',
    path: '/auth/two-factor',
    for: 'member',
    inClosedCountry: true,
    summary: 'Whether I sign in with a second factor',
    reply: Type.Object({
      isOn: Flag,
      since: Type.Optional(Instant),
      recoveryCodesLeft: Type.Integer({ minimum: 0 }),
      isRequired: Type.Boolean({ description: 'the site asks it of its staff' }),
    }),
  },
  /** Nothing changes until a code of it was confirmed; begun again, another secret takes the place of the first. */
  beginTwoFactor: {
    method: 'POST',
    path: '/auth/two-factor',
    for: 'member',
    inClosedCountry: true,
    summary: 'Begin to use a second factor',
    body: Body({ currentPassword: CurrentPassword }),
    reply: Type.Object({
      secret: Type.String({ description: 'base32, for apps that read no picture' }),
      uri: Type.String({ description: 'otpauth://totp/…' }),
      qr: Type.Array(Type.String(), { description: 'the same as a QR code: a text for each row, 1 is dark' }),
    }),
    refuses: ['wrong_password', 'account_locked', 'two_factor_is_on'],
    rate: 'sign-in',
  },
  /** It is on from here; other sessions stay, and a letter tells its owner. */
  confirmTwoFactor: {
    method: 'POST',
    path: '/auth/two-factor/confirm',
    for: 'member',
    inClosedCountry: true,
    summary: 'Turn the second factor on with a first code of it',
    body: Body({ code: Code }),
    reply: RecoveryCodes,
    refuses: ['wrong_code', 'account_locked', 'two_factor_is_on', 'two_factor_not_begun', 'authenticator_lost'],
    rate: 'sign-in',
  },
  turnOffTwoFactor: {
    method: 'POST',
    path: '/auth/two-factor/off',
    for: 'member',
    inClosedCountry: true,
    summary: 'Turn the second factor off',
    body: Body({ currentPassword: CurrentPassword, code: Code }),
    reply: Type.Object({ isOn: Flag }),
    refuses: ['wrong_password', 'wrong_code', 'account_locked', 'two_factor_is_off', 'authenticator_lost'],
    rate: 'sign-in',
  },
  /** The earlier ones end. */
  renewRecoveryCodes: {
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    for: 'member',
    inClosedCountry: true,
    summary: 'Make my recovery codes anew',
    body: Body({ currentPassword: CurrentPassword, code: Code }),
    reply: RecoveryCodes,
    refuses: ['wrong_password', 'wrong_code', 'account_locked', 'two_factor_is_off', 'authenticator_lost'],
    rate: 'sign-in',
  },
})

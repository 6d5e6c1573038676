// Signing in and being oneself (calls.md section 2).
import { locales } from '#contract/locales.ts'
import Type from 'typebox'
import { Body, Day, endpoints, Flag, Id, Instant } from '#contract/endpoint.ts'
import { Country, Gender, Password, Username } from '#contract/people/person.ts'
import { SignedIn } from '#contract/people/signed-in.ts'
import { ReferralCode } from '#contract/people/referral-code.ts'
import { CaptchaToken } from '#contract/site/captcha.ts'

const Said = Type.Object({ message: Type.String({ description: 'a sentence for the person' }) })
const Link = Type.String({ minLength: 20, maxLength: 200, description: 'the secret part of a link from a letter' })

/** How long ago whoever has no password may have signed in before they change who has the account (refusal sign_in_again). */
export const latelyMinutes = 15

export const accounts = endpoints({
  /**
   * A wrong name and a wrong password answer alike. Five failures from one place lock it out for 15 minutes. 365 days if remembered, else 1. While nobody can
   * check a captcha it goes on without: tries are counted here anyway, and staff must be able to come in and choose another one. Whoever has a second factor
   * is refused with `two_factor_required` and a `ticket` for the second step.
   */
  login: {
    method: 'POST',
    path: '/auth/login',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Sign in with an e-mail address or a username',
    body: Body({
      username: Type.String({ minLength: 1, maxLength: 254, description: 'e-mail address or username' }),
      password: Type.String({ minLength: 1, maxLength: 200 }),
      remember: Type.Optional(Flag),
      captchaToken: Type.Optional(CaptchaToken),
    }),
    reply: SignedIn,
    refuses: [
      'incorrect_credentials',
      'account_locked',
      'account_inactive',
      'account_closing',
      'email_not_verified',
      'performer_pending',
      'performer_rejected',
      'two_factor_required',
    ],
    rate: 'sign-in',
    duringMaintenance: true,
    evenUnverified: true,
  },
  /** Ends this session, with the one that was kept while it acted, and clears the cookies; idempotent. Where the product's own list has no path, this is ours. */
  logout: {
    method: 'POST',
    path: '/auth/logout',
    for: 'anyone',
    inClosedCountry: true,
    whileActing: true,
    summary: 'Sign out of this session, and of the one before it',
    body: Body({}),
    reply: Type.Object({ loggedOut: Flag }),
    duringMaintenance: true,
  },
  /** 18 or older. Whoever gives no name or username gets one by lot, never out of the address. Answers a token at once, or a message when the address must be verified first or somebody has it: which, its letter says. */
  register: {
    method: 'POST',
    path: '/auth/users/register',
    for: 'anyone',
    summary: 'Register as a fan',
    body: Body({
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 60, description: 'absent: two words are drawn' })),
      username: Type.Optional(Username),
      email: Type.String({ format: 'email', maxLength: 254 }),
      password: Password,
      gender: Type.Optional(Gender),
      dateOfBirth: Type.Optional(Day),
      country: Type.Optional(Country),
      captchaToken: Type.Optional(CaptchaToken),
      referralCode: Type.Optional(ReferralCode),
      acceptedTermsVersion: Type.String({ maxLength: 40 }),
    }),
    reply: Type.Object({ message: Type.Optional(Type.String()), token: Type.Optional(Type.String()), expiresAt: Type.Optional(Instant) }),
    refuses: [
      'username_taken',
      'username_reserved',
      'under_age',
      'password_common',
      'terms_outdated',
      'prohibited_term',
      'unknown_country',
    ],
    rate: 'sign-in',
  },
  /** Sends the link again. Always the same answer, so that nobody learns which addresses exist; 1 a minute and 5 a day are sent. */
  resendVerification: {
    method: 'POST',
    path: '/auth/email-verification',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Send the verification link again',
    body: Body({ email: Type.String({ format: 'email', maxLength: 254 }), source: Type.Optional(Type.Enum(['user', 'performer'])) }),
    reply: Said,
    rate: 'sign-in',
  },
  /** A link works once and for 24 hours. */
  verifyEmail: {
    method: 'POST',
    path: '/auth/email-verification/confirm',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Confirm an e-mail address by the link’s secret',
    body: Body({ token: Link }),
    reply: Said,
    refuses: ['link_expired'],
    rate: 'sign-in',
  },
  /** Always the same answer; the link works once and for an hour. */
  forgot: {
    method: 'POST',
    path: '/auth/users/forgot',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Ask for a link to set a new password',
    body: Body({
      email: Type.String({ format: 'email', maxLength: 254 }),
      type: Type.Optional(Type.Enum(['user', 'performer'])),
      captchaToken: Type.Optional(CaptchaToken),
    }),
    reply: Said,
    rate: 'sign-in',
  },
  /** Sets the password by the link of a letter and ends every session. */
  reset: {
    method: 'POST',
    path: '/auth/users/reset',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Set a new password by the link’s secret',
    body: Body({ token: Link, password: Password }),
    reply: Said,
    refuses: ['link_expired', 'password_common'],
    rate: 'sign-in',
  },
  /** Needs the current password unless the account has none; ends the account's other sessions. */
  changePassword: {
    method: 'PUT',
    path: '/auth/users/me/password',
    for: 'member',
    inClosedCountry: true,
    summary: 'Change my password',
    body: Body({
      password: Password,
      currentPassword: Type.Optional(Type.String({ maxLength: 200 })),
      source: Type.Optional(Type.Enum(['user', 'performer'])),
    }),
    reply: Said,
    refuses: ['wrong_password', 'sign_in_again', 'password_common', 'account_locked'],
    rate: 'sign-in',
  },
  /** A birth date can be given once, while none is on file; it must be of an adult. */
  update: {
    method: 'PUT',
    path: '/users',
    for: 'member',
    inClosedCountry: true,
    whileActing: true,
    summary: 'Edit my account',
    body: Body({
      name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
      username: Type.Optional(Username),
      gender: Type.Optional(Gender),
      country: Type.Optional(Country),
      timezone: Type.Optional(Type.String({ maxLength: 60 })),
      bio: Type.Optional(Type.String({ maxLength: 1000 })),
      locale: Type.Optional(Type.Enum(locales)),
      dateOfBirth: Type.Optional(Day),
      notificationPrefs: Type.Optional(Type.Object({ email: Type.Optional(Flag) }, { additionalProperties: false })),
      hidesPresence: Type.Optional(Type.Boolean({ description: 'nobody sees that I am here, or that I write just now' })),
    }),
    reply: Type.Object({ _id: Id, name: Type.String(), username: Type.String() }),
    refuses: ['username_taken', 'username_reserved', 'under_age', 'locked_after_approval', 'prohibited_term', 'unknown_country'],
  },
})

// Signing in by somebody else's word: Google, X and a provider of OpenID Connect (calls.md section 2, docs/adr/0023).
import Type, { type Static } from 'typebox'
import { Body, ById, Day, endpoints, Flag, Id, Instant } from '#contract/endpoint.ts'
import { Country, Gender, Username } from '#contract/people/person.ts'
import { ReferralCode } from '#contract/people/referral-code.ts'

export const SignInProvider = Type.Enum(['google', 'twitter', 'openid'])
export type SignInProvider = Static<typeof SignInProvider>
const Role = Type.Enum(['user', 'performer'], { description: 'what a newcomer wants to be; a performer is asked for documents' })
const wanted = {
  role: Type.Optional(Role),
  remember: Type.Optional(Type.Boolean({ description: '365 days, else 1' })),
  redirect: Type.Optional(Type.String({ maxLength: 500, description: 'a path of this site, handed back at the end' })),
  /** The page that knew it is gone when they come back, and their browser may not be allowed to remember it: it goes along with the way there. */
  referralCode: Type.Optional(ReferralCode),
}
const Code = Type.String({ minLength: 1, maxLength: 2000 })
const State = Type.String({ minLength: 20, maxLength: 200 })

/** Either in (`token`, also set as the cookie), or a newcomer with a `ticket` for registering, or one's own account linked. */
const Entered = Type.Object({
  isNew: Type.Boolean({ description: 'no account is known by it: register with the ticket' }),
  token: Type.Optional(Type.String()),
  expiresAt: Type.Optional(Instant),
  ticket: Type.Optional(Type.String({ description: 'for registering; good once, for half an hour' })),
  said: Type.Optional(
    Type.Object({
      provider: SignInProvider,
      label: Type.String(),
      role: Role,
      name: Type.Optional(Type.String()),
      email: Type.Optional(Type.String({ description: 'absent: the provider said none' })),
      emailVerified: Flag,
    }),
  ),
  linked: Type.Optional(Type.Boolean({ description: 'it was for linking, and is linked' })),
  redirect: Type.Optional(Type.String()),
})
export type SocialEntered = Static<typeof Entered>

const entering = [
  'sign_in_not_offered',
  'sign_in_unavailable',
  'sign_in_over',
  'sign_in_refused',
  'identity_email_taken',
  'identity_linked_elsewhere',
  'identity_already_linked',
  'account_inactive',
  'account_closing',
  'email_not_verified',
  'two_factor_required',
  'performer_pending',
  'performer_rejected',
] as const

const newcomer = {
  ticket: State,
  username: Type.Optional(Username),
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
  email: Type.Optional(
    Type.String({ format: 'email', maxLength: 254, description: 'where the provider vouches for none: it is verified by letter' }),
  ),
  dateOfBirth: Day,
  acceptedTermsVersion: Type.String({ maxLength: 40 }),
  referralCode: Type.Optional(ReferralCode),
}
const registering = [
  'sign_in_not_offered',
  'sign_in_over',
  'username_taken',
  'username_reserved',
  'under_age',
  'terms_outdated',
  'prohibited_term',
  'identity_linked_elsewhere',
] as const
const documentBytes = 20 * 1024 * 1024

const at = {
  method: 'POST',
  for: 'anyone',
  rate: 'sign-in',
} as const
/** As the password's: staff come in during maintenance, and what is one's own stays open in a closed country. */
const door = { ...at, inClosedCountry: true, duringMaintenance: true } as const

export const federation = endpoints({
  /** Sets a cookie without which nobody can finish it. Twitter has a row of its own. */
  begin: {
    ...door,
    path: '/auth/social/begin',
    summary: 'Go to a provider to sign in: authorization code, PKCE, state and nonce',
    body: Body({ provider: Type.Enum(['google', 'openid']), ...wanted }),
    reply: Type.Object({ url: Type.String() }),
    refuses: ['sign_in_not_offered', 'sign_in_unavailable'],
  },
  /** What the provider sent back to /auth/callback/…, once, in the browser that went there. */
  complete: {
    ...door,
    path: '/auth/social/complete',
    summary: 'Come back from a provider',
    body: Body({
      provider: Type.Enum(['google', 'openid']),
      code: Code,
      state: State,
      iss: Type.Optional(Type.String({ maxLength: 2000, description: 'as the provider sent it (RFC 9207)' })),
    }),
    reply: Entered,
    refuses: entering,
  },
  twitterLogin: {
    ...door,
    path: '/auth/twitter/login',
    summary: 'Go to X to sign in (OAuth 1.0a)',
    body: Body({ ...wanted }),
    reply: Type.Object({ oauthToken: Type.String(), oauthTokenSecret: Type.String(), url: Type.String() }),
    refuses: ['sign_in_not_offered', 'sign_in_unavailable'],
  },
  /** The secret is the browser’s own: where the body has none, its cookie is read. */
  twitterCallback: {
    ...door,
    path: '/auth/twitter/callback',
    summary: 'Come back from X',
    body: Body({
      oauthToken: Type.String({ minLength: 1, maxLength: 300 }),
      oauthTokenSecret: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
      oauthVerifier: Type.String({ minLength: 1, maxLength: 300 }),
      role: Type.Optional(Role),
    }),
    reply: Entered,
    refuses: entering,
  },
  /** An ID token of Google’s own button lets in once; its signature, audience, issuer and end are looked at. */
  googleLogin: {
    ...door,
    path: '/auth/google/login',
    summary: 'Sign in with an ID token of Google',
    body: Body({ tokenId: Type.String({ minLength: 1, maxLength: 5000 }), role: Type.Optional(Role) }),
    reply: Entered,
    refuses: entering,
  },
  /** A code that this site asked for comes with its `state`. */
  googleToken: {
    ...door,
    path: '/auth/google/token',
    summary: 'Exchange Google’s code for a session',
    body: Body({
      code: Code,
      redirectUri: Type.String({ maxLength: 2000, description: 'this site’s /auth/callback/google' }),
      state: Type.Optional(State),
      role: Type.Optional(Role),
    }),
    reply: Entered,
    refuses: entering,
  },
  /** The token must have been given to this site; who it is of, the provider says. An expired one is the one business no that is 401 (specification.md section 8). */
  panToken: {
    ...door,
    path: '/auth/pan/token',
    summary: 'Sign in with an access token of the OpenID provider',
    body: Body({ accessToken: Type.String({ maxLength: 5000 }), role: Type.Optional(Type.Enum(['user'])) }),
    reply: Entered,
    refuses: [...entering, 'sso_expired', 'sso_malformed'],
  },
  /** A fan: the account is made once age and terms are said. Its address is the provider’s where it vouches for one. */
  register: {
    ...at,
    path: '/auth/social/register',
    summary: 'Register after coming back as a newcomer',
    body: Body({ ...newcomer, gender: Type.Optional(Gender), country: Type.Optional(Country) }),
    reply: Type.Object({ message: Type.Optional(Type.String()), token: Type.Optional(Type.String()), expiresAt: Type.Optional(Instant) }),
    refuses: [...registering, 'unknown_country'],
  },
  /** A performer: the account is pending until staff have looked at the documents, as with a password. */
  registerPerformer: {
    ...at,
    path: '/auth/social/register/performer',
    summary: 'Apply as a performer after coming back as a newcomer',
    body: Body({
      ...newcomer,
      username: Username,
      name: Type.String({ minLength: 1, maxLength: 60 }),
      gender: Gender,
      country: Country,
      phone: Type.String({ minLength: 5, maxLength: 30, pattern: '^[+0-9 ()-]+$' }),
      legalName: Type.Optional(Type.String({ minLength: 1, maxLength: 120, description: 'as in the document; absent: the name' })),
      acceptedAgreement: Type.Boolean({ description: 'the creator agreement; must be true' }),
    }),
    uploads: {
      idVerification: { maxBytes: documentBytes, required: true, sealed: true },
      documentVerification: { maxBytes: documentBytes, required: true, sealed: true },
    },
    reply: Type.Object({ message: Type.String() }),
    refuses: [...registering, 'agreement_required', 'file_required', 'file_type_not_allowed'],
  },
  identities: {
    method: 'GET',
    path: '/users/identities',
    for: 'member',
    inClosedCountry: true,
    summary: 'By whose word I may sign in',
    reply: Type.Object({
      hasPassword: Flag,
      ways: Type.Array(
        Type.Object({
          provider: SignInProvider,
          label: Type.String(),
          isOffered: Type.Boolean({ description: 'false: linked before, and not offered any more' }),
          identity: Type.Optional(
            Type.Object({
              _id: Id,
              name: Type.Optional(Type.String()),
              email: Type.Optional(Type.String()),
              linkedAt: Instant,
              usedAt: Instant,
            }),
          ),
        }),
      ),
    }),
  },
  /** Goes to the provider; coming back links it, in this browser and for whoever began it. Asks for the password where there is one. */
  beginLink: {
    method: 'POST',
    path: '/users/identities',
    for: 'member',
    inClosedCountry: true,
    summary: 'Go to a provider to link it with my account',
    body: Body({ provider: SignInProvider, currentPassword: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: Type.Object({ url: Type.String() }),
    refuses: ['sign_in_not_offered', 'sign_in_unavailable', 'wrong_password', 'sign_in_again', 'account_locked', 'identity_already_linked'],
    rate: 'sign-in',
  },
  /** Not the last way in: a password is set first. */
  unlink: {
    method: 'DELETE',
    path: '/users/identities/:id',
    for: 'member',
    inClosedCountry: true,
    summary: 'Unlink a provider from my account',
    params: ById,
    reply: Type.Object({ unlinked: Flag }),
    refuses: ['not_found', 'last_way_in'],
  },
})

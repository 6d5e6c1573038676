// Facts about this site that anyone may read (specification.md section 3, site settings; defaults of section 9).
import { locales } from '#contract/locales.ts'
import Type, { type Static } from 'typebox'
import { SignInProvider } from '#contract/people/federation.ts'
import { Body, endpoints, Flag, Money, Tokens } from '#contract/endpoint.ts'

const MenuItem = Type.Object({ title: Type.String(), path: Type.String(), isNewTab: Type.Optional(Flag) })

/** Absent where the office named none, or no OpenID provider is whole: without one nobody could say whose its access tokens are. */
export const OutsideWidget = Type.Object(
  {
    url: Type.String({ description: 'its script; every page lets in that origin, and no other' }),
    applicationId: Type.String({ description: 'what it calls this site; may be empty' }),
    cookieName: Type.String({ description: 'where it keeps its own token; may be empty' }),
    mode: Type.Enum(['production', 'beta'], { description: 'its run mode' }),
  },
  { description: 'the login widget of somebody else that stands in place of the built-in one' },
)
export type OutsideWidget = Static<typeof OutsideWidget>

/** Everything the web needs to know before its first page. No secret is among it. */
export const PublicSettings = Type.Object({
  siteName: Type.String(),
  logoUrl: Type.String({ description: 'empty: the built-in mark' }),
  darkmodeLogoUrl: Type.String(),
  favicon: Type.String(),
  menus: Type.Array(MenuItem),
  footerContent: Type.String({ description: 'sanitised HTML' }),
  maintenanceMode: Flag,
  maintenanceImage: Type.String(),
  gaCode: Type.String(),
  requireEmailVerification: Flag,
  captchaProvider: Type.Enum(['none', 'altcha', 'turnstile', 'hcaptcha', 'recaptcha_v2', 'recaptcha_v3'], {
    description: 'who gives the `captchaToken` of forms; altcha is this site’s own (GET /re-captcha/challenge)',
  }),
  captchaSiteKey: Type.String({ description: 'the open half of its keys' }),
  stripePublishableKey: Type.String(),
  paymentGateway: Type.String(),
  liveProvider: Type.Enum(['embedded', 'livekit', 'agora'], { description: 'who carries streams that begin from now on' }),
  agoraAppId: Type.String(),
  agoraEnable: Flag,
  freeSubscriptionEnabled: Flag,
  freeSubscriptionDuration: Type.Integer({ description: 'days' }),
  minimumSubscriptionPrice: Money,
  maximumSubscriptionPrice: Money,
  minimumWalletPrice: Money,
  maximumWalletPrice: Money,
  minimumTipPrice: Tokens,
  maximumTipPrice: Tokens,
  minimumItemPrice: Tokens,
  maximumItemPrice: Tokens,
  minimumPayoutAmount: Money,
  volume: Type.Number(),
  supportedLocales: Type.Array(Type.Enum(locales)),
  defaultLocale: Type.Enum(locales, { description: 'whose pages wear no prefix' }),
  defaultTheme: Type.Enum(['light', 'dark'], { description: 'for whoever has not chosen' }),
  currency: Type.String({ description: 'ISO 4217' }),
  tokenConversionRate: Type.Number({ description: 'currency per token' }),
  commission: Type.Number({ description: 'percent' }),
  ageAssurance: Type.Object(
    {
      mode: Type.Enum(['self_declared', 'provider']),
      regions: Type.Array(Type.String(), { description: 'ISO 3166-1 alpha-2; none: everywhere' }),
      isOffered: Type.Boolean({ description: 'a provider is there who checks' }),
    },
    { description: 'where ages are checked by a provider, and a birth date that somebody typed does not count (docs/adr/0029)' },
  ),
  prohibitedTermsVersion: Type.String(),
  termsVersion: Type.String({ description: 'what registration accepts as acceptedTermsVersion' }),
  reviewDefault: Type.Enum(['before', 'after'], { description: 'whether works are approved before or after they are shown' }),
  signInWays: Type.Array(Type.Object({ provider: SignInProvider, label: Type.String() }), {
    description: 'by whose word people may sign in, in the order of the buttons',
  }),
  loginWidget: Type.Optional(OutsideWidget),
  isDemo: Flag,
  hashPwClient: Type.Boolean({ description: 'clients send sha256:<hex> in place of a password' }),
})
export type PublicSettings = Static<typeof PublicSettings>

export const settings = endpoints({
  /** calls.md section 1. Cached for 60 s. */
  public: {
    method: 'GET',
    path: '/settings/public',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'The site’s public settings',
    reply: PublicSettings,
    cacheSeconds: 60,
  },
  /** calls.md section 7: only public keys; unknown or secret ones are left out. */
  keys: {
    method: 'POST',
    path: '/settings/keys',
    for: 'anyone',
    inClosedCountry: true,
    whileActing: true,
    summary: 'Some public settings by name',
    body: Body({ keys: Type.Array(Type.String({ maxLength: 40 }), { maxItems: 100 }) }),
    reply: Type.Record(Type.String(), Type.Unknown()),
    rate: 'read',
    duringMaintenance: true,
  },
})

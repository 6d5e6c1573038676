// Every setting there is: its form, bounds, default and who may read it. The type `Settings` follows from this table, and so
// do the office's form and the checks of `save`. Amounts are as they travel: decimals with at most two places.
import { locales } from '#contract/locales.ts'
import type { Language } from '#server/platform/words/words.ts'
import { prohibitedTerms } from '#server/site/settings/prohibited-terms.ts'

export interface MenuItem {
  title: string
  path: string
  isNewTab?: boolean
}

type Kind = 'text' | 'html' | 'link' | 'email' | 'flag' | 'integer' | 'decimal' | 'choice' | 'list' | 'menus'

/** One setting. `fallback` is its value until someone changes it. */
export interface Row<Value = unknown> {
  kind: Kind
  group: Group
  fallback: Value
  /** True when anyone may read it (GET /settings/public, POST /settings/keys). */
  isPublic: boolean
  /** Numbers: the bounds. Texts and lists: the most characters or entries. */
  minimum?: number
  maximum?: number
  /** Choices and closed lists. */
  options?: readonly string[]
  /** What an entry of an open list looks like. */
  entry?: RegExp
  /** After a change every token is worth something else: the office asks twice, and names what is out (admin). */
  revalues?: true
}

export type Group = 'site' | 'access' | 'people' | 'money' | 'content' | 'live'

const open = { isPublic: true } as const
const inside = { isPublic: false } as const
const text = (group: Group, fallback: string, maximum: number, who: { isPublic: boolean } = open): Row<string> => ({
  kind: 'text',
  group,
  fallback,
  maximum,
  ...who,
})
const link = (group: Group, fallback = ''): Row<string> => ({ kind: 'link', group, fallback, maximum: 2000, ...open })
const flag = (group: Group, fallback: boolean): Row<boolean> => ({ kind: 'flag', group, fallback, ...open })
const integer = (group: Group, fallback: number, minimum: number, maximum: number, who: { isPublic: boolean } = open): Row<number> => ({
  kind: 'integer',
  group,
  fallback,
  minimum,
  maximum,
  ...who,
})
const decimal = (group: Group, fallback: number, minimum: number, maximum: number, who: { isPublic: boolean } = open): Row<number> => ({
  kind: 'decimal',
  group,
  fallback,
  minimum,
  maximum,
  ...who,
})
const choice = <const O extends readonly [string, ...string[]]>(
  group: Group,
  options: O,
  fallback: O[number],
  who: { isPublic: boolean } = open,
): Row<O[number]> => ({ kind: 'choice', group, fallback, options, ...who })
const list = (
  group: Group,
  fallback: readonly string[],
  form: { options?: readonly string[]; entry?: RegExp; maximum: number },
  who: { isPublic: boolean } = inside,
): Row<readonly string[]> => ({ kind: 'list', group, fallback, ...form, ...who })

const country = /^[A-Z]{2}$/
/** As much as one payment may be: a sum in yen has two digits more than the same in dollars. */
const mostMoney = 1_000_000

/** Defaults are those of specification.md section 9 and of calls.md (house rules, units). */
export const table = {
  siteName: text('site', 'Stagedoor', 60),
  logoUrl: link('site'),
  darkmodeLogoUrl: link('site'),
  favicon: link('site', '/favicon.ico'),
  menus: { kind: 'menus', group: 'site', fallback: [], maximum: 20, ...open } as Row<readonly MenuItem[]>,
  footerContent: { kind: 'html', group: 'site', fallback: '', maximum: 10_000, ...open } as Row<string>,
  gaCode: { ...text('site', '', 40), entry: /^[A-Za-z0-9-]*$/ },
  /** Where letters of visitors go. Empty: they wait in the office's inbox only. */
  contactEmail: { kind: 'email', group: 'site', fallback: '', maximum: 254, ...inside } as Row<string>,
  supportedLocales: list('site', locales, { options: locales, maximum: locales.length }, open) as Row<readonly Language[]>,
  defaultLocale: choice('site', locales, 'zh-TW'),
  /** What whoever has not chosen sees; their own choice is in a cookie. */
  defaultTheme: choice('site', ['light', 'dark'], 'dark'),
  volume: decimal('site', 1, 0, 1),

  maintenanceMode: flag('access', false),
  maintenanceImage: link('access'),
  /** Visitors from these countries see nothing of the site. */
  blockedCountries: list('access', [], { entry: country, maximum: 250 }),
  /** What becomes of a visitor whose country is not known: strict sites deny (calls.md section 6). */
  unknownCountry: choice('access', ['allow', 'deny'], 'allow', inside),
  /** Who says how old somebody is: they themselves, or a provider in these regions; everywhere where none is named (docs/adr/0029). */
  ageAssuranceMode: choice('access', ['self_declared', 'provider'], 'self_declared'),
  ageAssuranceRegions: list('access', [], { entry: country, maximum: 250 }, open),
  /** As the provider calls itself in its own description; the secret of the client stands in the environment. */
  ageAssuranceIssuer: { ...text('access', '', 500, inside), entry: /^(https?:\/\/[^\s?#@]+)?$/ },
  ageAssuranceClientId: { ...text('access', '', 200, inside), entry: /^\S*$/ },
  /** What the provider is asked for, beside `openid`. */
  ageAssuranceScope: { ...text('access', '', 200, inside), entry: /^(?:[\w.:/-]+(?: [\w.:/-]+)*)?$/ },
  /** `birthdate`, the name of a claim that is true, or its name and the value that it must have. */
  ageAssuranceClaim: { ...text('access', 'age_over_18', 200, inside), minimum: 1, entry: /^[\w.:/-]+(?:=\S+)?$/ },
  ageAssuranceDays: integer('access', 365, 1, 3650, inside),

  requireEmailVerification: flag('people', false),
  /** Staff's own rows are refused to staff without a second factor. */
  staffNeedTwoFactor: { ...flag('people', false), ...inside },
  /** Who tells people from programs at forms. */
  captchaProvider: choice('people', ['none', 'altcha', 'turnstile', 'hcaptcha', 'recaptcha_v2', 'recaptcha_v3'], 'none'),
  /** The open half of its keys; the secret one stands in the environment. */
  captchaSiteKey: { ...text('people', '', 200), entry: /^[\w-]*$/ },
  /** The least that reCAPTCHA v3 may think of somebody: 1 is a person, 0 a program. */
  captchaScore: decimal('people', 0.5, 0, 1, inside),
  /** What registration must accept; a new version asks newcomers for the new text. */
  termsVersion: { ...text('people', '2026-11-01', 40), minimum: 1 },
  /** Days for which somebody may take back that they closed their account, and before its end they are told once more. */
  closingDays: integer('people', 30, 14, 180, inside),
  /** By whose word people may sign in (docs/adr/0023). Secrets stand in the environment. */
  googleEnable: { ...flag('people', false), ...inside },
  googleClientId: { ...text('people', '', 200, inside), entry: /^[\w.-]*$/ },
  twitterEnable: { ...flag('people', false), ...inside },
  twitterConsumerKey: { ...text('people', '', 100, inside), entry: /^\w*$/ },
  openidEnable: { ...flag('people', false), ...inside },
  /** As the provider calls itself in its own description. */
  openidIssuer: { ...text('people', '', 500, inside), entry: /^(https?:\/\/[^\s?#@]+)?$/ },
  openidClientId: { ...text('people', '', 200, inside), entry: /^\S*$/ },
  /** What its button says. */
  openidLabel: text('people', '', 30, inside),
  /** The script of somebody else's login widget, over that provider. Empty: the built-in one. */
  loginWidgetUrl: { ...text('people', '', 500, inside), entry: /^(https?:\/\/[^\s#@]+)?$/ },
  loginWidgetApplicationId: { ...text('people', '', 200, inside), entry: /^\S*$/ },
  loginWidgetCookieName: { ...text('people', '', 100, inside), entry: /^[\w-]*$/ },
  loginWidgetMode: choice('people', ['production', 'beta'], 'production', inside),
  /** Hosts from which an avatar may be fetched (PUT …/avatar-path). Empty: none. */
  avatarHosts: list('people', [], { entry: /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, maximum: 50 }),
  prohibitedTerms: list('people', prohibitedTerms, { entry: /^(?=.*[\p{L}\p{N}])[^\p{C}]{2,80}$/u, maximum: 2000 }),

  paymentGateway: choice('money', ['stripe', 'ccbill', 'sandbox'], 'stripe'),
  stripePublishableKey: { ...text('money', '', 200), entry: /^(pk_[A-Za-z0-9_]+)?$/ },
  currency: { ...choice('money', ['USD', 'TWD', 'EUR', 'JPY', 'GBP'], 'USD'), revalues: true },
  /** Currency per token. */
  tokenConversionRate: { ...decimal('money', 0.1, 0.01, 1000), revalues: true },
  /** Percent of a sale that stays with the site; a performer may have a rate of their own. */
  commission: decimal('money', 20, 0, 100),
  /** Days before a sale can be paid out. */
  clearingDays: integer('money', 7, 0, 180, inside),
  freeSubscriptionEnabled: flag('money', true),
  freeSubscriptionDuration: integer('money', 1, 1, 90),
  minimumSubscriptionPrice: decimal('money', 2.95, 0.5, mostMoney),
  maximumSubscriptionPrice: decimal('money', 300, 0.5, mostMoney),
  minimumWalletPrice: decimal('money', 2.95, 0.5, mostMoney),
  maximumWalletPrice: decimal('money', 300, 0.5, mostMoney),
  minimumTipPrice: decimal('money', 10, 0.01, 1_000_000),
  maximumTipPrice: decimal('money', 10_000, 0.01, 1_000_000),
  minimumItemPrice: decimal('money', 1, 0.01, 1_000_000),
  maximumItemPrice: decimal('money', 10_000, 0.01, 1_000_000),
  minimumPayoutAmount: decimal('money', 50, 0.01, mostMoney),
  /** Who sells, as it stands on receipts from then on. Empty name: the site's. */
  sellerName: text('money', '', 120, inside),
  sellerAddress: text('money', '', 300, inside),
  sellerTaxId: text('money', '', 40, inside),
  /** What is kept of each payout, in currency. */
  payoutFee: decimal('money', 0, 0, 100_000, inside),

  /** Whether works are approved before or after they are shown (calls.md, decisions). */
  reviewDefault: choice('content', ['before', 'after'], 'before'),
  /** Profiles say what part of a creator's messages is sent by itself. */
  showAutomationShare: { ...flag('content', false), ...inside },
  /** Mass messages of one creator, in whichever 24 hours: so no fan hears more of one creator either. */
  massMessagesPerDay: integer('content', 5, 1, 100, inside),

  /** Days after which a creator's papers have to be looked at again before they go live (COMPLIANCE.md 1). */
  liveDocumentDays: integer('live', 365, 1, 3650, inside),
  /** A show that was seen for fewer minutes did not take place: its tickets come back. 0: only one that nobody could see. */
  liveRefundMinutes: integer('live', 10, 0, 240, inside),
  /** Who carries picture and sound of streams that begin from now on (docs/adr/0020). Those that run keep the one they began with. */
  liveProvider: choice('live', ['embedded', 'livekit', 'agora'], 'embedded'),
  /** 32 hexadecimal digits; its certificate is a secret, and stands in the environment. */
  agoraAppId: { ...text('live', '', 64), entry: /^[A-Za-z0-9]*$/ },
  /** Agora may be chosen. */
  agoraEnable: flag('live', false),
} as const satisfies Record<string, Row>

export type Key = keyof typeof table
export type Settings = { readonly [K in Key]: (typeof table)[K] extends Row<infer Value> ? Value : never }

export const isKey = (key: string): key is Key => Object.hasOwn(table, key)

export const fallbacks = Object.fromEntries(Object.entries(table).map(([key, row]) => [key, row.fallback])) as unknown as Settings

/** Pairs of which the first may not be above the second. */
export const ordered: readonly (readonly [Key, Key])[] = [
  ['minimumSubscriptionPrice', 'maximumSubscriptionPrice'],
  ['minimumWalletPrice', 'maximumWalletPrice'],
  ['minimumTipPrice', 'maximumTipPrice'],
  ['minimumItemPrice', 'maximumItemPrice'],
]

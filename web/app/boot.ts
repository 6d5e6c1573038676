// What a page knows before it asks for anything: sent with the HTML, the same on both sides of hydration.
import type { PublicSettings } from '#contract/site/settings.ts'
import type { Promo } from '#contract/windows/promos.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import type { Locale } from '#web/app/locale.ts'

interface SiteLink {
  title: string
  path: string
  place: 'footer' | 'account'
}

export interface Boot {
  settings: PublicSettings
  locale: Locale
  theme: 'light' | 'dark'
  timeZone: string
  /** Milliseconds; relative times are written against it until the page is hydrated. */
  now: number
  /** '' when the API is at /api of the same origin. */
  apiBaseUrl: string
  me: CurrentUser | null
  /** The visitor's country is closed. */
  geoBlocked: boolean
  /** Where they are a provider says how old somebody is, and has not said it of them (docs/adr/0029). */
  mustAssureAge: boolean
  /** The birth date in the cookie eighteen_day; on file, where a provider found the member an adult. Visitors' pages are shared, and bring none: there the browser reads its own. */
  birthDateCookie: string | null
  /** The script of a captcha from outside is let in by this page's own policy. */
  captchaIsLetIn: boolean
  /** What the visitor said to being counted; none where the site does not count. */
  analytics: 'none' | 'unasked' | 'yes' | 'no'
  /** Pages of the site's own that are linked everywhere, in this language. */
  pages: { links: readonly SiteLink[]; hasBlog: boolean }
  /** What the site puts forward to this visitor, for home and for the front door. */
  promos: readonly Promo[]
  /** Operator's wording, by key. */
  overrides: Readonly<Record<string, string>>
  /** For staff: the address of a proxy that TRUSTED_PROXIES does not name, through which visitors come. */
  unknownProxy: string | null
}

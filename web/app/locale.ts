// Which language, and where it is remembered (specification.md sections 2, 4 and 9): a prefix of the form xx-XX in the address
// or `locale` in the query; else what is cached under i18nextLng in cookie, local storage and session storage; else the default.
// The default language wears no prefix.
import { type Locale, locales } from '#contract/locales.ts'

export type { Locale }
const cacheKey = 'i18nextLng'

function asLocale(text: string | null | undefined): Locale | undefined {
  return locales.find((locale) => locale === text)
}

/** '/en-US/home' → en-US and '/home'. A prefix of a language we do not speak is stripped too. */
export function splitPrefix(pathname: string): { prefix: string | undefined; rest: string } {
  const found = /^\/([a-z]{2}-[A-Z]{2})(?=\/|$)/.exec(pathname)
  // With one slash, whatever stands behind the prefix: two would be another host's address.
  return found
    ? { prefix: found[1], rest: `/${pathname.slice(found[0].length).replace(/^\/+/, '')}` }
    : { prefix: undefined, rest: pathname }
}

/** The path that shows the same page in this language. */
export function pathIn(locale: Locale, fallback: Locale, pathname: string): string {
  const { rest } = splitPrefix(pathname)
  return locale === fallback ? rest : `/${locale}${rest === '/' ? '' : rest}`
}

/** Keeps the choice in all three caches. Private windows may refuse storage: the cookie is enough. */
export function cacheLocale(locale: Locale): void {
  document.cookie = `${cacheKey}=${locale}; path=/; max-age=31536000; samesite=lax`
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      window[storage].setItem(cacheKey, locale)
    } catch {}
  }
}

export function cachedLocale(): Locale | undefined {
  for (const storage of ['localStorage', 'sessionStorage'] as const) {
    try {
      const found = asLocale(window[storage].getItem(cacheKey))
      if (found) return found
    } catch {}
  }
  return undefined
}

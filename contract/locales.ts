/** The languages that the site speaks, as its addresses, settings and words name them. Each has a folder of sentences (contract/words). */
export const locales = ['zh-TW', 'en-US', 'ja-JP', 'ko-KR', 'zh-CN', 'th-TH'] as const
export type Locale = (typeof locales)[number]

/** Each by its own name, as whoever looks for it reads it. */
export const localeNames: Readonly<Record<Locale, string>> = {
  'zh-TW': '繁體中文',
  'en-US': 'English',
  'ja-JP': '日本語',
  'ko-KR': '한국어',
  'zh-CN': '简体中文',
  'th-TH': 'ไทย',
}

/** Which way each is written. Pages, letters and the page without a network say it on their root. */
export const directions: Readonly<Record<Locale, 'ltr' | 'rtl'>> = {
  'zh-TW': 'ltr',
  'en-US': 'ltr',
  'ja-JP': 'ltr',
  'ko-KR': 'ltr',
  'zh-CN': 'ltr',
  'th-TH': 'ltr',
}

/** What is there in the reader's language, else in the site's, else in the first that there is. */
export function inLocale<Text>(texts: Partial<Record<Locale, Text>>, ...wanted: readonly Locale[]): Text | undefined {
  const found = [...wanted, ...locales].find((locale) => texts[locale] !== undefined)
  return found && texts[found]
}

/** The same of each language. */
export const inEachLocale = <Of>(make: (locale: Locale) => Of): Record<Locale, Of> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, Of>

/** The tag to write dates by: those of statements and receipts have one calendar in all languages, which Thai has not by itself. */
export const dateTag = (locale: Locale): string => (locale === 'th-TH' ? 'th-TH-u-ca-gregory' : locale)

import { kept } from '#web/ui/kept.ts'

const namesIn = kept((locale: string) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }))

/** In the reader's language. Editions of the names differ between server and browser, so only a page that is hydrated asks. */
export function countryName(code: string, locale: string): string {
  // As it is written everywhere else here (web/words/spacing.test.ts).
  return (namesIn(locale).of(code) ?? code).replaceAll('台', '臺')
}

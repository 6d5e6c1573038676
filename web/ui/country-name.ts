import { kept } from '#web/ui/kept.ts'

const namesIn = kept((locale: string) => new Intl.DisplayNames([locale], { type: 'region', fallback: 'code' }))

/** In the reader's language. Editions of the names differ between server and browser, so only a page that is hydrated asks. */
export function countryName(code: string, locale: string): string {
  return namesIn(locale).of(code) ?? code
}

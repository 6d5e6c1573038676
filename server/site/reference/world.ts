// Countries and languages as the specification shapes them, from tables that come with packages. What has a name in the reader's language is named by it.
import { createRequire } from 'node:module'
import { continents, countries as facts, type TCountryCode } from 'countries-list'
import type { Country, LanguageEntry } from '#contract/site/reference.ts'
import type { Language } from '#server/platform/words/words.ts'
import { say } from '#server/platform/words/words.ts'
import { countries as assigned } from '#server/site/reference/countries.ts'

/** As country-language keeps it; only its table is used. Languages of a country are ISO 639-2, countries of a language ISO 3166-1 alpha-3. */
interface Table {
  countries: { code_2: string; code_3: string; numCode: string; languages?: string[]; langCultureMs?: Country['langCultureMs'] }[]
  languages: (Omit<LanguageEntry, 'countries' | 'langCultureMs' | 'direction'> & {
    direction: string
    countries?: string[]
    langCultureMs?: Country['langCultureMs']
  })[]
}

let read: Table | undefined
/** Read when somebody first asks: most sites are never asked. */
const table = (): Table => (read ??= createRequire(import.meta.url)('country-language/data.json') as Table)

export function countriesIn(language: Language): Country[] {
  const names = namesIn(language)
  const { countries, languages } = table()
  const shortOf = new Map(languages.flatMap((one) => [one.iso639_2, one.iso639_3].map((code) => [code, one.iso639_1] as const)))
  const rows = new Map(countries.map((one) => [one.code_2, one]))
  const list = [...assigned].flatMap((code): Country[] => {
    const [row, known] = [rows.get(code), facts[code as TCountryCode]]
    if (!row || !known) return []
    const spoken = [...new Set([...known.languages, ...(row.languages ?? []).flatMap((each) => shortOf.get(each) ?? [])])]
    const named = spoken.filter(Boolean).map((each) => ({ code: each, name: names.language(each) }))
    const currency = known.currency[0]
    return [
      {
        code_2: code,
        code_3: row.code_3,
        numCode: row.numCode,
        name: names.country(code),
        capital: known.capital,
        region: continentOf(language, code),
        ...(currency !== undefined && {
          currency: { code: currency, name: names.currency(currency), symbol: symbolOf(language, currency) },
        }),
        ...(named[0] && { language: named[0] }),
        languages: named,
        flag: flagPath(code),
        langCultureMs: row.langCultureMs ?? [],
      },
    ]
  })
  return list.toSorted((one, other) => names.order(one.name, other.name))
}

const flagPath = (code: string) => `/api/flags/${code.toLowerCase()}.svg`

export function continentOf(language: Language, code: string): string {
  const { continent } = facts[code as TCountryCode]
  return say(language, `reference.continents.${continents[continent].toLowerCase().replaceAll(' ', '-')}`)
}

export function languageEntries(): LanguageEntry[] {
  const { countries, languages } = table()
  const shortOf = new Map(countries.map(({ code_2, code_3 }) => [code_3, code_2]))
  return languages.map(({ direction, countries: spokenIn = [], langCultureMs = [], ...entry }) => ({
    ...entry,
    direction: direction === 'RTL' ? 'RTL' : 'LTR',
    countries: spokenIn.flatMap((code) => shortOf.get(code) ?? []),
    langCultureMs,
  }))
}

export function languageCodesIn(language: Language): { code: string; name: string }[] {
  const names = namesIn(language)
  return table()
    .languages.flatMap(({ iso639_1: code }) => (code ? [{ code, name: names.language(code) }] : []))
    .toSorted((one, other) => names.order(one.name, other.name))
}

export function phoneCodesIn(language: Language): { code: string; name: string; countryCode: string }[] {
  const names = namesIn(language)
  return [...assigned]
    .flatMap((countryCode) =>
      (facts[countryCode as TCountryCode]?.phone ?? []).map((code) => ({
        code: `+${code}`,
        name: names.country(countryCode),
        countryCode,
      })),
    )
    .toSorted((one, other) => names.order(one.name, other.name))
}

export const countryIn = (language: Language, code: string): string => namesIn(language).country(code)

/** Where the whole country has one. */
export function onlyZoneOf(code: string): string | undefined {
  const region: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(`und-${code}`)
  const zones = region.getTimeZones?.() ?? []
  return zones.length === 1 ? zones[0] : undefined
}

function namesIn(language: Language) {
  const of = (type: Intl.DisplayNamesType) => new Intl.DisplayNames([language], { type, fallback: 'code' })
  const [regions, languages, currencies] = [of('region'), of('language'), of('currency')]
  const order = new Intl.Collator(language)
  // As it is written everywhere else here.
  const own = (name: string) => (language === 'zh-TW' ? name.replaceAll('台', '臺') : name)
  return {
    country: (code: string) => own(regions.of(code) ?? code),
    language: (code: string) => own(languages.of(code) ?? code),
    currency: (code: string) => own(currencies.of(code) ?? code),
    order: (one: string, other: string) => order.compare(one, other),
  }
}

function symbolOf(language: Language, currency: string): string {
  const parts = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

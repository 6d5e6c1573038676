/**
 * Facts about the world that choices are made of: option lists, countries, locales (specification.md section 3, calls.md section 7).
 * Promises: the values are those of the specification, each with a text in every language of the interface.
 * Leaves to others: which of them someone chose.
 */
import type { Country, LanguageEntry } from '#contract/site/reference.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { say, type Language } from '#server/platform/words/words.ts'
import { countries } from '#server/site/reference/countries.ts'
import { options, type OptionList } from '#server/site/reference/options.ts'
import * as places from '#server/site/reference/places.ts'
import * as world from '#server/site/reference/world.ts'

export { serveFlags } from '#server/site/reference/flags.ts'
export type { OptionList } from '#server/site/reference/options.ts'

export function isCountry(code: string): boolean {
  return countries.has(code)
}

export function isOption(list: OptionList, value: string): boolean {
  return (options[list] as readonly string[]).includes(value)
}

export type Option = { value: string; text: string }

/** Every option list, worded for this reader. */
export function bodyInfo(language: Language): Record<OptionList, Option[]> {
  const worded = ([list, values]: [string, readonly string[]]) => [
    list,
    values.map((value) => ({ value, text: textOf(language, list as OptionList, value) })),
  ]
  return Object.fromEntries(Object.entries(options).map((entry) => worded(entry) as [OptionList, Option[]])) as Record<OptionList, Option[]>
}

/** Bands are worded by rule; everything else has its own word. */
function textOf(language: Language, list: OptionList, value: string): string {
  const unit = { heights: 'cm', weights: 'kg', ages: 'age' }[list as string]
  if (!unit) return say(language, `reference.${list}.${value}`)
  const [low = '', high = ''] = value.split('_')
  if (low === 'under' || low === 'over') return say(language, `reference.${unit}.${low}`, { number: high })
  return say(language, `reference.${unit}.band`, { low, high })
}

/** Locales of the wider world as language, script where one must be told, and region. */
export function locales(): string[][] {
  return `zh-Hant-TW zh-Hant-HK zh-Hans-CN zh-Hans-SG en-US en-GB en-AU en-CA ja-JP ko-KR th-TH vi-VN id-ID ms-MY fil-PH hi-IN ar-AE he-IL tr-TR ru-RU uk-UA
    pl-PL cs-CZ sk-SK hu-HU ro-RO bg-BG el-GR de-DE de-AT de-CH fr-FR fr-CA fr-BE nl-NL nl-BE it-IT es-ES es-MX es-AR pt-PT pt-BR sv-SE nb-NO da-DK fi-FI
    sr-Latn-RS sr-Cyrl-RS hr-HR sl-SI et-EE lv-LV lt-LT`
    .split(/\s+/)
    .map((tag) => tag.split('-'))
}

/** Each list is the same for everybody who reads a language: made once. */
const inEachLanguage = <List>(make: (language: Language) => List): ((language: Language) => List) => {
  const made = new Map<Language, List>()
  return (language) => {
    const list = made.get(language) ?? make(language)
    made.set(language, list)
    return list
  }
}

export const countriesIn: (language: Language) => Country[] = inEachLanguage(world.countriesIn)
export const languageCodesIn = inEachLanguage(world.languageCodesIn)
export const phoneCodesIn = inEachLanguage(world.phoneCodesIn)
export const languageEntries = (): LanguageEntry[] => world.languageEntries()

/** @throws not_found where there is no such country */
export async function statesOf(code: string, language: Language): Promise<string[]> {
  return places.statesOf(countryNamed(code), language)
}

/** @throws not_found where there is no such country, or no such state in it */
export async function citiesOf(code: string, state: string, language: Language): Promise<string[]> {
  const cities = await places.citiesOf(countryNamed(code), state, language)
  return cities ? [...cities] : refuse('not_found')
}

function countryNamed(code: string): string {
  const upper = code.toUpperCase()
  return isCountry(upper) ? upper : refuse('not_found')
}

/** @param code undefined where nobody knows, and for the site's own network */
export function placeOf(code: string | undefined, language: Language) {
  if (code === undefined || !isCountry(code)) return {}
  const timezone = world.onlyZoneOf(code)
  return {
    countryCode: code,
    country: world.countryIn(language, code),
    region: world.continentOf(language, code),
    ...(timezone !== undefined && { timezone }),
  }
}

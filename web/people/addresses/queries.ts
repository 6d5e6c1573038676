import { query } from '#web/app/query.ts'

export type { Address } from '#contract/people/addresses.ts'

/** As many as a book holds. */
export const most = 10

export const mine = () => query('addresses.search', { limit: most })

/** What the address form offers while somebody writes. */
export const states = (countryCode: string) => query('reference.states', { countryCode })
export const cities = (countryCode: string, state: string) => query('reference.cities', { countryCode, state })

// The country of an address, from a table that ships with the program. No address leaves this machine.
import { createRequire } from 'node:module'
import maxmind, { type CountryResponse } from 'maxmind'

export interface Geo {
  /** ISO 3166-1 alpha-2, or undefined for private, reserved and unknown addresses. */
  countryOf(ip: string): string | undefined
}

/** The table of addresses and countries by @ip-location-db (the file that holds both IPv4 and IPv6). */
export async function embeddedGeo(): Promise<Geo> {
  const path = createRequire(import.meta.url).resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb')
  const reader = await maxmind.open<CountryResponse & { country_code?: string }>(path)
  return {
    countryOf(ip) {
      try {
        const found = reader.get(ip)
        return found?.country_code ?? found?.country?.iso_code
      } catch {
        return undefined
      }
    },
  }
}

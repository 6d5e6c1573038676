// Which country somebody calls from.
import type { IncomingHttpHeaders } from 'node:http'
import type { Geo } from '#server/platform/geo/geo.ts'
import { isNear, isPassedOn } from '#server/platform/http/proxies.ts'

/** This machine and private networks: not of any country, and no list of countries can hold it (ISO 3166 leaves ZZ free). */
export const ownNetwork = 'ZZ'

export interface Caller {
  /** The address of the client. */
  ip: string
  headers: IncomingHttpHeaders
  socket: { remoteAddress?: string | undefined }
}

/**
 * ISO 3166-1 alpha-2, `ownNetwork`, or undefined where nobody knows. The table is not asked of near addresses: it gives some of them to Australia.
 * Who comes through a proxy that nobody told us of has the proxy's address, near as it may be: their country is not known.
 */
export function countryOf(geo: Geo, caller: Caller): string | undefined {
  if (!isNear(caller.ip)) return geo.countryOf(caller.ip)
  return isPassedOn(caller) ? undefined : ownNetwork
}

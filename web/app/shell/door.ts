// What may stand before every page: the page shows it, and the server answers with its status (specification.md sections 2 and 4).
import type { Boot } from '#web/app/boot.ts'

export interface Marks {
  auth?: boolean
  /** Stays open in a closed country, as the rows that it reads do (contract/endpoint.ts). */
  inClosedCountry?: boolean
}

/** @param matches the routes of the page, from the outermost on */
export function closedBy(
  { me, geoBlocked, settings }: Boot,
  matches: readonly { pathname: string; handle?: unknown }[],
): 'country' | 'maintenance' | undefined {
  if (me?.roles.includes('staff')) return undefined
  if (geoBlocked && !matches.some(({ handle }) => (handle as Marks | undefined)?.inClosedCountry)) return 'country'
  if (settings.maintenanceMode && !matches.some(({ pathname }) => pathname.includes('/auth/'))) return 'maintenance'
  return undefined
}

// What may stand before every page: the page shows it, and the server answers with its status (specification.md sections 2 and 4).
import type { Boot } from '#web/app/boot.ts'

export interface Marks {
  auth?: boolean
  /** Stays open in a closed country, as the rows that it reads do (contract/endpoint.ts). */
  inClosedCountry?: boolean
  /** Shows works, or what people write to each other: not before an age was checked where that must be, though it is open in a closed country. */
  isExplicit?: boolean
}

/** @param matches the routes of the page, from the outermost on */
export function closedBy(
  { me, geoBlocked, mustAssureAge, settings }: Boot,
  matches: readonly { pathname: string; handle?: unknown }[],
): 'country' | 'maintenance' | 'age' | undefined {
  if (me?.roles.includes('staff')) return undefined
  const has = (mark: keyof Marks) => matches.some(({ handle }) => (handle as Marks | undefined)?.[mark])
  if (geoBlocked && !has('inClosedCountry')) return 'country'
  if (settings.maintenanceMode && !matches.some(({ pathname }) => pathname.includes('/auth/'))) return 'maintenance'
  return mustAssureAge && (has('isExplicit') || !has('inClosedCountry')) ? 'age' : undefined
}

// Which requests may share a page: those of visitors, in all that a page is made of. What is not named here cannot be in a page that is kept,
// because whoever draws it is given a request of these things only.
import type { FastifyRequest } from 'fastify'

/** What a shared page may be asked for with. All else in a query either makes a page somebody's own (a token, a way back), or nothing at all. */
const asked = new Set(['locale', 'tab', 'view', 'kind', 'type', 'isSale', 'gender', 'online', 'trial', 'sort', 'current', 'pageSize'])
/** What campaigns and others' sites write into links: no page reads it. */
const ofOthers = /^(?:utm_[a-z_]+|gclid|fbclid|msclkid|ttclid|twclid|igshid|mc_[ce]id)$/
/** The cookies that a page is made of. */
const cookies = ['i18nextLng', 'theme', 'tz', 'analytics'] as const

export interface Shared {
  /** All that the page depends on, as one text. */
  name: string
  /** Path and query, without what no page reads. */
  url: string
}

/**
 * Undefined for whoever may be signed in, and for what is asked for with a query of one's own.
 * @param country of the caller, if it is known
 */
export function sharedBy(request: FastifyRequest, country: string | undefined): Shared | undefined {
  if (request.cookies['token'] !== undefined) return undefined
  const at = URL.parse(`http://localhost${request.url}`)
  if (!at) return undefined
  const query = new URLSearchParams()
  for (const [key, value] of at.searchParams) {
    if (ofOthers.test(key)) continue
    if (!asked.has(key)) return undefined
    query.append(key, value)
  }
  query.sort()
  const url = at.pathname + (query.size > 0 ? `?${query}` : '')
  const told = cookies.map((each) => request.cookies[each] ?? null)
  return { url, name: JSON.stringify([request.headers.host ?? '', url, country ?? null, ...told]) }
}

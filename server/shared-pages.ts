// Which requests may share a page: those of visitors, in all that a page is made of. What is not named here cannot be in a page that is kept,
// because whoever draws it is given a request of these things only.
import type { FastifyRequest } from 'fastify'
import { kept } from '#contract/kept.ts'
import { closedAmong } from '#server/windows/promos/promos.ts'
import { languages } from '#server/platform/words/words.ts'

/** What a shared page may be asked for with. All else in a query either makes a page somebody's own (a token, a way back), or nothing at all. */
const asked = new Set([
  'locale',
  'tab',
  'view',
  'kind',
  'type',
  'isSale',
  'gender',
  'online',
  'live',
  'trial',
  'sort',
  'current',
  'pageSize',
])
/** What campaigns, others' sites and creators' links write into addresses: no page is made of it. The browser reads `ref` by itself (web/app/arrival.ts). */
const ofOthers = /^(?:ref|utm_[a-z_]+|gclid|fbclid|msclkid|ttclid|twclid|igshid|mc_[ce]id)$/
/** The cookies that a page is made of, and what it reads in each: other values are the same page, and make no other name. */
const cookies: Readonly<Record<string, (said: string) => string | undefined>> = {
  i18nextLng: (said) => languages.find((language) => language === said),
  // Whatever is not dark is light (specification.md section 2); without the cookie it is what the site begins with.
  theme: (said) => (said === 'dark' ? 'dark' : 'light'),
  tz: zoneNamed,
  // What this browser put away of what the site puts forward.
  promos: closedAmong,
  analytics: (said) => ['yes', 'no'].find((answer) => answer === said),
}

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
  const told = Object.entries(cookies).map(([name, read]) => {
    const said = request.cookies[name]
    return (said !== undefined && read(said)) || null
  })
  return { url, name: JSON.stringify([request.headers.host ?? '', url, country ?? null, ...told]) }
}

const zone = kept((name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
})

/** The zone by its own name; undefined where there is none of this name. */
export function zoneNamed(name: string): string | undefined {
  return name.length <= 64 ? zone(name) : undefined
}

// How a page looks where somebody passes its address on: what a visitor may see of it, and never more (calls.md, decisions: Free).
import type { Boot } from '#web/app/boot.ts'

interface Share {
  url: string
  width: number
  height: number
}

/** As works, profiles and pages of the site travel: what of them a card takes. */
interface Named {
  title?: string
  name?: string
  performer?: { name: string }
  description?: string
  text?: string
  tagline?: string
  summary?: string
  share?: Share
}

interface Page {
  boot: Boot
  /** What the page's loader answered. */
  data: unknown
  /** Where this site stands; '' where nobody has said. */
  origin: string
  path: string
  /** What this place is, in one breath. */
  lead: string
}

/** Tags for the page's head. A member's page says no more than the site's name: what opens for them is not for whoever reads it over their shoulder. */
export function cardOf({ boot: { settings, me }, data, origin, path, lead }: Page): string {
  const { siteName, logoUrl } = settings
  const found = me ? undefined : subjectOf(data)
  const share = found?.share
  const title = found && (found.title || found.tagline || found.performer?.name || found.name)
  const words = found?.text || found?.description || found?.tagline || found?.summary
  const image = new URL(share?.url ?? (logoUrl || '/card.jpg'), origin || 'http://localhost').href
  return [
    ['og:type', 'website'],
    ['og:site_name', siteName],
    ['og:title', title || siteName],
    ['og:description', firstOf(words && words !== title ? words : lead)],
    ...(origin ? [['og:url', origin + path]] : []),
    // An address must be whole to be of use elsewhere.
    ...(origin ? [['og:image', image]] : []),
    ...(origin && share
      ? [
          ['og:image:width', String(share.width)],
          ['og:image:height', String(share.height)],
        ]
      : []),
    ['twitter:card', 'summary_large_image'],
  ]
    .map(([property = '', content = '']) => `<meta property="${property}" content="${escaped(content)}">`)
    .join('')
}

/** The work, the person or the text that a page is about: its loader answers it, or something that holds it. */
function subjectOf(data: unknown): Named | undefined {
  const isSubject = (each: unknown): each is Named =>
    typeof each === 'object' && each !== null && ('canView' in each || 'joinedAt' in each || 'summary' in each)
  if (isSubject(data)) return data
  return typeof data === 'object' && data !== null ? Object.values(data).find(isSubject) : undefined
}

const letters = 200
function firstOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const all = Array.from(line)
  return all.length > letters ? `${all.slice(0, letters - 1).join('')}…` : line
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

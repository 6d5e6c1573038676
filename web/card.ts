// How a page looks where somebody passes its address on: what a visitor may see of it, and never more (calls.md, decisions: Free).
import type { Boot } from '#web/app/boot.ts'
import { escaped, tag } from '#web/head-tags.ts'
import { type Found, isOpen, titleOf, wordsOf } from '#web/subject.ts'

interface Page {
  boot: Boot
  /** What the page shows to everybody; undefined where it shows nothing of the kind. */
  found: Found | undefined
  /** Where this site stands; '' where nobody has said. */
  origin: string
  /** The address that the page is known by. */
  path: string
  /** What this place is, in one breath. */
  lead: string
}

/** Of what is no page of its own kind, `website`. */
const types: Readonly<Record<Found['is'], string>> = {
  feed: 'article',
  gallery: 'article',
  video: 'video.other',
  product: 'product',
  profile: 'profile',
  article: 'article',
}

/** Tags for the page's head. */
export function cardOf({ boot: { settings, locale }, found, origin, path, lead }: Page): string {
  const { siteName, logoUrl, supportedLocales } = settings
  const share = found && isOpen(found) ? found.subject.share : undefined
  const title = found && titleOf(found)
  const words = found && wordsOf(found)
  const image = new URL(share?.url ?? (logoUrl || '/card.jpg'), origin || 'http://localhost').href
  const spelled = (name: string) => name.replace('-', '_')
  return [
    ['og:type', found ? types[found.is] : 'website'],
    ['og:site_name', siteName],
    ['og:locale', spelled(locale)],
    ...supportedLocales.filter((each) => each !== locale).map((each) => ['og:locale:alternate', spelled(each)]),
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
    ...(origin ? [['og:image:alt', title || siteName]] : []),
  ]
    .map(([property = '', content = '']) => `<meta property="${property}" content="${escaped(content)}">`)
    .concat(tag('meta', { name: 'twitter:card', content: 'summary_large_image' }))
    .join('')
}

const letters = 200
export function firstOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const all = Array.from(line)
  return all.length > letters ? `${all.slice(0, letters - 1).join('')}…` : line
}

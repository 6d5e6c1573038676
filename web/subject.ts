// What a page is about, as far as whoever reads its head may know: a work, a person or a text of the site's, found among what its loader answered.
import { isListed, isOrdered, pageOf, type StoredKind, type WorkKind } from '#contract/catalogue/kind-names.ts'

/** As works, profiles and pages of the site travel: what of them a head takes. */
interface Subject {
  _id: string
  slug?: string
  username?: string
  title?: string
  name?: string
  performer?: { name: string; username: string }
  description?: string
  text?: string
  tagline?: string
  summary?: string
  bio?: string
  share?: { url: string; width: number; height: number }
  canView?: boolean
  isSale?: string
  duration?: number
  tags?: readonly string[]
  createdAt?: string
  updatedAt?: string
  joinedAt?: string
  publishedAt?: string
  path?: string
  locale?: string
}

type Kind = WorkKind | 'profile' | 'article'

export interface Found {
  is: Kind
  subject: Subject
}

/** By the address of the route. */
const kinds: Readonly<Record<string, Kind>> = {
  'posts/:postId': 'feed',
  'galleries/:galleryId': 'gallery',
  'videos/:videoId': 'video',
  'products/:productId': 'product',
  ':profileId': 'profile',
  'pages/:slug': 'article',
  'blog/:slug': 'article',
  terms: 'article',
  privacy: 'article',
}

/** @param data what the page's loader answered, to a visitor */
export function foundIn(route: string, data: unknown): Found | undefined {
  const is = kinds[route]
  const subject = is && among(data)
  return subject && { is, subject }
}

/** The loader answers it, or something that holds it. */
function among(data: unknown): Subject | undefined {
  const isSubject = (each: unknown): each is Subject =>
    typeof each === 'object' && each !== null && ('canView' in each || 'joinedAt' in each || 'summary' in each)
  if (isSubject(data)) return data
  return typeof data === 'object' && data !== null ? Object.values(data).find(isSubject) : undefined
}

export const isWork = (is: Kind): is is WorkKind => isListed(is as StoredKind)

/**
 * Whether visitors find here what it is about. A locked work says its title or tagline and no more, whatever its answer holds; the page of goods
 * holds nothing back but from those who must follow or subscribe first.
 */
export function isOpen({ is, subject: { canView, isSale } }: Found): boolean {
  return canView !== false || (isWork(is) && isOrdered(is) && (isSale === 'free' || isSale === 'ppv'))
}

export function titleOf({ is, subject: { title, tagline, performer, name, username } }: Found): string | undefined {
  if (is === 'profile') return `${name} (@${username})`
  return title || tagline || performer?.name || name
}

export function wordsOf(found: Found): string | undefined {
  const { text, description, tagline, summary, bio } = found.subject
  return (isOpen(found) && (text || description)) || tagline || summary || bio || undefined
}

/** One address of each, whatever it was asked for by; undefined where its own page's is that. */
export function placeOf({ is, subject: { _id: id, slug, username, path } }: Found): string | undefined {
  if (is === 'profile') return username && `/${username}`
  return isWork(is) ? pageOf({ kind: is, slug: slug ?? null, id }) : path
}

// What a page's head tells those who list pages: its one address, the same in the other languages, whether it may be listed at all, and in the words of
// schema.org what a visitor finds there. Of a locked work nothing is said here, and it is listed nowhere.
import type { Boot } from '#web/app/boot.ts'
import { pathIn } from '#web/app/locale.ts'
import { firstOf } from '#web/card.ts'
import { tag } from '#web/head-tags.ts'
import { type Found, isOpen, isWork, placeOf, titleOf, wordsOf } from '#web/subject.ts'

/** Pages that visitors come to by themselves, by the address of their route; of works and people what is found decides. What is not named is listed nowhere. */
export const listedRoutes: ReadonlySet<string> = new Set([
  '',
  'home',
  'explore',
  'videos',
  'galleries',
  'shop',
  'live',
  'blog',
  'terms',
  'privacy',
  'ledger',
  'contact',
  'pages/:slug',
  'blog/:slug',
  'posts/:postId',
  'galleries/:galleryId',
  'videos/:videoId',
  'products/:productId',
  ':profileId',
])

interface Page {
  boot: Boot
  /** The address of the route that matched. */
  route: string
  found: Found | undefined
  origin: string
  /** Without the language. */
  path: string
  /** Whether this site lists it now, for whoever asks from there. */
  mayBeListed: boolean
}

function isListed({ route, found, mayBeListed }: Pick<Page, 'route' | 'found' | 'mayBeListed'>): boolean {
  if (!mayBeListed || !listedRoutes.has(route)) return false
  return route.includes(':') ? found !== undefined && isOpen(found) : true
}

/** The address that a page is known by: of a work with its slug, of a person with their name. Without the language. */
export const knownAs = (found: Found | undefined, path: string): string => (found && placeOf(found)) ?? path

/** Tags for the page's head. */
export function listingOf(page: Page): string {
  const { boot, found, origin, path } = page
  if (!isListed(page)) return tag('meta', { name: 'robots', content: 'noindex' })
  if (!origin) return ''
  const { supportedLocales, defaultLocale } = boot.settings
  const at = (locale: Boot['locale']) => addressOf(origin, pathIn(locale, defaultLocale, knownAs(found, path)))
  return [
    tag('link', { rel: 'canonical', href: at(boot.locale) }),
    ...(supportedLocales.length > 1
      ? [...supportedLocales.map((locale) => [locale, at(locale)] as const), ['x-default', at(defaultLocale)] as const].map(
          ([hreflang, href]) => tag('link', { rel: 'alternate', hreflang, href }),
        )
      : []),
    ...told(page, at(boot.locale)).map(dataBlock),
  ].join('')
}

const addressOf = (origin: string, path: string) => new URL(path || '/', origin).href

/** Told to programs only: not a script that runs, so no rule of the page's policy is about it. */
function dataBlock(data: object): string {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data })
  return `<script type="application/ld+json">${json.replace(/[<>&\u2028\u2029]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)}</script>`
}

function told(page: Page, url: string): object[] {
  const { route, boot, found } = page
  const { siteName } = boot.settings
  if (route === '') return [{ '@type': 'WebSite', name: siteName, url, inLanguage: boot.locale }]
  // Whatever is signed in sees more than others: theirs is nobody's to list.
  if (!found || boot.me) return []
  const what = thing(page, found, url)
  return [...(what ? [what] : []), ...crumbs(page, found, url)]
}

function thing({ boot: { settings, locale }, origin }: Page, found: Found, url: string): object | undefined {
  const { is, subject } = found
  const name = titleOf(found)
  const words = wordsOf(found)
  const description = words && words !== name ? { description: firstOf(words) } : {}
  const image = subject.share && new URL(subject.share.url, origin).href
  const { performer, createdAt, updatedAt, tags = [], publishedAt, duration } = subject
  const maker = performer && { '@type': 'Person', name: performer.name, url: addressOf(origin, `/${performer.username}`) }
  const common = {
    url,
    ...description,
    ...(image && { image }),
    ...(tags.length > 0 && is !== 'product' && { keywords: tags.join(', ') }),
  }
  const made = { ...common, ...(maker && { author: maker }), datePublished: createdAt, dateModified: updatedAt }
  switch (is) {
    case 'profile':
      return {
        '@type': 'ProfilePage',
        url,
        dateCreated: subject.joinedAt,
        mainEntity: { '@type': 'Person', name: subject.name, alternateName: subject.username, url, ...description },
      }
    case 'feed':
      return { '@type': 'SocialMediaPosting', headline: name, ...made }
    case 'gallery':
      return { '@type': 'ImageGallery', name, ...made }
    case 'video':
      // Without a picture that anyone may see, it is none that those who list could show.
      if (!image) return undefined
      return {
        '@type': 'VideoObject',
        name,
        ...made,
        description: description.description ?? name,
        thumbnailUrl: image,
        uploadDate: createdAt,
        ...(duration !== undefined && { duration: `PT${Math.round(duration)}S` }),
      }
    case 'product':
      // An offer's price is of a currency of ISO 4217 and tokens are none: what it costs stands on the page.
      return { '@type': 'Product', name, ...common, ...(maker && { brand: { '@type': 'Brand', name: maker.name } }) }
    case 'article':
      return {
        '@type': subject.path?.startsWith('/blog/') ? 'BlogPosting' : 'WebPage',
        headline: name,
        name,
        url,
        ...description,
        datePublished: publishedAt,
        inLanguage: subject.locale ?? locale,
        author: { '@type': 'Organization', name: settings.siteName, url: addressOf(origin, '/') },
      }
  }
}

/** The way to it: the site, whose it is, and itself. */
function crumbs({ boot: { settings, locale }, origin }: Page, found: Found, url: string): object[] {
  const { is, subject } = found
  const at = (path: string) => addressOf(origin, pathIn(locale, settings.defaultLocale, path))
  const between = isWork(is) && subject.performer ? [{ name: subject.performer.name, item: at(`/${subject.performer.username}`) }] : []
  const way = [{ name: settings.siteName, item: at('/') }, ...between, { name: titleOf(found) ?? settings.siteName, item: url }]
  return [
    {
      '@type': 'BreadcrumbList',
      itemListElement: way.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
    },
  ]
}

// What a site needs to be kept on a screen and to be told of news: the service worker, its page for when the network is away, the manifest and its icons.
import type { FastifyInstance } from 'fastify'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { kept } from '#contract/kept.ts'
import { directions } from '#contract/locales.ts'
import type { Database } from '#server/platform/db/db.ts'
import { languageOf, languages, say, type Language } from '#server/platform/words/words.ts'
import { current } from '#server/site/settings/settings.ts'

const source = join(import.meta.dirname, '../web/public/sw.js')

/** A worker has the policy of its own answer: it asks this site, and nobody else. */
const workerPolicy = "default-src 'none'; connect-src 'self'"
const bare = "default-src 'none'; style-src 'unsafe-inline'"

export function serveWorker(http: FastifyInstance, db: Database): void {
  http.get('/sw.js', async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .header('content-security-policy', workerPolicy)
      .type('text/javascript; charset=utf-8')
      .send(createReadStream(source)),
  )
  http.get<{ Querystring: { locale?: string } }>('/manifest.webmanifest', async (request, reply) => {
    const { siteName, defaultLocale, supportedLocales, defaultTheme } = await current(db)
    const asked = supportedLocales.find((each) => each === request.query.locale) ?? defaultLocale
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('application/manifest+json; charset=utf-8')
      .send(manifestOf({ name: siteName, locale: asked, isDefault: asked === defaultLocale, theme: defaultTheme }))
  })
  for (const { name, size, isMaskable } of icons) {
    http.get(`/${name}.png`, async (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=86400')
        .type('image/png')
        .send(await drawn(`${size} ${isMaskable}`)),
    )
  }
  http.get<{ Querystring: { locale?: string; theme?: string } }>('/offline', async ({ query: { locale, theme } }, reply) => {
    const language = languages.find((each) => each === locale) ?? languageOf(locale)
    return reply
      .header('cache-control', 'public, max-age=3600')
      .header('content-security-policy', bare)
      .header('x-robots-tag', 'noindex')
      .type('text/html; charset=utf-8')
      .send(offlinePage(language, theme === 'dark'))
  })
}

const icons = [
  { name: 'icon-192', size: 192, isMaskable: false },
  { name: 'icon-512', size: 512, isMaskable: false },
  { name: 'icon-maskable-512', size: 512, isMaskable: true },
  // Cut into a shape by iOS, which knows no other word for it.
  { name: 'icon-apple-180', size: 180, isMaskable: true },
] as const

/** What a browser draws around the page: the ground of each theme, as the page has it. */
export const grounds = { dark: '#0b0f14', light: '#f6f3ed' } as const

const shortcuts = ['explore', 'messages', 'notifications', 'wallet'] as const

interface Site {
  name: string
  locale: Language
  /** The language whose pages wear no prefix. */
  isDefault: boolean
  theme: keyof typeof grounds
}

/** The same application in every language: a browser that has it goes on with its own address, whatever page it was put on a screen from. */
function manifestOf({ name, locale, isDefault, theme }: Site) {
  const at = (path: string) => `${isDefault ? '' : `/${locale}`}${path}`
  return {
    name,
    short_name: name,
    description: say(locale, 'shell.adultsOnly', { site: name }),
    lang: locale,
    dir: 'ltr',
    id: '/',
    start_url: at('/home'),
    scope: '/',
    display: 'standalone',
    background_color: grounds[theme],
    theme_color: grounds[theme],
    categories: ['entertainment', 'social'],
    icons: icons.map(({ name: file, size, isMaskable }) => ({
      src: `/${file}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: isMaskable ? 'maskable' : 'any',
    })),
    shortcuts: shortcuts.map((place) => ({
      name: say(locale, `shell.${place}`),
      url: at(`/${place}`),
      icons: [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }],
    })),
  }
}

/** Tags for every page's head: the manifest in its language, the colours of both themes, and what iOS reads instead of the manifest. */
export function installTags({ siteName }: { siteName: string }, locale: Language, theme: keyof typeof grounds): string {
  const name = siteName.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return [
    `<link rel="manifest" href="/manifest.webmanifest?locale=${locale}">`,
    `<meta name="theme-color" content="${grounds[theme]}">`,
    '<link rel="apple-touch-icon" href="/icon-apple-180.png">',
    '<meta name="mobile-web-app-capable" content="yes">',
    '<meta name="apple-mobile-web-app-capable" content="yes">',
    `<meta name="apple-mobile-web-app-title" content="${name}">`,
    '<meta name="apple-mobile-web-app-status-bar-style" content="default">',
  ].join('')
}

/** The site's mark. One that is cut into a shape by the system fills its square, with the door in the middle. */
const drawn = kept(async (name: string) => {
  const [size = '192', isMaskable] = name.split(' ')
  const door = '<path d="M9 5.5 17 8v17H9Z" fill="#42b1e8"/><circle cx="15" cy="16" r="1.2" fill="#0e1722"/>'
  const mark =
    isMaskable === 'true'
      ? `<rect width="26" height="26" fill="#0e1722"/><g transform="translate(4.4 3.6) scale(.66)">${door}</g>`
      : `<rect x="1" y="1" width="24" height="24" rx="6" fill="#0e1722"/>${door}`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26" width="${size}" height="${size}">${mark}</svg>`
  return sharp(Buffer.from(svg), { density: 300 }).resize(Number(size), Number(size)).png().toBuffer()
})

/** The ghost light with a cut cable. It stands alone: where it is shown nothing can be fetched. */
function offlinePage(language: Language, isDark: boolean): string {
  const [ground, text, muted] = isDark ? [grounds.dark, '#eef3f7', '#9aa8b6'] : [grounds.light, '#0e1722', '#5b6673']
  const folds = [0, 15, 30, 45].map(
    (x, place) =>
      `<g fill="#2c3b49" opacity="${0.95 - place * 0.22}"><rect x="${x}" width="16" height="280"/><rect x="${304 - x}" width="16" height="280"/></g>`,
  )
  return `<!doctype html>
<html lang="${language}" dir="${directions[language]}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>${say(language, 'offline.title')}</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: ${ground}; color: ${text}; font: 16px/1.7 -apple-system, "PingFang TC", "Noto Sans TC", "Microsoft JhengHei", sans-serif; padding: 24px; box-sizing: border-box }
  main { display: grid; gap: 32px; width: 100%; max-width: 340px; text-align: center }
  svg { width: 100%; border-radius: 20px }
  h1 { font-size: 28px; line-height: 1.3; margin: 0 0 8px }
  p { color: ${muted}; margin: 0 }
  a { display: inline-block; margin-top: 24px; padding: 12px 28px; border-radius: 999px; background: #42b1e8; color: #06202e; font-weight: 600; text-decoration: none }
  a:focus-visible { outline: 2px solid ${text}; outline-offset: 3px }
</style>
<main>
  <svg viewBox="0 0 320 280" aria-hidden="true"><defs><radialGradient id="g"><stop stop-color="#f3d48a" stop-opacity=".8"/><stop offset=".3" stop-color="#f3d48a" stop-opacity=".25"/><stop offset="1" stop-color="#f3d48a" stop-opacity="0"/></radialGradient></defs><rect width="320" height="280" fill="#18222c"/><rect y="208" width="320" height="72" fill="#121a22"/><circle cx="160" cy="108" r="132" fill="url(#g)"/><ellipse cx="160" cy="234" rx="92" ry="14" fill="#f3d48a" opacity=".34"/><path d="M160 140V232M136 234H184" stroke="#0a0e13" stroke-width="4.5" stroke-linecap="round"/><circle cx="160" cy="108" r="17" fill="#fbe3a6"/><path d="M152 122h16v14h-16Z" fill="#0a0e13"/><g fill="none" stroke="#0a0e13" stroke-width="2" opacity=".75"><ellipse cx="160" cy="108" rx="26" ry="31"/><ellipse cx="160" cy="108" rx="11" ry="31"/><path d="M134 108h52"/></g><path d="M184 234c22 6 30-10 48-4M252 232c14-4 22 6 40 2" fill="none" stroke="#42b1e8" stroke-width="3" stroke-linecap="round"/>${folds.join('')}</svg>
  <div>
    <h1>${say(language, 'offline.title')}</h1>
    <p>${say(language, 'offline.lead')}</p>
    <a href="">${say(language, 'offline.again')}</a>
  </div>
</main>
</html>
`
}

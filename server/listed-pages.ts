// What those who list pages ask for: robots.txt and the sitemap. A country may see another one, so nobody in between keeps them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countryOf } from '#server/platform/http/country.ts'
import { retryAfterSeconds } from '#server/platform/http/errors.ts'
import { limitOf, rates } from '#server/platform/http/rate.ts'
import type { Surroundings } from '#server/platform/http/serve.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import * as settings from '#server/site/settings/settings.ts'
import * as sitemap from '#server/windows/sitemap/sitemap.ts'

const rules = readFileSync(join(import.meta.dirname, '../web/public/robots.txt'), 'utf8')

export function serveListing(http: FastifyInstance, { db, geo, rateLimitFactor }: Surroundings): void {
  const limit = limitOf(http, 'listing', rates.page, rateLimitFactor)
  const from = (request: FastifyRequest) => countryOf(geo, request)
  http.get('/robots.txt', async (request, reply) => {
    const isListed = await sitemap.mayBeListed(db, from(request))
    const named = isListed && siteUrl() ? `\nSitemap: ${new URL('/sitemap.xml', siteUrl()).href}\n` : ''
    return reply
      .header('cache-control', 'private, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(rules + named)
  })
  http.get('/sitemap.xml', async (request, reply) => {
    await limit.count(request)
    if ((await settings.current(db)).maintenanceMode) return shut(reply)
    const parts = await sitemap.parts(db, from(request))
    if (parts.length === 0) return reply.callNotFound()
    const listed = parts.map((name) => `<sitemap><loc>${addressOf(`/sitemap-${name}.xml`)}</loc></sitemap>`)
    return xml(reply, `<sitemapindex xmlns="${schema}">${listed.join('')}</sitemapindex>`)
  })
  http.get<{ Params: { name: string } }>('/sitemap-:name.xml', async (request, reply) => {
    await limit.count(request)
    const { maintenanceMode, supportedLocales, defaultLocale } = await settings.current(db)
    if (maintenanceMode) return shut(reply)
    const pages = await sitemap.part(db, from(request), request.params.name)
    if (!pages) return reply.callNotFound()
    const entries = pages.flatMap((page) => entriesOf(page, supportedLocales, defaultLocale))
    return xml(reply, `<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">${entries.join('')}</urlset>`)
  })
}

const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** For a while: whoever asks then forgets nothing that they knew. */
function shut(reply: FastifyReply): FastifyReply {
  return reply.code(503).header('retry-after', String(retryAfterSeconds.unavailable)).header('cache-control', 'no-store').send('')
}

function xml(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .header('cache-control', 'private, max-age=3600')
    .header('x-robots-tag', 'noindex')
    .type('application/xml; charset=utf-8')
    .send(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`)
}

/** As XML writes it. */
function addressOf(path: string): string {
  return new URL(path, siteUrl()).href.replaceAll('&', '&amp;').replaceAll("'", '&apos;')
}

/** One for each language that it is there in, each of which names them all. */
function entriesOf({ path, changedAt, locales }: sitemap.Listed, supported: readonly string[], byDefault: string): string[] {
  const there = supported.filter((locale) => !locales || locales.some((each) => each === locale))
  const at = (locale: string) => addressOf(locale === byDefault ? path : `/${locale}${path === '/' ? '' : path}`)
  const others = there.length > 1 ? there.map((locale) => `<xhtml:link rel="alternate" hreflang="${locale}" href="${at(locale)}"/>`) : []
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return there.map((locale) => `<url><loc>${at(locale)}</loc>${changed}${others.join('')}</url>`)
}

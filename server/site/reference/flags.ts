// Flags of countries, as pictures that everybody may keep for a month.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { countries } from '#server/site/reference/countries.ts'

const { resolve } = createRequire(import.meta.url)

/** `/api/flags/tw.svg`; 404 for what is no country. */
export function serveFlags(http: FastifyInstance): void {
  http.get<{ Params: { name: string } }>('/api/flags/:name', async (request, reply) => {
    const code = /^([a-z]{2})\.svg$/.exec(request.params.name.toLowerCase())?.[1]
    if (code === undefined || !countries.has(code.toUpperCase())) return reply.callNotFound()
    const picture = await readFile(resolve(`flag-icons/flags/4x3/${code}.svg`))
    return reply
      .type('image/svg+xml')
      .headers({
        'cache-control': 'public, max-age=2592000',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      })
      .send(picture)
  })
}

// The way to a performer's page for a camera: drawn when it is asked for, as a picture to print (SVG) or to post (PNG). It holds the address, with the code of
// their link (windows/referrals) where that was asked for, and nothing else.
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { renderSVG } from 'uqr'
import { kept } from '#contract/kept.ts'
import * as accounts from '#server/people/accounts/accounts.ts'
import * as blocks from '#server/people/blocks/blocks.ts'
import { countryOf } from '#server/platform/http/country.ts'
import { limitOf, rates } from '#server/platform/http/rate.ts'
import type { Surroundings } from '#server/platform/http/serve.ts'
import { siteUrl } from '#server/platform/mail/mail.ts'
import * as referrals from '#server/windows/referrals/referrals.ts'

const pixels = 1024

export function serveQrCodes(http: FastifyInstance, { db, geo, rateLimitFactor }: Surroundings): void {
  const limit = limitOf(http, 'qr', rates.page, rateLimitFactor)
  http.get<{ Params: { file: string }; Querystring: { ref?: string } }>('/qr/:file', async (request, reply) => {
    await limit.count(request)
    const [, username, type] = /^([a-z0-9._]{3,30})\.(svg|png)$/.exec(request.params.file) ?? []
    const found = username && siteUrl() ? await accounts.findByName(db, username) : undefined
    const isThere = found?.role === 'performer' && found.state === 'active' && found.username === username
    if (!isThere || (await blocks.checkCountry(db, countryOf(geo, request), found.id)).blocked) return reply.callNotFound()
    const { ref } = request.query
    const isTheirs =
      ref === undefined || (typeof ref === 'string' && ref.length <= 24 && (await referrals.performerOf(db, ref)) === found.id)
    if (!isTheirs) return reply.callNotFound()
    const svg = drawn(new URL(`/${username}${ref === undefined ? '' : `?ref=${ref}`}`, siteUrl()).href)
    return reply
      .header('cache-control', 'private, max-age=3600')
      .type(type === 'svg' ? 'image/svg+xml' : 'image/png')
      .send(type === 'svg' ? svg : await sharp(Buffer.from(svg)).resize(pixels, pixels, { kernel: 'nearest' }).png().toBuffer())
  })
}

/** With the quiet ground around it that cameras want. */
const drawn = kept((address: string) => renderSVG(address, { ecc: 'M', border: 4 }), 500)

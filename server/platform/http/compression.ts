// Pages and answers leave compressed, by what the client takes. Only what is whole in memory is: files are compressed when they are
// built, streams (films, downloads, sockets) are never touched. SECURITY.md, Compression, says what stays as it is, and why.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib'

export type Encoding = 'zstd' | 'br' | 'gzip'
/** The first that the client likes best: zstd takes a fifth of Brotli's time for 4 % more bytes. */
const encodings: readonly Encoding[] = ['zstd', 'br', 'gzip']

/** Below this a header more costs as much as the bytes less are worth. */
const leastBytes = 1024
/** Up to this a compression is over sooner than a thread could be asked for it. */
const mostAtOnce = 256 * 1024

const kinds = /^(?:text\/(?!event-stream)|application\/(?:json|[a-z.+-]+\+json|javascript|xml)|image\/svg\+xml)/

export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || !isCompressible(reply)) return payload
    varyBy(reply, 'accept-encoding')
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (!encoding || request.method === 'HEAD' || isTelling(request, reply)) return payload
    const body = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (body.length < leastBytes) return payload
    void reply.header('content-encoding', encoding).removeHeader('content-length')
    return compressed(body, encoding)
  })
}

function isCompressible(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type')
  if (typeof type !== 'string' || !kinds.test(type)) return false
  return reply.statusCode !== 206 && !reply.hasHeader('content-encoding') && !reply.hasHeader('content-range')
}

/**
 * Whether the length of this answer would tell what is in it. Whoever reads lengths on the way, and chooses a part of the page by an address that
 * they send a person to, finds out the rest byte by byte (BREACH). So what is somebody's own is compressed only where our own pages or the
 * person asked for it, or where the address chooses nothing; and what hands out a session never.
 */
function isTelling(request: FastifyRequest, reply: FastifyReply): boolean {
  if (reply.hasHeader('set-cookie')) return true
  const isSomebodys = request.cookies['token'] !== undefined || request.cookies['eighteen_day'] !== undefined
  if (!isSomebodys) return false
  const from = request.headers['sec-fetch-site']
  if (from === 'same-origin' || from === 'none') return false
  return request.url.includes('?') || reply.statusCode !== 200
}

/** What the client takes, by its own order and then ours; undefined where it wants the bytes as they are, or says nothing that we understand. */
export function encodingOf(header: string | undefined): Encoding | undefined {
  const wanted = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((each) => each.trim())
    const quality = parameters.find((each) => each.startsWith('q='))
    wanted.set(name, quality === undefined ? 1 : Number(quality.slice(2)))
  }
  let best: Encoding | undefined
  let most = 0
  for (const each of encodings) {
    const quality = wanted.get(each) ?? 0
    if (quality > most && quality <= 1) [best, most] = [each, quality]
  }
  return best
}

const [asBrotli, asGzip, asZstd] = [promisify(brotliCompress), promisify(gzip), promisify(zstdCompress)]

export function compressed(body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (encoding === 'zstd') return body.length <= mostAtOnce ? zstdCompressSync(body) : asZstd(body)
  if (encoding === 'gzip') return asGzip(body, { level: 5 })
  return asBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })
}

function varyBy(reply: FastifyReply, name: string): void {
  const before = reply.getHeader('vary')
  void reply.header('vary', before ? `${String(before)}, ${name}` : name)
}

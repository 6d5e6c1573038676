// How bytes leave: whole, in the part that was asked for, or as an attachment; and not a moment longer than the right lasts.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Rendition } from '#server/media/files/queries.ts'
import { refuse } from '#server/platform/refusals/refusal.ts'
import { NotOpened } from '#server/platform/storage/seal.ts'
import { store } from '#server/platform/storage/store.ts'

export interface Sending {
  etag: string
  /** The same for everyone and for ever. */
  isPublic: boolean
  /** Of a download: what it is saved as. */
  saveAs?: string
  /** Sealed, and still sent in parts: a film is looked at from anywhere. */
  isSealedInParts?: true
  /** Asked before the first byte leaves, whether all of it was asked for or a part. What it throws is the answer. */
  begins: (isWhole: boolean) => Promise<void>
  /** Asked while it is being sent. */
  goesOn: () => Promise<boolean>
  askEveryMs: number
}

export async function send(request: FastifyRequest, reply: FastifyReply, found: Rendition, sending: Sending): Promise<FastifyReply> {
  const { etag, isPublic, saveAs } = sending
  const isWholeOnly = found.sealed && !sending.isSealedInParts
  if (request.headers['if-none-match'] === etag) {
    prepare(reply, isPublic)
    return reply.header('etag', etag).code(304).send()
  }
  // Whatever the row says: what is there is what can be sent.
  const size = found.sealed ? found.bytes : await store.size(found.key)
  if (size === undefined) return refuse('not_found')
  const part = isWholeOnly ? undefined : partOf(request, etag, size)
  // Nothing is promised before the first bytes are there: what does not open is said so, and never saved as what was asked for.
  const body = part === 'none' ? undefined : await begun(found.sealed ? store.readSealed(found.key, part) : store.read(found.key, part))
  if (body && request.method !== 'HEAD')
    await sending.begins(request.headers.range === undefined).catch((no: unknown) => {
      body.destroy()
      throw no
    })
  prepare(reply, isPublic)
  void reply.header('etag', etag)
  void reply.type(found.mediaType ?? 'image/jpeg')
  if (saveAs !== undefined) void reply.header('content-disposition', attachment(saveAs))
  if (!isWholeOnly) void reply.header('accept-ranges', 'bytes')
  if (!body || part === 'none')
    return reply.code(416).header('content-range', `bytes */${size}`).removeHeader('etag').type('text/plain').send('')
  const { start, end } = part || { start: 0, end: size - 1 }
  void reply.header('content-length', end - start + 1)
  if (part) void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  // Whoever asks for the head only is told everything but the bytes.
  if (request.method === 'HEAD') {
    body.destroy()
    return reply.send(Readable.from([]))
  }
  return reply.send(guarded(body, sending))
}

/** Resolves when the first bytes can be read. @throws NotOpened */
function begun(bytes: Readable): Promise<Readable> {
  return new Promise((resolve, failed) => {
    // It goes on listening: a failure between here and whoever sends must find somebody.
    bytes.on('error', (cause) => failed(new NotOpened('what is kept cannot be read', { cause })))
    bytes.once('readable', () => resolve(bytes))
  })
}

/** A playlist carries addresses of this moment: nobody keeps it. */
export function sendPlaylist(reply: FastifyReply, text: string): FastifyReply {
  prepare(reply, false)
  return reply.header('cache-control', 'private, no-store').type('application/vnd.apple.mpegurl').send(text)
}

function prepare(reply: FastifyReply, isPublic: boolean): void {
  void reply.headers({
    // A browser may keep a protected picture for as long as losing the right may take to show.
    'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, max-age=10',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    ...(isPublic && { 'cross-origin-resource-policy': 'cross-origin' }),
  })
}

/**
 * One range, as players ask for it. Undefined: all of it, which is also the answer to several ranges and to what is no range at all.
 * `none`: nothing of what was asked for is there.
 */
function partOf(request: FastifyRequest, etag: string, size: number): { start: number; end: number } | 'none' | undefined {
  const { range } = request.headers
  const condition = request.headers['if-range']
  if (!range || (condition !== undefined && condition !== etag)) return undefined
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (from === '' && to === '') return undefined
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size || (from === '' && Number(to) === 0) ? 'none' : { start, end }
}

/** The name as every browser reads it: plain letters for old ones, all of it for the others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w. -]/g, '_') || 'download'
  const whole = encodeURIComponent(name || 'download').replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** Asks again every few seconds for as long as bytes flow, and cuts them off when the right is gone or cannot be asked for. */
function guarded(bytes: Readable, { goesOn, askEveryMs, isPublic }: Sending): Readable {
  if (isPublic) return bytes
  let isAsking = false
  const ask = async () => {
    if (isAsking) return
    isAsking = true
    const isStillRight = await goesOn().catch(() => false)
    isAsking = false
    if (!isStillRight) bytes.destroy(new Error('the right to this was lost while it was sent'))
  }
  const timer = setInterval(() => void ask(), askEveryMs)
  bytes.once('close', () => clearInterval(timer))
  return bytes
}

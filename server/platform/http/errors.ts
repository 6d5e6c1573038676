// One handler for everything that is thrown. A refusal becomes its status, code, field errors and a sentence in the reader's
// language; anything else is a bug: logged whole, answered as 500 with nothing of its inside.
import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseAway } from '#server/platform/db/db.ts'
import { RedisAway } from '#server/platform/redis/redis.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'
import { NotOpened } from '#server/platform/storage/seal.ts'
import { StorageAway } from '#server/platform/storage/storage.ts'
import { languageOf, say, type Language } from '#server/platform/words/words.ts'
import type { RefusalCode } from '#contract/refusals.ts'

/** What Fastify itself refuses, in our words. */
const fastifyRefusals: Readonly<Record<string, RefusalCode>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_json',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  FST_PARTS_LIMIT: 'too_large',
  FST_FILES_LIMIT: 'too_large',
  FST_FIELDS_LIMIT: 'too_large',
  FST_PROTO_VIOLATION: 'invalid',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
  FST_ERR_HANDLER_TIMEOUT: 'unavailable',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

/** When asking again may help. */
export const retryAfterSeconds: Readonly<Partial<Record<RefusalCode, number>>> = {
  unavailable: 5,
  no_room: 60,
  maintenance: 60,
  file_unavailable: 600,
}

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const language = languageOf(request.headers['content-language'])
  const isGone = hasLeft(error, request)
  if (isGone) request.log.info({ err: error }, 'the sender left before the end')
  const refusal = isGone ? new Refusal('invalid') : refusalIn(error)
  if (refusal) {
    const seconds = refusal.code === 'too_many_requests' ? refusal.details['seconds'] : retryAfterSeconds[refusal.code]
    if (typeof seconds === 'number') void reply.header('retry-after', String(seconds))
    // A dead token's cookie goes with the 401 (specification.md section 8); one in a header is kept by whoever sent it, and a 401 of a provider's token is not ours.
    if (refusal.code === 'sign_in_required' && request.cookies?.['token'] !== undefined && !request.headers.authorization)
      void reply.clearCookie('token', { path: '/', httpOnly: true, sameSite: 'lax' })
    if (!(error instanceof Refusal) && refusal.status === 503) request.log.warn({ err: error }, `answered ${refusal.code}`)
    void reply
      .code(refusal.status)
      .header('content-type', 'application/json; charset=utf-8')
      .send(JSON.stringify(refusalBody(refusal, language)))
    return
  }
  request.log.error({ err: error }, 'a bug answered 500')
  void reply
    .code(500)
    .header('content-type', 'application/json; charset=utf-8')
    .send(
      JSON.stringify({
        statusCode: 500,
        code: 'internal',
        error: 'Internal Server Error',
        message: say(language, 'refusals.internal'),
        requestId: request.id,
      }),
    )
}

/** Nobody hears the answer, and nobody has to look for a bug. Node says of a cut body what it says of any cut connection. */
function hasLeft({ code }: FastifyError, { raw }: FastifyRequest): boolean {
  return code === 'ECONNRESET' && raw.readableAborted && !raw.complete
}

/** What an error is to whoever asked; undefined where it is a bug. */
export function refusalIn(error: Error & { code?: string; statusCode?: number }): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (hasNoRoom(error)) return new Refusal('no_room')
  if (error instanceof DatabaseAway || error instanceof StorageAway || error instanceof RedisAway) return new Refusal('unavailable')
  if (error instanceof NotOpened) return new Refusal('file_unavailable')
  const code = fastifyRefusals[error.code ?? '']
  if (code) return new Refusal(code)
  // 22021 and 22P05 are PostgreSQL refusing characters that slipped past the edge.
  if (error.code === '22021' || error.code === '22P05') return new Refusal('invalid')
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new Refusal(error.statusCode === 429 ? 'too_many_requests' : error.statusCode === 413 ? 'too_large' : 'invalid')
  }
  return undefined
}

/** The operating system's or PostgreSQL's word for a full disk (or a quota that is used up). */
function hasNoRoom({ code }: { code?: string }): boolean {
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100'
}

/** The body of calls.md, conventions: `{statusCode, message, error, code, errors?}` with the refusal's own facts beside them. */
export function refusalBody(refusal: Refusal, language: Language) {
  const errors = refusal.fields.map(({ field, code, limit }) => ({
    field,
    code,
    message: sentence(language, refusal, code, limit),
  }))
  return {
    ...refusal.details,
    statusCode: refusal.status,
    code: refusal.code,
    error: STATUS_CODES[refusal.status],
    message: say(language, `refusals.${refusal.code}`, refusal.details),
    ...(errors.length > 0 && { errors }),
  }
}

/** A field's code is either one of validation's (`field.too_long`) or a refusal's own. */
function sentence(language: Language, refusal: Refusal, code: string, limit: string | number | undefined): string {
  const key = refusal.code === 'invalid' ? `refusals.field.${code}` : `refusals.${code}`
  return say(language, key, { ...refusal.details, limit })
}

// The HTTP server before any slice is on it: limits, logs, request ids, headers, health and figures.
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import helmet from 'helmet'
import { randomUUID } from 'node:crypto'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { clientIpFrom, type ClientAddressHeader } from '#server/platform/http/client-ip.ts'
import { compressAnswers } from '#server/platform/http/compression.ts'
import { answerError, retryAfterSeconds } from '#server/platform/http/errors.ts'
import { isForwarded, isLoopback, proxyNotice } from '#server/platform/http/proxies.ts'
import { limitOf, rates } from '#server/platform/http/rate.ts'
import { visitor } from '#server/platform/http/viewer.ts'
import type { Redis } from '#server/platform/redis/redis.ts'
import { Refusal } from '#server/platform/refusals/refusal.ts'

export interface HttpOptions {
  logLevel: string
  trustedProxies: readonly string[]
  clientAddressHeaders?: readonly ClientAddressHeader[]
  isSecure: boolean
  rateLimitFactor?: number
  /** Where limits are counted for all processes together (rate.ts). */
  redis?: Redis | undefined
  /** What this process needs to do its work, by name, and whether it is there. */
  ready: () => Promise<Readonly<Record<string, boolean>> | void>
}

export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { logLevel, trustedProxies, clientAddressHeaders, isSecure, rateLimitFactor = 1, redis, ready } = options
  const clientIp = clientIpFrom(trustedProxies, clientAddressHeaders)
  const app = Fastify({
    logger: {
      level: logLevel,
      redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token'],
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          url: withoutSecrets(request.url),
          ip: clientIp(request.headers, request.socket?.remoteAddress ?? ''),
        }),
      },
    },
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // Without these a connection that sends one byte a minute is kept for good.
    connectionTimeout: 60_000,
    requestTimeout: 300_000,
    keepAliveTimeout: 10_000,
    bodyLimit: 512 * 1024,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: answerError,
    forceCloseConnections: true,
  })
  // Contract rows are checked by platform/http/validation.ts after the caller was admitted.
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => answerError(new Refusal('not_found') as never, request, reply))

  // Made once: the plugin of the same name makes it anew for every request, a twentieth of what a tip costs this process.
  const addSecurityHeaders = helmet({
    // The pages' policy carries a nonce and is made where pages are made; an answer of the API may load nothing at all.
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    strictTransportSecurity: isSecure,
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
  app.decorateRequest('viewer')
  app.decorateRequest('rawBody')
  const noticeProxy = proxyNotice(trustedProxies, (sentence) => app.log.warn(sentence))
  app.addHook('onRequest', (request, reply, done) => {
    request.viewer = visitor
    noticeProxy(request.headers, request.socket?.remoteAddress)
    // Everything that asks for the address after this line gets the client's, not the proxy's.
    Object.defineProperty(request, 'ip', { value: clientIp(request.headers, request.socket?.remoteAddress ?? '') || '127.0.0.1' })
    void reply.header('x-request-id', request.id)
    addSecurityHeaders(request.raw, reply.raw, done as (error?: unknown) => void)
  })
  app.removeContentTypeParser(['application/json', 'text/plain'])
  app.addContentTypeParser(['application/json', 'application/webhook+json'], { parseAs: 'buffer' }, parseJson)
  // Some webhooks are forms; serve.ts takes them from nobody else.
  app.addContentTypeParser(formType, { parseAs: 'buffer' }, keepForm)

  await app.register(cookie)
  await app.register(rateLimit, { global: false })
  app.decorate('redis', redis)
  // Before anything is looked up for them: a session is a question to the database, too.
  const everything = limitOf(app, 'everything', rates.everything, rateLimitFactor)
  const media = limitOf(app, 'media', rates.media, rateLimitFactor)
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/api/')) await everything.count(request)
    else if (request.url.startsWith('/media/')) await media.count(request)
  })
  await app.register(multipart, { throwFileSizeLimit: false })
  compressAnswers(app)
  addHealth(app, ready)
  return app
}

/**
 * JSON bodies are parsed from bytes that are kept, because a webhook's signature is over the bytes. Without a reviver, which would cost ten
 * times the parsing: `__proto__` is a field like others here, and no row knows it.
 */
function parseJson(request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  request.rawBody = body
  try {
    done(null, body.length === 0 ? undefined : JSON.parse(body.toString('utf8')))
  } catch {
    done(new Refusal('malformed_json'))
  }
}

export const formType = 'application/x-www-form-urlencoded'

function keepForm(request: FastifyRequest, body: Buffer, done: (error: Error | null, value?: unknown) => void): void {
  request.rawBody = body
  done(null, {})
}

/** Tokens and signatures travel in some addresses; they do not belong into a log. */
export function withoutSecrets(url: string): string {
  return url.replace(/([?&](?:token|ticket|secret|signature|s|oauth[a-z_]*|code)=)[^&]*/gi, '$1[redacted]')
}

function addHealth(app: FastifyInstance, ready: HttpOptions['ready']): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route and status class',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const bugs = new Counter({ name: 'http_bugs_total', help: 'Answers with status 500', registers: [registry] })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    durations.observe({ method: request.method, route, status: `${Math.floor(reply.statusCode / 100)}xx` }, reply.elapsedTime / 1000)
    if (reply.statusCode === 500) bugs.inc()
  })

  app.get('/healthz', { logLevel: 'silent' }, async () => ({ ok: true }))
  app.get('/readyz', { logLevel: 'silent' }, async (_request, reply) => {
    const needs = (await ready()) ?? {}
    const isReady = Object.values(needs).every(Boolean)
    if (!isReady) void reply.code(503).header('retry-after', String(retryAfterSeconds.unavailable))
    return { ready: isReady, ...needs }
  })
  // Figures are for the operator's own network: only a direct connection from this machine may read them, and no proxy on it.
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!isLoopback(request.socket.remoteAddress) || isForwarded(request.headers)) throw new Refusal('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

import type { FastifyInstance } from 'fastify'
import { request as ask } from 'node:http'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { encodingOf } from '#server/platform/http/compression.ts'
import { createHttp } from '#server/platform/http/http.ts'

const page = `<!doctype html>${'<p>第一幕，燈還亮著。</p>'.repeat(200)}`
const list = { data: Array.from({ length: 100 }, (_, n) => ({ id: n, title: 'Evening' })) }

let http: FastifyInstance
let port: number
beforeAll(async () => {
  http = await createHttp({ logLevel: 'silent', trustedProxies: [], isSecure: false, ready: async () => {} })
  http.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').header('vary', 'cookie').send(Buffer.from(page)))
  http.get('/list', async () => list)
  http.get('/little', async () => ({ data: 'little' }))
  http.get('/missing', async (_request, reply) => reply.code(404).type('text/html').send(page))
  http.get('/session', async (_request, reply) => reply.setCookie('token', 'secret').send(list))
  http.get('/picture', async (_request, reply) => reply.type('image/jpeg').send(Buffer.alloc(5000)))
  http.get('/part', async (_request, reply) => reply.code(206).header('content-range', 'bytes 0-4999/9000').type('text/plain').send(page))
  http.get('/packed', async (_request, reply) => reply.header('content-encoding', 'br').type('text/html').send(Buffer.alloc(5000)))
  http.get('/stream', async (_request, reply) => reply.type('text/html').send(Readable.from([page])))
  http.get('/events', async (_request, reply) => reply.type('text/event-stream').send(`data: ${page}\n\n`))
  await http.listen({ port: 0, host: '127.0.0.1' })
  port = (http.server.address() as { port: number }).port
})
afterAll(() => http.close())

/** As it travels. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((done, failed) => {
    ask({ host: '127.0.0.1', port, path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done({ headers: response.headers, bytes: Buffer.concat(chunks) }))
    })
      .on('error', failed)
      .end()
  })
}

const open = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }

test.each(['zstd', 'br', 'gzip'] as const)('a page and an answer travel in %s where the client takes it', async (encoding) => {
  for (const [path, whole] of [
    ['/page', page],
    ['/list', JSON.stringify(list)],
  ] as const) {
    const { headers, bytes } = await get(path, { 'accept-encoding': encoding })
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['content-length']).toBe(String(bytes.length))
    expect(bytes.length).toBeLessThan(whole.length / 4)
    expect(open[encoding](bytes).toString()).toBe(whole)
  }
})

test.each([undefined, '', 'identity', 'deflate', 'br;q=0', ';;q=,,zstd;q=x', 'gzip;q=7', '*;q=0', 'constructor'])(
  'they travel as they are where the client says %j',
  async (said) => {
    const { headers, bytes } = await get('/page', said === undefined ? {} : { 'accept-encoding': said })
    expect(headers).not.toHaveProperty('content-encoding')
    expect(bytes.toString()).toBe(page)
    expect(headers['vary']).toBe('cookie, accept-encoding')
  },
)

test('of what the client takes it is what the client likes best, and else zstd before Brotli before gzip', () => {
  expect(encodingOf('gzip, deflate, br, zstd')).toBe('zstd')
  expect(encodingOf('gzip, deflate, br')).toBe('br')
  expect(encodingOf('GZIP')).toBe('gzip')
  expect(encodingOf('zstd;q=0.2, br;q=0.8, gzip;q=0.5')).toBe('br')
  expect(encodingOf('zstd;q=0, gzip;q=0.001')).toBe('gzip')
})

test('every cache between learns that there are several of one page', async () => {
  for (const said of ['zstd', 'identity']) expect((await get('/list', { 'accept-encoding': said })).headers['vary']).toBe('accept-encoding')
})

test.each(['/little', '/picture', '/part', '/stream', '/events'])('%s is left as it is', async (path) => {
  expect((await get(path, { 'accept-encoding': 'zstd, br, gzip' })).headers).not.toHaveProperty('content-encoding')
})

test('what is compressed already is not compressed again', async () => {
  const { headers, bytes } = await get('/packed', { 'accept-encoding': 'zstd, br' })
  expect([headers['content-encoding'], bytes.length]).toEqual(['br', 5000])
})

const isCompressed = async (path: string, headers: Record<string, string>) =>
  'content-encoding' in (await get(path, { 'accept-encoding': 'br', ...headers })).headers

test.each(['token=abc', 'eighteen_day=1990-05-17'])(
  'what is somebody’s own (%s) tells nothing by its length to another site that chose the address',
  async (cookie) => {
    for (const from of ['cross-site', 'same-site', undefined]) {
      const headers = { cookie, ...(from && { 'sec-fetch-site': from }) }
      expect(await isCompressed('/page?q=guess', headers)).toBe(false)
      expect(await isCompressed('/missing', headers)).toBe(false)
      // An address that chooses nothing makes every visitor's page alike.
      expect(await isCompressed('/page', headers)).toBe(true)
    }
    for (const from of ['same-origin', 'none']) expect(await isCompressed('/page?q=own', { cookie, 'sec-fetch-site': from })).toBe(true)
    expect(await isCompressed('/page?q=anybody', { cookie: 'theme=dark', 'sec-fetch-site': 'cross-site' })).toBe(true)
  },
)

test('an answer that hands out a session is never compressed', async () => {
  expect(await isCompressed('/session', { 'sec-fetch-site': 'same-origin' })).toBe(false)
})

// Behind the proxy that README.md describes: its own text, tried with the nginx of this machine.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as ask } from 'node:http'
import { connect as connectTwo, type IncomingHttpHeaders } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { io } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type House, openHouse, type Person } from '#journeys/house.ts'
import { sql } from '#server/platform/db/db.ts'
import { unknownProxy } from '#server/platform/http/proxies.ts'
import { freePort, programOf } from '#server/platform/testing/programs.ts'
import { servePages } from '#server/web.ts'

const nginx = programOf('nginx')
if (!nginx) console.info('Left out: README’s nginx block was not tried, because nginx is not installed here.')

/** README's block, on another port, without certificates, before another house. */
function configuration(folder: string, port: number, portOfTwo: number, house: string): string {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8')
  const block = /```nginx\n([^`]+)```/.exec(readme)?.[1] ?? ''
  const site = block
    // Without certificates nobody agrees on a protocol: each has a port of its own.
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port}; listen 127.0.0.1:${portOfTwo} http2;`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('http://127.0.0.1:3000', house)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  // As Debian's own file has it around the block.
  const around = 'gzip on; gzip_types application/json;'
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr error; events {} http { access_log off; ${around} ${places}\n${site} }`
}

describe.skipIf(!nginx)('behind nginx as README has it', () => {
  let house: House
  let proxy: ChildProcess
  let port: number
  let portOfTwo: number
  let folder: string
  let fan: Person
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'stagedoor-nginx-'))
    port = await freePort()
    portOfTwo = await freePort()
    house = await openHouse(
      { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'https://stage.example' },
      {
        mount: (config) => async (http, around) => {
          const links = () => Array.from({ length: 30 }, (_, n) => `</assets/${n}.js>; rel=modulepreload`).join(', ')
          servePages(http, around, config, { entry: () => import('#web/entry-server.tsx') as never, head: () => '', links })
        },
      },
    )
    fan = await house.fan()
    writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, portOfTwo, house.address))
    proxy = spawn(nginx ?? '', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], { stdio: ['ignore', 'ignore', 'inherit'] })
    while (
      await visit('/healthz').then(
        ({ status }) => status !== 200,
        () => true,
      )
    ) {
      if (proxy.exitCode !== null) throw new Error('nginx did not start')
      await new Promise((again) => setTimeout(again, 50))
    }
  })
  afterAll(async () => {
    const gone = proxy && new Promise((resolve) => proxy.once('exit', resolve))
    proxy?.kill()
    await gone
    await house.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** As somebody at an address of their own. */
  function visit(path: string, { from = '127.0.0.9', body, headers = {}, host = 'stage.example' }: Visit = {}) {
    return new Promise<{ status: number; headers: Record<string, unknown>; json: Record<string, unknown> }>((done, failed) => {
      const request = ask(
        {
          port,
          host: '127.0.0.1',
          localAddress: from,
          path,
          method: body === undefined ? 'GET' : 'POST',
          headers: { host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              json: String(answer.headers['content-type']).includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {},
            }),
          )
        },
      )
      request.on('error', failed)
      request.end(body)
    })
  }

  interface Visit {
    from?: string
    body?: string | Buffer
    headers?: Record<string, string>
    host?: string
  }

  test('a visitor is who they are, whatever address they claim', async () => {
    const forged = Object.fromEntries(
      ['x-forwarded-for', 'x-client-ip', 'cf-connecting-ip', 'x-real-ip', 'forwarded'].map((name) => [name, '203.0.113.66']),
    )
    const { status } = await visit('/api/auth/login', {
      from: '127.0.0.2',
      headers: forged,
      body: JSON.stringify({ username: fan.username, password: fan.password }),
    })
    expect(status).toBe(200)
    const { ip } = await house.db.one<{ ip: string }>(
      sql`select host(ip::inet) as ip from accounts.sessions order by created_at desc limit 1`,
    )
    expect(ip).toBe('127.0.0.2')
    expect(unknownProxy()).toBeUndefined()
  })

  test('each has limits of their own, and is told how long to wait', async () => {
    const letter = (from: string) =>
      visit('/api/contact', { from, body: JSON.stringify({ name: 'Mei', email: 'mei@stagedoor.example', message: 'Hello' }) })
    for (let n = 0; n < 5; n++) expect((await letter('127.0.0.3')).status).toBe(200)
    const late = await letter('127.0.0.3')
    expect(late.status).toBe(429)
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
    expect((await letter('127.0.0.4')).status).toBe(200)
  })

  test('the cookie is good for the site’s own pages, sockets come through, and so does a large upload', async () => {
    const cookie = `token=${fan.token}`
    const note = (origin: string) => visit('/api/search/keywords', { body: '{"keyword":"dance"}', headers: { cookie, origin } })
    expect((await note('https://evil.example')).status).toBe(403)
    expect((await note('https://stage.example')).status).toBe(200)

    const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'], auth: { token: fan.token }, query: { token: fan.token } })
    await new Promise<void>((connected, failed) => socket.once('connect', connected).once('connect_error', failed))
    socket.close()

    const boundary = 'b'
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`),
      Buffer.alloc(3 * 1024 * 1024, 1),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    const uploaded = await visit('/api/users/avatar/upload', {
      body,
      headers: { authorization: fan.token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
    // It arrived whole: it is refused for what it is.
    expect(uploaded.json['code']).toBe('file_type_not_allowed')
  })

  /** Over one connection of HTTP/2. */
  function visits(paths: readonly string[], headers: Record<string, string>) {
    const session = connectTwo(`http://127.0.0.1:${portOfTwo}`)
    const all = paths.map(
      (path) =>
        new Promise<{ headers: IncomingHttpHeaders; bytes: Buffer }>((done, failed) => {
          const chunks: Buffer[] = []
          let heard: IncomingHttpHeaders = {}
          session
            .request({ ':path': path, ':authority': 'stage.example', ...headers })
            .on('response', (said) => (heard = said))
            .on('data', (chunk: Buffer) => chunks.push(chunk))
            .on('end', () => done({ headers: heard, bytes: Buffer.concat(chunks) }))
            .on('error', failed)
            .end()
        }),
    )
    return Promise.all(all).finally(() => session.close())
  }

  test('pages and answers come over one connection of HTTP/2, compressed as they left us, with their files named', async () => {
    const [page, answer] = await visits(['/auth/login', '/api/settings/public'], { 'accept-encoding': 'gzip, br' })
    expect(page?.headers).toMatchObject({ ':status': 200, 'content-encoding': 'br' })
    expect(page?.headers['link']).toContain('</assets/29.js>; rel=modulepreload')
    expect(brotliDecompressSync(page?.bytes ?? '').toString()).toMatch(/^<!doctype html>/)
    expect(answer?.headers[':status']).toBe(200)
  })

  test('what we left uncompressed because its length would tell stays so', async () => {
    const headers = { 'accept-encoding': 'gzip, br', cookie: `token=${fan.token}`, 'sec-fetch-site': 'cross-site' }
    const [page, answer] = await visits(['/search?q=guess', '/api/search?q=guess'], headers)
    for (const each of [page, answer]) {
      expect(each?.bytes.length).toBeGreaterThan(100)
      expect(each?.headers).not.toHaveProperty('content-encoding')
    }
  })

  test('the figures stay inside', async () => {
    expect((await visit('/metrics')).status).toBe(404)
    expect((await fetch(`${house.address}/metrics`)).status).toBe(200)
  })
})

// The providers' own half of a captcha, on the loopback: it gives tokens as their widgets do, and says yes to each once, as their documents have it
// (Turnstile, hCaptcha and reCAPTCHA take the same form, and answer in the same words but for a few).
import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const captchaSecret = 'captcha-secret-of-a-test'

/** What their answer to a token says. */
interface Given {
  hostname?: string
  action?: string
  score?: number
}

export type Trouble = 'status' | 'too-many' | 'nonsense' | 'not-json' | 'lost' | 'silent' | 'endless' | 'internal-error'

export interface SiteverifyFake {
  url: string
  /** The forms that it was sent. */
  asked: URLSearchParams[]
  give(given: Given): string
  /** It was given too long ago. */
  expire(token: string): void
  /** It forgets what it was asked before, as none of them may. */
  forgetful: boolean
  /** What is asked next ends so. */
  troubleNext(trouble: Trouble): void
  close(): Promise<void>
}

/** @param port any that is free, where none is named */
export async function startSiteverify(port = 0): Promise<SiteverifyFake> {
  const tokens = new Map<string, Given & { state: 'fresh' | 'used' | 'over' }>()
  let trouble: Trouble | undefined
  const answer = (form: URLSearchParams): object => {
    const refused = (...codes: string[]) => ({ success: false, 'error-codes': codes })
    if (!form.get('secret')) return refused('missing-input-secret')
    if (form.get('secret') !== captchaSecret) return refused('invalid-input-secret')
    const token = form.get('response')
    if (!token) return refused('missing-input-response')
    const known = tokens.get(token)
    if (!known) return refused('invalid-input-response')
    if (known.state === 'over' || (known.state === 'used' && !fake.forgetful)) return refused('timeout-or-duplicate')
    known.state = 'used'
    const { state: _state, ...given } = known
    return { success: true, challenge_ts: '2026-11-27T12:00:00Z', 'error-codes': [], ...given }
  }
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(pieces).toString('utf8'))
      fake.asked.push(form)
      const now = trouble
      trouble = undefined
      if (now && now !== 'lost') return fail(now, response)
      const text = JSON.stringify(answer(form))
      if (now === 'lost') return void response.destroy()
      response.writeHead(200, { 'content-type': 'application/json' }).end(text)
    })
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  const fake: SiteverifyFake = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
    asked: [],
    give(given) {
      const token = `03.${randomBytes(40).toString('base64url')}`
      tokens.set(token, { ...given, state: 'fresh' })
      return token
    },
    expire: (token) => void (tokens.get(token)!.state = 'over'),
    forgetful: false,
    troubleNext: (next) => void (trouble = next),
    async close() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return fake
}

function fail(trouble: Trouble, response: ServerResponse): void {
  if (trouble === 'silent') return
  if (trouble === 'status') response.writeHead(503).end()
  else if (trouble === 'too-many') response.writeHead(429).end('{"success":true}')
  else if (trouble === 'nonsense') response.end('{"success":"yes"}')
  else if (trouble === 'not-json') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>a moment, please</p>')
  else if (trouble === 'internal-error') response.end('{"success":false,"error-codes":["internal-error"]}')
  else response.end(`{"success":true,"hostname":"${'x'.repeat(200_000)}"}`)
}

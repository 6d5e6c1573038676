// A push service of the tests' own, on this machine: it decrypts what it is sent as a browser does (RFC 8188, 8291) and answers as it is told to.
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { connect, type AddressInfo, type LookupFunction } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { isPublic, outside, SilentError } from '#server/platform/outside/outside.ts'
import { useReach } from '#server/talk/notifications/devices.ts'

interface Pushed {
  to: string
  headers: IncomingHttpHeaders
  said: { title: string; body: string; path: string; tag: string; unread: number }
}

/** A browser's half of a subscription. */
export function browser(name: string, host = 'push.example') {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  browsers.set(`/${name}`, { pair, auth })
  return { endpoint: `https://${host}/${name}`, keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') } }
}

const browsers = new Map<string, { pair: ReturnType<typeof createECDH>; auth: Buffer }>()

export async function openPushService() {
  const pushed: Pushed[] = []
  const connected: string[] = []
  let answer: { status: number; retryAfter?: string } = { status: 201 }
  let addresses = ['198.41.0.4']
  let silentNames: RegExp | undefined
  let silentHosts: RegExp | undefined
  const unanswered: string[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const to = request.url ?? ''
      if (silentHosts?.test(request.headers.host ?? '')) return void unanswered.push(to)
      pushed.push({ to, headers: request.headers, said: JSON.parse(decrypted(to, body)) as Pushed['said'] })
      response.writeHead(answer.status, answer.retryAfter ? { 'retry-after': answer.retryAfter } : {}).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  useReach({
    async addressesOf(host) {
      if (silentNames?.test(host)) {
        // As long as it takes for others to ask meanwhile.
        await setImmediate()
        throw new SilentError(host)
      }
      return addresses
    },
    mayConnect: isPublic,
    options: {
      agent: undefined,
      // Without TLS, and whatever address was judged: which one that was is written down.
      createConnection(options) {
        const lookup = options.lookup as LookupFunction
        lookup('push.example', {}, (_error, address) => connected.push(typeof address === 'string' ? address : ''))
        return connect({ port, host: '127.0.0.1' })
      },
    },
  })
  return {
    pushed,
    connected,
    /** What was sent to hosts that took the call and said nothing. */
    unanswered,
    saysNothingAt: (hosts?: RegExp) => void (silentHosts = hosts),
    isFoundNowhere: (names?: RegExp) => void (silentNames = names),
    answers: (status: number, retryAfter?: string) => void (answer = { status, ...(retryAfter && { retryAfter }) }),
    standsAt: (...all: string[]) => void (addresses = all),
    async close() {
      useReach(outside)
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function decrypted(to: string, body: Buffer): string {
  const own = browsers.get(to)
  if (!own) throw new Error(`nobody listens at ${to}`)
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)]
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derive = (secret: Buffer, by: Buffer, info: Buffer | string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, by, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.pair.getPublicKey(), sender])
  const secret = derive(own.pair.computeSecret(sender), own.auth, info, 32)
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  )
  decipher.setAuthTag(sealed.subarray(-16))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return text.subarray(0, text.lastIndexOf(2)).toString('utf8')
}

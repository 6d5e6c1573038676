// A small Agora of our own on the loopback, for tests, written from its published interfaces: the RESTful calls that list a channel and ban from it, and the
// notices that it would send. A token is read by its published form (AccessToken2).
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateSync } from 'node:zlib'

export const agoraKeys = {
  appId: '970ca35de60c44645bbae8a215061b33',
  certificate: '5cfd2fd1755d40ecb72977518be15d3b',
  customer: 'customer-id:customer-secret',
  webhookSecret: 'notifications-secret',
}

/** What a token opens: by privilege (1: join, 2 to 4: publish sound, picture, data), seconds from when it was made. */
interface Opened {
  appId: string
  channel: string
  uid: string
  issuedAt: number
  seconds: number
  privileges: Readonly<Record<number, number>>
}

/** @throws for what Agora would not take */
export function openedBy(token: string): Opened {
  if (!token.startsWith('007')) throw new Error('no AccessToken2')
  const bytes = inflateSync(Buffer.from(token.slice(3), 'base64'))
  let at = 0
  const uint16 = () => ((at += 2), bytes.readUInt16LE(at - 2))
  const uint32 = () => ((at += 4), bytes.readUInt32LE(at - 4))
  const text = () => {
    const length = uint16()
    return bytes.subarray(at, (at += length))
  }
  const signature = text()
  const signed = bytes.subarray(at)
  const appId = text().toString()
  const [issuedAt, seconds, salt] = [uint32(), uint32(), uint32()]
  const uint32Of = (value: number) => {
    const buffer = Buffer.alloc(4)
    buffer.writeUInt32LE(value)
    return buffer
  }
  const mac = (key: Buffer, what: Buffer) => createHmac('sha256', key).update(what).digest()
  const key = mac(uint32Of(salt), mac(uint32Of(issuedAt), Buffer.from(agoraKeys.certificate)))
  const right = mac(key, signed)
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) throw new Error('the signature is not ours')
  if (uint16() !== 1 || uint16() !== 1) throw new Error('it opens something else than one channel')
  const privileges: Record<number, number> = {}
  for (let left = uint16(); left > 0; left--) privileges[uint16()] = uint32()
  return { appId, issuedAt, seconds, privileges, channel: text().toString(), uid: text().toString() }
}

interface Rule {
  appid: string
  cname: string
  uid?: number
  ip: string
  time: number
  privileges: string[]
}

export interface AgoraFake {
  url: string
  rules: Rule[]
  /** Of each channel, who sends and who watches, by number. */
  channels: Map<string, { broadcasters: Set<number>; audience: Set<number> }>
  /** By a token that is not banned; an audience that has to send something is a broadcaster. @throws for whoever may not */
  join(token: string, as: 'broadcaster' | 'audience'): void
  /** A notice as it is sent. */
  notice(
    eventType: number,
    payload: object,
    more?: { noticeId?: string; notifyMs?: number; secret?: string },
  ): { body: string; signature: string }
  fail(status: number, times: number): void
  close(): Promise<void>
}

/** @param port 0: any that is free */
export async function startAgora(port = 0): Promise<AgoraFake> {
  const rules: Rule[] = []
  const channels: AgoraFake['channels'] = new Map()
  let failing = { status: 503, left: 0 }
  let notices = 0

  async function answer(request: IncomingMessage): Promise<{ status: number; said: object }> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (failing.left > 0) {
      failing.left--
      return { status: failing.status, said: { message: 'failing' } }
    }
    if (request.headers.authorization !== `Basic ${Buffer.from(agoraKeys.customer).toString('base64')}`)
      return { status: 401, said: { message: 'Unauthorized' } }
    if (request.method === 'POST' && request.url === '/dev/v1/kicking-rule') {
      const rule = JSON.parse(Buffer.concat(chunks).toString()) as Rule
      const isRight =
        rule.appid === agoraKeys.appId && rule.cname !== '' && rule.time >= 1 && rule.time <= 1440 && rule.privileges[0] === 'join_channel'
      if (!isRight) return { status: 400, said: { message: 'invalid' } }
      rules.push(rule)
      const channel = channels.get(rule.cname)
      if (rule.uid === undefined) channels.delete(rule.cname)
      else for (const group of [channel?.broadcasters, channel?.audience]) group?.delete(rule.uid)
      return { status: 200, said: { status: 'success', id: rules.length } }
    }
    const [, appid, name] = /^\/dev\/v1\/channel\/user\/([^/]+)\/([^/]+)$/.exec(request.url ?? '') ?? []
    if (request.method !== 'GET' || appid !== agoraKeys.appId || name === undefined) return { status: 404, said: { message: 'not found' } }
    const channel = channels.get(decodeURIComponent(name))
    if (!channel) return { status: 200, said: { success: true, data: { channel_exist: false } } }
    const [broadcasters, audience] = [[...channel.broadcasters], [...channel.audience]]
    return {
      status: 200,
      said: { success: true, data: { channel_exist: true, mode: 2, broadcasters, audience, audience_total: audience.length } },
    }
  }

  const server = createServer((request, response) => {
    void answer(request).then(({ status, said }) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said)),
    )
  }).listen(port, '127.0.0.1')
  await new Promise((listening) => server.once('listening', listening))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    rules,
    channels,
    join(token, as) {
      const { appId, channel, uid, privileges } = openedBy(token)
      if (appId !== agoraKeys.appId) throw new Error('another project’s')
      if (as === 'broadcaster' && !(2 in privileges && 3 in privileges)) throw new Error('it sends nothing')
      if (rules.some(({ cname, uid: banned }) => cname === channel && (banned === undefined || banned === Number(uid))))
        throw new Error('banned')
      const one = channels.get(channel) ?? { broadcasters: new Set(), audience: new Set() }
      channels.set(channel, one)
      one[as === 'broadcaster' ? 'broadcasters' : 'audience'].add(Number(uid))
    },
    notice(
      eventType,
      payload,
      { noticeId = `2000001428:${++notices}:${eventType}`, notifyMs = Date.now(), secret = agoraKeys.webhookSecret } = {},
    ) {
      const body = JSON.stringify({ sid: 'C866467GVJJ54687', noticeId, productId: 1, eventType, notifyMs, payload })
      return { body, signature: createHmac('sha256', secret).update(body).digest('hex') }
    },
    fail(status, times) {
      failing = { status, left: times }
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections()
        server.close(() => closed())
      }),
  }
}

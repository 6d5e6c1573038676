// `fetch` for servers that the operator names: as `outside` judges addresses, to the very one that was judged, over HTTPS, without following where an
// answer points, within a time and a size. What stands on this machine itself may be asked over HTTP where the reach lets it.
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { judgedAddress, pinnedTo, type Reach } from '#server/platform/outside/outside.ts'

/** It cannot be reached, or says nothing that can be used. */
export class AwayError extends Error {}

interface Bounds {
  mostMs: number
  mostBytes: number
}

export interface Asked {
  method?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  body?: string | undefined
}

export type Fetching = (url: string, asked?: Asked) => Promise<Response>

/** @throws AwayError */
export function fetchingBy(reach: Reach, { mostMs, mostBytes }: Bounds): Fetching {
  return async (address, asked = {}) => {
    const url = URL.canParse(address) ? new URL(address) : away('no address')
    const connectTo = await judgedAddress(url.hostname, reach).catch(() => undefined)
    if (connectTo === undefined) return away(`${url.hostname} is none to connect to`)
    const isHere = url.protocol === 'http:' && connectTo.startsWith('127.')
    if (url.protocol !== 'https:' && !isHere) return away(`${url.protocol} is not asked`)
    try {
      return await ask(url, connectTo, asked, { mostMs, mostBytes }, reach)
    } catch (error) {
      return away(error instanceof Error ? error.message : 'no answer')
    }
  }
}

function away(why: string): never {
  throw new AwayError(why)
}

async function ask(
  url: URL,
  address: string,
  { method = 'GET', headers, body }: Asked,
  { mostMs, mostBytes }: Bounds,
  { options }: Reach,
): Promise<Response> {
  const open = url.protocol === 'https:' ? overHttps : overHttp
  // One clock for the whole of it: a server that sends a byte a minute must not keep us.
  const signal = AbortSignal.timeout(mostMs)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = open(url, {
      method,
      signal,
      agent: false,
      ...options,
      headers: { 'accept-encoding': 'identity', ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
      lookup: pinnedTo(address),
    })
    sent.on('response', resolve).on('error', reject)
    sent.end(body)
  })
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > mostBytes) {
      answer.destroy()
      throw new Error('the answer is too long')
    }
    parts.push(part)
  }
  const said = new Headers()
  for (const [name, value] of Object.entries(answer.headers)) if (value !== undefined) said.set(name, String(value))
  const status = answer.statusCode ?? 502
  const isEmpty = status === 204 || status === 304
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers: said })
}

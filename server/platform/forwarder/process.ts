// The forwarder as a process of its own, so that a crash never takes the site along: HTTP on a unix socket, JSON in and out.
// Started by client.ts with the socket's path and its options as arguments. It has no secrets, and needs none.
import { unlinkSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Event, Forwarder, type Options } from '#server/platform/forwarder/forwarder.ts'
import { openDoor } from '#server/platform/forwarder/relayed.ts'
import { Refused } from '#server/platform/forwarder/refused.ts'

const maxBodyBytes = 96 * 1024
const maxDroppedBytes = 8 * 1024 * 1024
/** Whoever listens and does not read is let go before what he was told fills our memory. */
const maxUnreadBytes = 1024 * 1024
/** A tape is much more than news, and a disk may be slow for a moment. */
const maxUnreadTapeBytes = 16 * 1024 * 1024

const [socketPath = '', given = '{}'] = process.argv.slice(2)
const listeners = new Set<ServerResponse>()
const options = JSON.parse(given) as Options
const forwarder = begun(options)
const door = await doorOf(options)

function begun(options: Options): Forwarder {
  try {
    return new Forwarder(options, tell)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return process.exit(1)
  }
}

async function doorOf({ bind, port, relayedPort }: Options) {
  if (relayedPort === undefined) return undefined
  try {
    return await openDoor({ bind, port: relayedPort, to: port, passwordOf: (ufrag) => forwarder.passwordOf(ufrag) })
  } catch {
    console.error(`UDP ${bind}:${relayedPort} could not be bound`)
    return process.exit(1)
  }
}

function tell(event: Event): void {
  for (const listener of listeners) {
    listener.write(`${JSON.stringify(event)}\n`)
    if (listener.writableLength > maxUnreadBytes) listener.destroy()
  }
}

type Answer = { status: number; body?: unknown }

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://forwarder')
  const parts = pathname.split('/').slice(1).map(decoded)
  const route = `${request.method} ${parts[0]}${parts[2] === undefined ? '' : `/${parts[2]}`}`
  const name = parts[1] ?? ''
  if (route === 'GET channels' && parts.length === 1) return { status: 200, body: { run: forwarder.run, channels: forwarder.channels() } }
  if (!/^[\w.:-]{1,128}$/.test(name) || parts.length > 3) throw new Refused('not_found', 404, 'there is nothing here')
  if (route === 'PUT channels/publisher') return { status: 201, body: await forwarder.publish(name, await readBody(request)) }
  if (route === 'POST channels/viewers') return { status: 201, body: await forwarder.view(name, await readBody(request)) }
  if (route === 'GET channels') return found(forwarder.channel(name))
  if (route === 'DELETE channels') return found(forwarder.endChannel(name) || undefined, 204)
  if (route === 'DELETE sessions') return found(forwarder.endSession(name) || undefined, 204)
  if (route === 'DELETE labels') return { status: 200, body: { ended: forwarder.endLabel(name, searchParams.get('channel') ?? undefined) } }
  throw new Refused('not_found', 404, 'there is nothing here')
}

function found(body: unknown, status = 200): Answer {
  if (body === undefined) throw new Refused('not_found', 404, 'there is no such thing')
  return status === 204 ? { status } : { status, body }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Refused('bad_request', 400, 'the address cannot be read')
  }
}

async function readBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // What is too much is read and dropped, so that whoever is still writing hears the answer; nobody is heard out for ever.
    if (bytes <= maxBodyBytes) chunks.push(chunk)
    else if (bytes > maxDroppedBytes) break
  }
  if (bytes > maxBodyBytes) throw new Refused('too_large', 413, 'what was sent is too large')
  const body = parsed(Buffer.concat(chunks).toString())
  const { sdp, label, maxBitrate } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  if (typeof sdp !== 'string') throw new Refused('bad_request', 400, 'sdp is missing')
  if (typeof label !== 'string' || !/^[\w.:-]{1,128}$/.test(label)) throw new Refused('bad_request', 400, 'label is missing')
  if (maxBitrate !== undefined && !(typeof maxBitrate === 'number' && maxBitrate > 0))
    throw new Refused('bad_request', 400, 'maxBitrate is no number')
  return { sdp, label, maxBitrate }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused('bad_request', 400, 'what was sent is no JSON')
  }
}

const server = createServer((request, response) => {
  if (request.method === 'GET' && request.url === '/events') {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' }).flushHeaders()
    listeners.add(response)
    response.on('close', () => listeners.delete(response)).on('error', () => listeners.delete(response))
    return
  }
  const taped = request.method === 'GET' ? /^\/channels\/([\w.:-]{1,128})\/tape$/.exec(request.url ?? '')?.[1] : undefined
  if (taped !== undefined) return tape(taped, response)
  answer(request).then(
    ({ status, body }) => reply(response, status, body),
    (error: unknown) => {
      if (error instanceof Refused) {
        return reply(response, error.status, { code: error.code, why: error.message })
      }
      console.error(error)
      reply(response, 500, { code: 'broken' })
    },
  )
})

/** Goes on until the channel is ended or whoever keeps it goes away; who does not keep up is let go, and may begin another one. */
function tape(name: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream' }).flushHeaders()
  const letGo = forwarder.tape(name, {
    write: (bytes) => {
      response.write(bytes)
      if (response.writableLength > maxUnreadTapeBytes) response.destroy()
    },
    end: () => response.end(),
  })
  response.on('close', letGo).on('error', letGo)
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? undefined : JSON.stringify(body))
}

function stop(): void {
  door?.close()
  forwarder.close()
  server.closeAllConnections()
  server.close()
  // The library's threads are given a moment to say goodbye to everybody.
  setTimeout(() => process.exit(0), 200)
}

// One process listens at a path: a socket that a killed one left behind is in the way.
try {
  unlinkSync(socketPath)
} catch {
  // There was none.
}
server.listen(socketPath, () => process.stdout.write('ready\n'))
process.on('SIGTERM', stop)
// Its parent is gone when its input ends: an orphan would keep the port.
process.stdin.resume().on('end', stop)

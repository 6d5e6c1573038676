// The site's side of the forwarder: starts its process, starts it again when it dies, and asks it.
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { request as httpRequest } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Event, Forwarder as Engine, Options } from '#server/platform/forwarder/forwarder.ts'
import type { RefusalCode } from '#server/platform/forwarder/refused.ts'

const answerMs = 6000
const readyMs = 10_000
const firstPauseMs = 100
const longestPauseMs = 10_000
/** Whoever lived this long did not die of his start. */
const soundMs = 10_000

/** It said no, or is away (`unavailable`): asking again later is right then. */
export class ForwarderRefusal extends Error {
  override name = 'ForwarderRefusal'
  readonly code: RefusalCode | 'unavailable'
  readonly status: number

  constructor(code: RefusalCode | 'unavailable', status: number, why: string) {
    super(why)
    this.code = code
    this.status = status
  }
}

export type ForwarderEvent = Event
export type ChannelState = NonNullable<ReturnType<Engine['channel']>>

/** The forwarder behind a socket: several processes of a site may ask the same one. */
export function forwarder(socketPath: string) {
  const ask = <Answer>(method: string, path: string, body?: unknown) => asked<Answer>(socketPath, method, path, body)
  const of = encodeURIComponent
  return {
    publish: (channel: string, body: { sdp: string; label: string; maxBitrate?: number }) =>
      ask<{ session: string; sdp: string; layers: string[] }>('PUT', `/channels/${of(channel)}/publisher`, body),
    view: (channel: string, body: { sdp: string; label: string }) =>
      ask<{ session: string; sdp: string }>('POST', `/channels/${of(channel)}/viewers`, body),
    endSession: (session: string) => ask<undefined>('DELETE', `/sessions/${of(session)}`),
    endChannel: (channel: string) => ask<undefined>('DELETE', `/channels/${of(channel)}`),
    endLabel: (label: string, channel?: string) =>
      ask<{ ended: number }>('DELETE', `/labels/${of(label)}${channel === undefined ? '' : `?channel=${of(channel)}`}`),
    channels: () => ask<{ run: string; channels: ChannelState[] }>('GET', '/channels'),
    channel: (channel: string) => ask<ChannelState>('GET', `/channels/${of(channel)}`),
    /** What happens, from now on, until `signal` says that it is enough. Ends when the forwarder goes away: what was missed meanwhile is asked for. */
    events: (signal: AbortSignal) => events(socketPath, signal),
  }
}

function asked<Answer>(socketPath: string, method: string, path: string, body: unknown): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const away = (why: string) => reject(new ForwarderRefusal('unavailable', 503, why))
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    const request = httpRequest({ socketPath, method, path, headers, timeout: answerMs, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response
        .on('error', (error) => away(error.message))
        .on('end', () => {
          const status = response.statusCode ?? 500
          const said = (text ? JSON.parse(text) : undefined) as unknown
          if (status < 300) return resolve(said as Answer)
          const { code, why } = said as { code?: RefusalCode; why?: string }
          if (!code || status >= 500) return away('the forwarder is broken')
          reject(new ForwarderRefusal(code, status, why ?? ''))
        })
    })
    request.on('timeout', () => request.destroy(new Error('it did not answer'))).on('error', (error) => away(error.message))
    request.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function* events(socketPath: string, signal: AbortSignal): AsyncGenerator<ForwarderEvent> {
  const response = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
    const away = (error: Error) => reject(new ForwarderRefusal('unavailable', 503, error.message))
    httpRequest({ socketPath, path: '/events', signal, agent: false }, resolve).on('error', away).end()
  })
  try {
    for await (const line of createInterface({ input: response })) yield JSON.parse(line) as ForwarderEvent
  } catch (error) {
    if (!signal.aborted) throw new ForwarderRefusal('unavailable', 503, error instanceof Error ? error.message : 'it went away')
  }
}

export interface ForwarderOptions extends Partial<Omit<Options, 'bind' | 'port'>> {
  socketPath: string
  bind: string
  port: number
  /** Where the process's complaints go, a line at a time. */
  log: (line: string) => void
  maxHeapMb?: number
}

const defaults = {
  allowInner: false,
  maxBitrate: 6_000_000,
  sessionsPerLabel: 8,
  viewersPerChannel: 500,
  offersPerSecond: 5,
  silentMs: 3000,
  endedMs: 90_000,
  connectMs: 20_000,
}

export interface RunningForwarder {
  readonly pid: number | undefined
  /** Says `restarted` when it is back after its death: every session of before is gone. */
  readonly news: EventEmitter<{ restarted: [] }>
  close(): Promise<void>
}

/** Starts the process and waits until it listens. It is started again, after a pause that grows, whenever it ends by itself. */
export async function startForwarder({ socketPath, log, maxHeapMb = 512, ...options }: ForwarderOptions): Promise<RunningForwarder> {
  const settings: Options = { ...defaults, ...options }
  const news = new EventEmitter<{ restarted: [] }>()
  let child: ChildProcess | undefined
  let pauseMs = firstPauseMs
  let isClosed = false
  let again: NodeJS.Timeout | undefined

  const start = async () => {
    const startedAt = performance.now()
    const one = spawn(
      process.execPath,
      [
        `--max-old-space-size=${maxHeapMb}`,
        '--disable-warning=ExperimentalWarning',
        fileURLToPath(new URL('./process.ts', import.meta.url)),
        socketPath,
        JSON.stringify(settings),
      ],
      // Nothing of the site's environment: it holds what a process that reads the packets of strangers must not know.
      { env: {}, stdio: ['pipe', 'pipe', 'pipe'] },
    )
    child = one
    one.stdin.on('error', () => {})
    createInterface({ input: one.stderr }).on('line', log)
    one.once('exit', (code, signal) => {
      if (isClosed) return
      pauseMs = performance.now() - startedAt > soundMs ? firstPauseMs : Math.min(longestPauseMs, pauseMs * 2)
      log(`The forwarder ended by itself (${signal ?? code}); it is started again in ${pauseMs} ms.`)
      again = setTimeout(() => {
        start().then(
          () => news.emit('restarted'),
          (error: unknown) => log(String(error)),
        )
      }, pauseMs)
    })
    await ready(one)
  }
  try {
    await start()
  } catch (error) {
    isClosed = true
    clearTimeout(again)
    throw error
  }

  return {
    news,
    get pid() {
      return child?.pid
    },
    close: async () => {
      isClosed = true
      clearTimeout(again)
      await ended(child)
    },
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error('the forwarder did not start in time'))
    }, readyMs)
    // The WebRTC library writes its own complaints to the same place.
    if (child.stdout) createInterface({ input: child.stdout }).on('line', (line) => line === 'ready' && resolve(clearTimeout(late)))
    child.once('exit', (code) => {
      clearTimeout(late)
      reject(new Error(`the forwarder ended while it started (${code})`))
    })
    child.once('error', reject)
  })
}

async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const exit = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const late = setTimeout(() => child.kill('SIGKILL'), 2000)
  await exit
  clearTimeout(late)
}

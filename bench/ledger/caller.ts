// One caller of the API: a bare socket that asks, reads the whole answer, and asks again. A full HTTP client would cost as much as the
// server does, and it is the server that is measured.
import { connect, type Socket } from 'node:net'
import type { Work } from './runs.ts'

export interface Caller {
  /** Resolves when the answer is here; rejects unless it is a 200. */
  post(path: string, headers: Readonly<Record<string, string>>, body: string): Promise<void>
  hangUp(): void
}

export async function callerOf(address: string): Promise<Caller> {
  const { hostname, port, host } = new URL(address)
  const socket = await connected(hostname, Number(port))
  let waiting: PromiseWithResolvers<void> | undefined
  let answer = ''
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the API hung up')))
  socket.on('data', (part) => {
    answer += part.toString('latin1')
    const head = answer.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(answer)?.[1]
    if (length === undefined) return fail(new Error(`an answer without a length: ${answer}`))
    if (answer.length < head + 4 + Number(length)) return
    const whole = answer
    answer = ''
    if (whole.startsWith('HTTP/1.1 200 ')) waiting?.resolve()
    else fail(new Error(whole))
  })
  return {
    post(path, headers, body) {
      waiting = Promise.withResolvers()
      if (socket.destroyed) fail(new Error('the API had hung up'))
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${lines.join('')}content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
      )
      return waiting.promise
    },
    hangUp: () => socket.destroy(),
  }
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket.off('error', reject)))
    socket.once('error', reject)
  })
}

/** One call by whichever of them is free. */
export function calling(line: readonly Caller[], call: (caller: Caller) => Promise<void>): Work {
  const free = [...line]
  return async () => {
    const caller = free.pop()
    if (!caller) throw new Error('more at once than there are callers')
    await call(caller)
    free.push(caller)
  }
}

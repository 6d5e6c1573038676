// What the tests of encoders that are no browser have in common.
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { One } from '#server/platform/forwarder/testing.ts'

/** WHIP over HTTP, as the site speaks it, and FFmpeg's own muxer that speaks it too. */
export async function whipFront({ engine }: One) {
  const asked: string[] = []
  const front = createServer((request, response) => {
    const { method, url = '', headers } = request
    asked.push(`${method} ${url} ${headers['content-type'] ?? ''} ${headers.authorization ?? ''}`.trim())
    const answer = async () => {
      if (method === 'DELETE') {
        await engine.endSession(url.split('/').at(-1) ?? '')
        return response.writeHead(200).end()
      }
      const { session, sdp } = await engine.publish(url.slice(1), { sdp: await text(request), label: 'host' })
      return response.writeHead(201, { location: `${url}/${session}`, 'content-type': 'application/sdp' }).end(sdp)
    }
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)))
  }).listen(0, '127.0.0.1')
  await new Promise((listening) => front.once('listening', listening))
  const address = (channel: string) => `http://127.0.0.1:${(front.address() as AddressInfo).port}/${channel}`
  return { address, asked, close: () => front.close() }
}

export function encodes(address: string) {
  const program = fileURLToPath(new URL('./testing-encoder.ts', import.meta.url))
  const child = spawn(process.execPath, [program, address, 'live_key'], { stdio: ['pipe', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const stop = () => {
    child.stdin.end()
    return ended
  }
  return { stop, said: () => said, ended }
}

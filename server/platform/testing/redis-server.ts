// A Redis of a test's own, by the redis-server of this machine: on a port of its own, and nothing of it is written down.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#server/platform/testing/programs.ts'

export interface RedisServer {
  url: string
  /** At once, with all that it had. */
  kill(): Promise<void>
  /** Again at the same address, empty. */
  start(): Promise<void>
  /** It answers nothing, and no connection breaks. */
  freeze(): void
  thaw(): void
}

export async function startRedis(program: string): Promise<RedisServer> {
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const own = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'], {
      stdio: 'ignore',
    })
    child = own
    while (!(await answers(port))) {
      if (own.exitCode !== null) throw new Error(`redis-server ended with ${own.exitCode}`)
      await sleep(20)
    }
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.end('PING\r\n'))
    socket.once('data', () => done(true))
    socket.once('error', () => done(false))
  })
}

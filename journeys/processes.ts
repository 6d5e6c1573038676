// A site of several processes for a journey: two that answer people behind an nginx as README has it, and one that works, over one database,
// one folder and one Redis of this machine. Each can be killed.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type People, peopleOf } from '#journeys/people.ts'
import { connect, type Database } from '#server/platform/db/db.ts'
import type { ClonedDatabase } from '#server/platform/testing/clone.ts'
import { freePort, programOf } from '#server/platform/testing/programs.ts'
import { type RedisServer, startRedis } from '#server/platform/testing/redis-server.ts'

const root = join(import.meta.dirname, '..')
export const programs = { nginx: programOf('nginx'), redis: programOf('redis-server') }

interface Answer {
  status: number
  json: Record<string, unknown>
  /** Which of the two answered. */
  by: number
  retryAfter: string | undefined
}

export interface Processes extends People {
  db: Database
  /** nginx. */
  address: string
  redis: RedisServer
  /** The one that works answers here. */
  worker: string
  /** From an address of one's own. */
  visit(path: string, options?: { from?: string; body?: unknown; token?: string; language?: string }): Promise<Answer>
  /** kill -9 of one that answers people, or of the one that works. */
  kill(which: number | 'worker'): Promise<void>
  /** At the port where it was. */
  start(which: number | 'worker'): Promise<void>
  close(): Promise<void>
}

/**
 * @param place theirs alone, and dropped with them
 * @param more settings of the environment
 */
export async function openProcesses(place: ClonedDatabase, more: Record<string, string> = {}): Promise<Processes> {
  const folder = await mkdtemp(join(tmpdir(), 'stagedoor-processes-'))
  const redis = await startRedis(programs.redis ?? '')
  const [port, workerPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
  const address = `http://127.0.0.1:${port}`
  const shared = {
    PATH: process.env['PATH'],
    // Three of them start at once: what one has compiled the others read.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: place.url,
    DATABASE_OWNER_URL: place.ownerUrl,
    DATABASE_CONNECTIONS: '15',
    REDIS_URL: redis.url,
    PUBLIC_URL: address,
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'fatal',
    ...more,
  }
  /** It ends with this one, however that ends. */
  const starts = (program: string, env: Record<string, string>) =>
    fork(join(root, program), {
      cwd: root,
      env: { ...shared, ...env },
      execArgv: ['--import', join(root, 'scripts/end-with-parent.mjs')],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const serving: ChildProcess[] = []
  const serve = (which: number) => {
    serving[which] = starts('journeys/serving.ts', { ROLE: 'web', PORT: String(ports[which]) })
  }
  ports.forEach((_port, which) => serve(which))
  const work = () => starts('server/main.ts', { ROLE: 'worker', PORT: String(workerPort) })
  let working = work()
  const configuration = join(folder, 'nginx.conf')
  await writeFile(configuration, await behind(folder, port, ports))
  const proxy = spawn(programs.nginx ?? '', ['-p', folder, '-e', 'stderr', '-c', configuration], { stdio: ['ignore', 'ignore', 'ignore'] })
  const db = connect({ connection: { host: place.host, user: place.user, database: place.database }, maxConnections: 4 })

  const isUp = async (at: number, of: ChildProcess) => {
    while (
      !(await fetch(`http://127.0.0.1:${at}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      ))
    ) {
      if (of.exitCode !== null) throw new Error(`a process ended with ${of.exitCode} at its start`)
      await sleep(50)
    }
  }
  const start = (which: number) => isUp(ports[which]!, serving[which]!)
  await Promise.all([...ports.map((_port, which) => start(which)), isUp(workerPort, working), isUp(port, proxy)])

  const ends = async (child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    ...peopleOf({ db, address }),
    db,
    address,
    redis,
    worker: `http://127.0.0.1:${workerPort}`,
    visit(path, { from = '127.0.0.9', body, token, language = 'en-US' } = {}) {
      const headers = {
        'content-language': language,
        ...(token && { authorization: token }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      return new Promise((done, failed) => {
        const options = { port, host: '127.0.0.1', localAddress: from, path, method: body === undefined ? 'GET' : 'POST', headers }
        const request = ask(options, (answer) => {
          let text = ''
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
          answer.on('end', () =>
            done({
              status: answer.statusCode ?? 0,
              json: String(answer.headers['content-type']).includes('json') ? (JSON.parse(text) as Record<string, unknown>) : {},
              by: ports.findIndex((each) => String(answer.headers['x-process']).endsWith(`:${each}`)),
              retryAfter: answer.headers['retry-after'],
            }),
          )
        })
        request.on('error', failed)
        request.end(body === undefined ? undefined : JSON.stringify(body))
      })
    },
    kill: (which) => ends(which === 'worker' ? working : serving[which]!, 'SIGKILL'),
    start(which) {
      if (which === 'worker') return isUp(workerPort, (working = work()))
      serve(which)
      return start(which)
    },
    async close() {
      await db.close()
      await Promise.all([...serving.map((each) => ends(each, 'SIGTERM')), ends(working, 'SIGTERM')])
      await ends(proxy, 'SIGTERM')
      await redis.kill()
      await place.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** README's block for two processes, on other ports and without certificates. */
async function behind(folder: string, port: number, ports: readonly number[]): Promise<string> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const [one = '', several = ''] = Array.from(readme.matchAll(/```nginx\n([^`]+)```/g), ([, block]) => block)
  const before = several.replace(/10\.0\.0\.(\d):3000/g, (_all, which: string) => `127.0.0.1:${ports[Number(which) - 1]}`)
  const site = one
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*\n/gm, '')
    .replace('proxy_pass http://127.0.0.1:3000;', 'proxy_pass http://$processes; add_header x-process $upstream_addr always;')
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit; events {} http { access_log off; ${places}\n${before}\n${site} }`
}

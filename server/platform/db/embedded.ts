import { spawn } from 'node:child_process'
import { accessSync, closeSync, constants, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import { postgresBinaries, type ServerUser } from '#server/platform/db/embedded-binaries.ts'
import {
  applicationRole,
  asSeenFromInside,
  clusterOwner,
  ensureCluster,
  makeSocketFolder,
  serverEnvironment,
  serverUser,
  stopLeftover,
} from '#server/platform/db/embedded-cluster.ts'
import { lockDataFolder } from '#server/platform/db/embedded-lock.ts'

/**
 * The PostgreSQL that comes with the product, for those who bring none (no DATABASE_URL).
 * Promises: it listens on a private unix socket only; data lives in `<dataDir>/postgres`; what was committed survives
 * kill -9 of us; the server never outlives us, and is started again at the same address when it ends before us; one process per data
 * folder. Leaves the schema to migrate.ts.
 */
export interface EmbeddedPostgres {
  /** For pg and for psql, as the application: `postgresql://application@/stagedoor?host=<socketDir>`. */
  url: string
  /** The same as the owner of everything, for migrating. */
  ownerUrl: string
  /** Folder of the unix socket; give it to pg as `host`. */
  socketDir: string
  /** The application's. */
  user: string
  database: string
  /** Ends every connection, writes everything down, releases the data folder. Safe to call twice. */
  stop(): Promise<void>
}

interface Options {
  /** For tests: trades durability for speed (fsync off). The data must be worth nothing. */
  ephemeral?: boolean
  /** Hears a sentence whenever the server ended though nobody asked, and when it is back. */
  tell?: (sentence: string) => void
}

/**
 * Starts the embedded PostgreSQL over `dataDir`, creating cluster and database the first time.
 * Throws CannotStart, one sentence naming DATA_DIR or DATABASE_URL, when it cannot.
 */
export async function startEmbedded(dataDir: string, { ephemeral = false, tell = () => {} }: Options = {}): Promise<EmbeddedPostgres> {
  const folder = resolve(dataDir)
  const home = makeHome(folder)
  const unlock = await lockDataFolder(folder)
  try {
    const cluster = join(home, 'cluster')
    const user = serverUser(cluster)
    const native = postgresBinaries(user)
    ensureCluster(cluster, native, user, { ephemeral })
    await stopLeftover(cluster)
    const socketDir = makeSocketFolder(user)
    const log = join(home, 'postgres.log')
    const start = () => launch(cluster, native, user, { ephemeral, log, socketDir })
    const server = start()
    const connection = { host: socketDir, user: clusterOwner, database: clusterOwner }
    try {
      await untilReady(server, log)
      await ensureDatabase(connection)
    } catch (error) {
      await server.stop()
      rmSync(socketDir, { recursive: true, force: true })
      throw error
    }
    const kept = keep(server, start, { log, tell })
    let stopped: Promise<void> | undefined
    const stop = async () => {
      await kept.stop()
      rmSync(socketDir, { recursive: true, force: true })
      unlock()
    }
    return {
      ...waysTo(socketDir),
      user: applicationRole,
      database: clusterOwner,
      socketDir,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    unlock()
    throw error
  }
}

const longestPauseMs = 30_000

/** Starts the server again whenever it ends by itself: at once, and with growing pauses while it does not come back (a full disk). */
function keep(first: Server, start: () => Server, { log, tell }: { log: string; tell: (sentence: string) => void }) {
  const stopping = new AbortController()
  let now = first
  const watch = async () => {
    for (let pauseMs = 0; !stopping.signal.aborted; ) {
      await now.ended
      if (stopping.signal.aborted) return
      if (pauseMs === 0) tell(`The embedded PostgreSQL ended by itself (see ${log}); it is started again.`)
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      now = start()
      const isBack = await untilReady(now, log, Number.POSITIVE_INFINITY).then(
        () => true,
        () => false,
      )
      if (isBack) tell('The embedded PostgreSQL is back.')
      else await now.stop()
      pauseMs = isBack ? 0 : Math.min(longestPauseMs, pauseMs * 2 + 200)
    }
  }
  const watched = watch()
  return {
    async stop() {
      stopping.abort()
      await now.stop()
      await watched
    },
  }
}

function waysTo(socketDir: string): { url: string; ownerUrl: string } {
  const as = (user: string) => `postgresql://${user}@/${clusterOwner}?host=${encodeURIComponent(socketDir)}`
  return { url: as(applicationRole), ownerUrl: as(clusterOwner) }
}

/** Whether a folder has a database that startEmbedded would go on with, rather than make one. */
export function hasEmbedded(dataDir: string): boolean {
  return existsSync(join(resolve(dataDir), 'postgres/cluster'))
}

/** Where the server answers that another process of ours runs over this folder at this moment; undefined when none does. */
export async function runningEmbedded(dataDir: string): Promise<string | undefined> {
  const notes = join(resolve(dataDir), 'postgres/cluster/postmaster.pid')
  const socketDir = existsSync(notes) ? readFileSync(notes, 'utf8').split('\n')[4] : undefined
  if (!socketDir) return undefined
  const client = new pg.Client({ connectionString: waysTo(socketDir).url })
  try {
    await client.connect()
    await client.end()
    return waysTo(socketDir).url
  } catch {
    return undefined
  }
}

function makeHome(folder: string): string {
  try {
    const home = join(folder, 'postgres')
    makeFolder(home)
    accessSync(folder, constants.W_OK)
    return home
  } catch (error) {
    throw new CannotStart(`DATA_DIR ${folder} cannot be written: ${(error as Error).message}`)
  }
}

/** Step by step, because Node's recursive mkdir never ends in places like /proc, where nothing can be made. */
function makeFolder(path: string) {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path)
}

/**
 * The keeper: a shell of two processes that lives exactly as long as our end of its stdin, and then stops the server.
 * Our death, however sudden, closes that end. `$0` is the socket's folder, which goes
 * with us (a server that ended before us comes back to it); the rest is the server's command.
 */
const keeper = `
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
(cat <&3 >/dev/null; kill -INT $server 2>/dev/null) &
watch=$!
exec 3<&-
wait $server; code=$?
kill $watch 2>/dev/null || rmdir "$0" 2>/dev/null
exit $code
`

type Server = ReturnType<typeof launch>

function launch(
  cluster: string,
  native: string,
  user: ServerUser,
  { socketDir, ...options }: { ephemeral: boolean; log: string; socketDir: string },
) {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_connections: '100',
    jit: 'off',
    log_checkpoints: 'off',
    ...(options.ephemeral ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}),
  }
  const command = [join(native, 'bin/postgres'), '-D', asSeenFromInside(cluster)].concat(
    Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  )
  const log = openLog(options.log)
  // Its own session: Ctrl-C in the terminal must reach us alone, so that requests can finish before their database goes.
  const child = spawn('/bin/sh', ['-c', keeper, socketDir, ...command], {
    ...user,
    cwd: cluster,
    env: serverEnvironment,
    detached: true,
    stdio: ['pipe', 'ignore', log],
  })
  closeSync(log)
  const ended = new Promise<void>((done) => child.once('exit', () => done()).once('error', () => done()))
  // Its keeper has nothing left to keep.
  void ended.then(() => child.stdin?.destroy())
  return {
    socketDir,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    stop: async () => {
      child.stdin?.destroy()
      await ended
    },
  }
}

function openLog(path: string): number {
  if (existsSync(path) && statSync(path).size > 10_000_000) renameSync(path, `${path}.old`)
  return openSync(path, 'a', 0o600)
}

/** After a crash the server first replays its log, which may take a while; it says so and we keep asking. */
async function untilReady(server: Server, log: string, patienceMs = 120_000): Promise<void> {
  const deadline = performance.now() + patienceMs
  while (server.isRunning() && performance.now() < deadline) {
    const client = new pg.Client({ host: server.socketDir, user: clusterOwner, database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await sleep(15)
    }
  }
  const lastWords = readFileSync(log, 'utf8').trim().split('\n').slice(-2).join(' ')
  throw new CannotStart(`The embedded PostgreSQL did not start (${log} ends with: ${lastWords})`)
}

async function ensureDatabase(connection: { host: string; user: string; database: string }): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const found = await client.query('select from pg_database where datname = $1', [connection.database])
    if (!found.rowCount) await client.query(`create database ${connection.database}`)
    const role = await client.query('select from pg_roles where rolname = $1', [applicationRole])
    if (!role.rowCount) await client.query(`create role ${applicationRole} login`)
  } finally {
    await client.end()
  }
}

import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/db/cannot-start.ts'
import type { ServerUser } from '#server/platform/db/embedded-binaries.ts'

/** The superuser inside the cluster. Nobody else can reach the socket, so it has no password. */
export const clusterOwner = 'stagedoor'

/** Who reads and writes rows there, and owns nothing. */
export const applicationRole = 'application'

export const serverEnvironment = { PATH: process.env['PATH'], LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8', TZ: 'UTC' }

/**
 * How the server names its own data folder. On Linux it is started inside the folder and told "where you
 * stand", so it needs no way through the folders above: root may keep its data under a closed home.
 */
export function asSeenFromInside(cluster: string): string {
  return process.platform === 'linux' && existsSync('/proc/self/cwd') ? '/proc/self/cwd' : cluster
}

/** Root may not run PostgreSQL: an existing cluster keeps its owner, a new one goes to `nobody`. */
export function serverUser(cluster: string): ServerUser {
  if (process.getuid?.() !== 0) return {}
  const owner = lstatSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[0].split(':') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

/**
 * Makes the cluster unless it is there. It is built beside its place and moved in whole: a start that was
 * killed half-way leaves only scraps that the next one sweeps, and no cluster with data is ever removed.
 */
export function ensureCluster(cluster: string, native: string, user: ServerUser, options: { ephemeral: boolean }) {
  if (existsSync(join(cluster, 'PG_VERSION'))) return
  const making = `${cluster}.making`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { recursive: true })
  chmodSync(making, 0o700)
  giveTo(making, user)
  const made = spawnSync(
    join(native, 'bin/initdb'),
    // The locale provider is named because LANG=C would silently give SQL_ASCII, and Chinese search finds nothing under ctype C.
    ['-D', asSeenFromInside(making), '-U', clusterOwner, '--auth=trust', '--encoding=UTF8', `--locale=${serverEnvironment.LC_ALL}`]
      .concat(['--locale-provider=builtin', '--builtin-locale=C.UTF-8'])
      .concat(options.ephemeral ? ['--no-sync'] : []),
    { ...user, env: serverEnvironment, cwd: making, encoding: 'utf8' },
  )
  if (made.status !== 0) {
    const reason = (made.error?.message ?? made.stderr).trim().split('\n').slice(-3).join(' ')
    throw new CannotStart(`The database in DATA_DIR ${dirname(dirname(cluster))} could not be created: ${reason}`)
  }
  renameSync(making, cluster)
}

/** A new folder for the socket. It lies in the temporary folder because a socket's path may have 107 bytes only, and DATA_DIR may be long. */
export function makeSocketFolder(user: ServerUser): string {
  const folder = mkdtempSync(join(socketPlace(), 'stagedoor-'))
  giveTo(folder, user)
  return folder
}

function socketPlace(): string {
  return tmpdir().length <= 70 ? tmpdir() : '/tmp'
}

/**
 * Clears the way after a start that did not end well. We hold the folder's lock, so a server that still runs here
 * belongs to a process that is gone: its keeper is stopping it, or was killed too and we stop it ourselves.
 */
export async function stopLeftover(cluster: string): Promise<void> {
  const left = readPidFile(cluster)
  if (!left) return
  for (let waitedMs = 0; readPidFile(cluster) && isServerOf(left.pid, cluster); waitedMs += 50) {
    if (waitedMs === 0) signal(left.pid, 'SIGINT')
    if (waitedMs === 20_000) signal(left.pid, 'SIGQUIT')
    if (waitedMs > 40_000)
      throw new CannotStart(`A PostgreSQL (process ${left.pid}) still runs in DATA_DIR ${dirname(dirname(cluster))} and does not stop.`)
    await sleep(50)
  }
  // A file left by a crash. PostgreSQL clears it itself, except when another program now has that number.
  if (isRunning(left.pid) && !isServerOf(left.pid, cluster)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
  if (/^stagedoor-\w{6}$/.test(basename(left.socketDir)) && dirname(left.socketDir) === socketPlace())
    rmSync(left.socketDir, { recursive: true, force: true })
}

function readPidFile(cluster: string): { pid: number; socketDir: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '' }
  } catch {
    return undefined
  }
}

function isServerOf(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended in between, which is what we wanted.
  }
}

function giveTo(path: string, user: ServerUser) {
  if (user.uid !== undefined && user.gid !== undefined) chownSync(path, user.uid, user.gid)
}

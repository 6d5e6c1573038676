import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from '#server/platform/db/cannot-start.ts'

/** Long enough for a process whose parent was just killed to end, short enough for a person to wait. */
const patienceMs = 2500

interface Holder {
  pid: number
  birth: string
  hold: string
}

/**
 * Makes this process the only one that uses a data folder; returns the function that gives it back.
 * The lock is a file naming a process and the moment it was born, so a lock left by kill -9, or by a
 * machine that lost power, counts for nothing even when its process number has been given away again.
 * A holder that is on its way out gets a moment; one that stays is a CannotStart naming DATA_DIR.
 */
export async function lockDataFolder(dataDir: string): Promise<() => void> {
  const path = join(dataDir, 'in-use-by.json')
  const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  // The random part tells two holds of one process apart: giving back an old one must not end a newer one.
  const hold = JSON.stringify({ pid: process.pid, birth: birthOf(process.pid) ?? '', hold: mine.slice(path.length + 1) } satisfies Holder)
  writeFileSync(mine, hold)
  try {
    const deadline = performance.now() + patienceMs
    while (!linked(mine, path)) {
      const found = read(path)
      const other = found && parse(found)
      if (found && !(other && isAlive(other))) takeAway(path, found, mine)
      else if (performance.now() > deadline)
        throw new CannotStart(
          `DATA_DIR ${dataDir} is already in use by Stagedoor process ${other ? other.pid : '?'}: stop that one first, or set DATA_DIR to another folder.`,
        )
      else await sleep(50)
    }
    return () => {
      if (read(path) === hold) rmSync(path, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** The moment a process was born, in a form that no later process with the same number shares; undefined when it is gone. */
function birthOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    // The command name may itself contain spaces and brackets, so the fields are counted from the last bracket.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}:${fields[19]}`
  } catch {
    return undefined
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder
  } catch {
    return undefined
  }
}

function isAlive(holder: Holder): boolean {
  return birthOf(holder.pid) === holder.birth
}

/** A hard link either appears whole or not at all, which a plain write does not promise. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Two starters may find the same stale lock: whoever moves away a file that is not the stale one puts it back. */
function takeAway(path: string, stale: string, mine: string) {
  const away = `${mine}.stale`
  try {
    renameSync(path, away)
  } catch {
    return
  }
  if (read(away) !== stale) linked(away, path)
  rmSync(away, { force: true })
}

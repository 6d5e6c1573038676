import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart } from '#server/platform/db/cannot-start.ts'

interface Holder {
  pid: number
  birth: string
}

/**
 * Makes this process the only one that uses a data folder; returns the function that gives it back.
 * The lock is a file naming a process and the moment it was born, so a lock left by kill -9, or by a
 * machine that lost power, counts for nothing even when its process number has been given away again.
 */
export function lockDataFolder(dataDir: string): () => void {
  const path = join(dataDir, 'in-use-by.json')
  const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`
  const holder: Holder = { pid: process.pid, birth: birthOf(process.pid) ?? '' }
  writeFileSync(mine, JSON.stringify(holder))
  try {
    for (let attempt = 0; attempt < 50; attempt++) {
      if (linked(mine, path)) return () => rmSync(path, { force: true })
      const found = read(path)
      if (found && isAlive(JSON.parse(found) as Holder)) {
        const { pid } = JSON.parse(found) as Holder
        throw new CannotStart(
          `DATA_DIR ${dataDir} is already in use by Stagedoor process ${pid}: stop that one first, or set DATA_DIR to another folder.`,
        )
      }
      if (found) takeAway(path, found, mine)
    }
    throw new CannotStart(`DATA_DIR ${dataDir} is being started by several processes at once: start only one.`)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** The moment a process was born, in a form that no later process with the same number shares; undefined when it is gone. */
export function birthOf(pid: number): string | undefined {
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

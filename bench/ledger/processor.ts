// Processor time by who spent it, as Linux accounts for it. Elsewhere nothing is told.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import type { Database } from '#server/platform/db/db.ts'

/** Microseconds since they started: the callers (this process), the API, and PostgreSQL with all its processes. */
export type Spent = () => Readonly<Record<string, number>>

export async function processorTime(db: Database, api: number | undefined): Promise<Spent> {
  if (!existsSync('/proc/self/stat')) return () => ({})
  const { rows } = await db.pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = statOf(rows[0]?.pid ?? 0)?.parent
  return () => {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const postgres = all.map((pid) => statOf(Number(pid))).filter((stat) => stat && stat.parent === postmaster)
    const { user, system } = process.cpuUsage()
    return {
      // With those that have ended since: what they spent counts for who waited for them.
      PostgreSQL: postgres.reduce((sum, stat) => sum + (stat?.microseconds ?? 0), statOf(postmaster ?? 0)?.ofEnded ?? 0),
      API: statOf(api ?? 0)?.microseconds ?? 0,
      callers: user + system,
    }
  }
}

/** Of one process with all its threads; nothing where the system does not tell. */
export const microsecondsOf = (pid: number | undefined): number | undefined => statOf(pid ?? 0)?.microseconds

function statOf(pid: number): { parent: number; microseconds: number; ofEnded: number } | undefined {
  try {
    // After the name, which may hold anything: state, parent, … and at 11 and 12 user and system time in hundredths of a second, at 13 and 14 those of
    // children that have ended.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const microseconds = (...at: number[]) => at.reduce((sum, index) => sum + Number(fields[index]), 0) * 10_000
    return { parent: Number(fields[1]), microseconds: microseconds(11, 12), ofEnded: microseconds(13, 14) }
  } catch {
    return undefined
  }
}

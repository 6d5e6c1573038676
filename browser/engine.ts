// The media engine of a site on this machine, as somebody who pulls its plug finds it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Kills it; undefined where this site has none, or this system does not tell. @param dataDir the site's DATA_DIR */
export function killEngine(dataDir: string): number | undefined {
  const socket = readFileSync(join(dataDir, 'forwarder-socket'), 'utf8')
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || !argumentsOf(pid).includes(socket)) continue
    process.kill(Number(pid), 'SIGKILL')
    return Number(pid)
  }
  return undefined
}

function argumentsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It ended meanwhile.
    return []
  }
}

// The secrets that the program makes for itself when nobody gave it any: kept in DATA_DIR/keys, readable by its owner only,
// never in the database. Whoever backs up the data folder has them; whoever loses them loses sealed documents and open links.
import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** @param given 64 hexadecimal digits from the environment */
export function keyFrom(dataDir: string, name: string, given: string | undefined): Buffer {
  if (given) return Buffer.from(given, 'hex')
  const folder = join(dataDir, 'keys')
  const file = join(folder, name)
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  }
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
}

let secret: Buffer | undefined

export function useSecret(key: Buffer): void {
  secret = key
}

/** A key for one purpose, derived from the site's secret, so that a signature made for one thing never passes for another. */
export function secretFor(purpose: string): Buffer {
  if (!secret) throw new Error('the secret key was not set at start')
  return createHmac('sha256', secret).update(purpose).digest()
}

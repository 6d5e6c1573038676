// A build that was killed leaves nothing in the database, but it may leave pictures in the storage. Their keys are written
// down before and beside the work, so that the next build takes exactly those away and never a file of somebody else's.
import { appendFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { store } from '#server/platform/storage/store.ts'

const list = () => store.localPath('unfinished-town')

/** Notes something in the storage as this build's own: before it is there, where its key is known then. */
export async function note(...keys: readonly string[]): Promise<void> {
  await mkdir(dirname(list()), { recursive: true, mode: 0o700 })
  await appendFile(list(), keys.map((key) => `${key}\n`).join(''), { mode: 0o600 })
}

/** Takes away what a build that did not end has left; tells whether there was any. */
export async function sweep(): Promise<boolean> {
  const keys = await readFile(list(), 'utf8').catch(() => '')
  // The last line may be cut short by the same blow; half a key names nothing that may be taken away.
  for (const key of keys.split('\n').slice(0, -1)) await rm(store.localPath(key), { recursive: true, force: true })
  await forget()
  return keys !== ''
}

/** The build has ended well: what it stored stays. */
export function forget(): Promise<void> {
  return rm(list(), { force: true })
}

// Room on the disk. Uploads stop while there is still some left, because the database writes beside them and must not run out of it.
import { statfs } from 'node:fs/promises'

/** There is no room to write: an error like the operating system's own. */
export class NoRoom extends Error {
  override name = 'NoRoom'
  readonly code = 'ENOSPC'
}

/** Bytes that may still be written to the disk under a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of so many megabytes, to be filled. */
export interface SmallDisk {
  folder: string
  /** Leaves so many bytes free, about. */
  fill(leaving: number): Promise<void>
  /** Gives back what was filled. */
  empty(): Promise<void>
  remove(): void
}

/** Undefined where nobody lets us mount one (it takes root, on Linux). */
export function smallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-small-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  if (mounted.status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    async fill(leaving) {
      const { bavail, bsize } = await statfs(folder)
      // Whoever else writes there takes room meanwhile: then it is as full as can be, which is what was asked.
      await writeFile(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leaving))).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      })
    },
    empty: () => rm(ballast, { force: true }),
    remove() {
      spawnSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

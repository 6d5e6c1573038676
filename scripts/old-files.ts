import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A page that was opened before a new release still asks for the files of its own: those of so many releases are there. */
const mostReleases = 5

interface Place {
  /** The folder of the browser's files, which a build empties. */
  assets: string
  /** Where they wait meanwhile. */
  aside: string
  /** Which files each of the last releases had, the newest first. */
  list: string
}

export const placeIn = (dist: string): Place => ({
  assets: join(dist, 'client/assets'),
  aside: join(dist, 'earlier-assets'),
  list: join(dist, 'releases.json'),
})

/** Before a build. What a build that was interrupted left aside stays there, too. */
export function putAside({ assets, aside }: Place): void {
  if (!existsSync(assets)) return
  mkdirSync(aside, { recursive: true })
  for (const file of readdirSync(assets)) renameSync(join(assets, file), join(aside, file))
}

/** After a build: files of earlier releases come back beside the new ones, which win; those of releases too long ago are gone. */
export function bringBack({ assets, aside, list }: Place): void {
  const now = readdirSync(assets)
  const earlier = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[][]) : []
  const isSame = earlier[0]?.length === now.length && now.every((file) => earlier[0]?.includes(file))
  const releases = [now, ...(isSame ? earlier.slice(1) : earlier)].slice(0, mostReleases)
  const there = new Set(now)
  const kept = new Set(releases.flat())
  for (const file of existsSync(aside) ? readdirSync(aside) : [])
    if (kept.has(file) && !there.has(file)) renameSync(join(aside, file), join(assets, file))
  rmSync(aside, { recursive: true, force: true })
  writeFileSync(list, JSON.stringify(releases))
}

// Which ffmpeg and ffprobe this process runs: the one that FFMPEG_PATH names, else the system's, else the one that comes with the packages.
import { accessSync, chmodSync, constants, copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

export interface Binaries {
  ffmpeg: string
  ffprobe: string
}

let wish: string | undefined
let warn: (sentence: string) => void = () => {}
let found: Binaries | undefined

/** Wired once at start. @param path FFMPEG_PATH; its ffprobe is expected beside it */
export function useFfmpeg(path: string | undefined, onWarning: (sentence: string) => void): void {
  wish = path
  warn = onWarning
  found = undefined
}

/** For what is found out elsewhere about the programs that run here. */
export const warnOf = (sentence: string): void => warn(sentence)

/** Looked for once. */
export function binaries(): Binaries {
  return (found ??= find())
}

function find(): Binaries {
  if (wish) {
    const beside = join(dirname(wish), 'ffprobe')
    return { ffmpeg: wish, ffprobe: existsSync(beside) ? beside : (inPath('ffprobe') ?? packaged('ffprobe')) }
  }
  const system = inPath('ffmpeg')
  if (system) return { ffmpeg: system, ffprobe: inPath('ffprobe') ?? packaged('ffprobe') }
  const old = { ffmpeg: packaged('ffmpeg'), ffprobe: packaged('ffprobe') }
  warn(
    `Footage is worked on with the ffmpeg of 2018 that comes with the packages (${old.ffmpeg}). Install a newer one, or name it in FFMPEG_PATH.`,
  )
  return old
}

/** The full path of a program, since what we start gets no environment to look it up with. */
export function inPath(program: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder.startsWith('/'))
    .map((folder) => join(folder, program))
    .find(canRun)
}

function packaged(program: 'ffmpeg' | 'ffprobe'): string {
  const { path } = createRequire(import.meta.url)(`@${program}-installer/${program}`) as { path: string }
  return canRun(path) || madeRunnable(path) ? path : copied(path, program)
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}

/** The package of ffprobe forgets the bit that lets it run. */
function madeRunnable(path: string): boolean {
  try {
    chmodSync(path, 0o755)
    return canRun(path)
  } catch {
    return false
  }
}

/** Packages may be read-only: then a copy is run, in a folder that is this user's own. */
function copied(path: string, program: string): string {
  const { size, mtimeMs } = statSync(path)
  const folder = join(tmpdir(), `stagedoor-programs-${process.getuid?.() ?? 0}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, mode } = lstatSync(folder)
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o77) !== 0) throw new Error(`${folder} is not this user's own: remove it`)
  const copy = join(folder, `${program}-${size}-${Math.round(mtimeMs)}`)
  if (!canRun(copy)) {
    const aside = `${copy}.${process.pid}`
    copyFileSync(path, aside)
    chmodSync(aside, 0o700)
    renameSync(aside, copy)
  }
  return copy
}

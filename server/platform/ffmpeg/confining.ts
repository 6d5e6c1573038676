// A program that reads what strangers sent is started with as little as it needs: no environment, no network, a folder of its own,
// and limits of memory, output and time. It runs at low priority, and it does not outlive us.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { inPath } from '#server/platform/ffmpeg/binaries.ts'

export interface Limits {
  /** Address space; what a decoder may take of memory. */
  memoryBytes: number
  /** Of any one file that it writes. */
  outputBytes: number
  /** Processor time, for the case that nobody is left to stop it. */
  cpuSeconds: number
}

interface Standing {
  /** It reads what we write to it. */
  takesInput?: boolean
  /** How much it stands back for others (nice): what may take its time does so for what may not. */
  niceness?: number
}

/** The limits are set by the shell, which every system has, and replaced by the program itself. */
const limited = 'ulimit -c 0; ulimit -v "$1"; ulimit -f "$2"; ulimit -t "$3"; shift 3; exec "$@"'

export function startConfined(
  program: string,
  args: readonly string[],
  folder: string,
  limits: Limits,
  { takesInput = false, niceness = 10 }: Standing = {},
): ChildProcess {
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      limited,
      'sh',
      String(Math.ceil(limits.memoryBytes / 1024)),
      String(Math.ceil(limits.outputBytes / 512)),
      String(Math.ceil(limits.cpuSeconds)),
      ...wrapping(),
      program,
      ...args,
    ],
    // A group of its own, so that it can be ended with everything that it may have started.
    { cwd: folder, env: {}, stdio: [takesInput ? 'pipe' : 'ignore', 'pipe', 'pipe'], detached: true },
  )
  try {
    if (child.pid) setPriority(child.pid, niceness)
  } catch {
    // It may have ended already.
  }
  return child
}

export function end(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

let wrapper: string[] | undefined

/** Without network where the system lets us (a namespace of its own), and ended with its parent where it can. Tried once. */
function wrapping(): string[] {
  return (wrapper ??= [...withoutNetwork(), ...endedWithParent()])
}

/** True where what is started has no network at all; elsewhere the list of allowed protocols has to do. */
export function hasNoNetwork(): boolean {
  return withoutNetwork().length > 0
}

let isolated: string[] | undefined
function withoutNetwork(): string[] {
  return (isolated ??= firstThatRuns('unshare', [
    ['--net', '--'],
    ['--map-root-user', '--net', '--'],
  ]))
}

function endedWithParent(): string[] {
  return firstThatRuns('setpriv', [['--pdeathsig', 'KILL', '--']])
}

function firstThatRuns(program: string, ways: readonly string[][]): string[] {
  const path = inPath(program)
  if (!path) return []
  const way = ways.find((args) => spawnSync(path, [...args, '/bin/sh', '-c', ':'], { stdio: 'ignore', timeout: 5000 }).status === 0)
  return way ? [path, ...way] : []
}

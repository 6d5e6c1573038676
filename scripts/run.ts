import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export interface Outcome {
  code: number
  seconds: number
}

/**
 * Runs a program of ours, or of node_modules/.bin, on this very Node, with its output shown as it comes.
 * A signal to us ends it; one that takes longer than `limitMinutes` is stopped and counts as failed, so that nothing hangs a pipeline.
 */
export function run(
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; limitMinutes?: number } = {},
): Promise<Outcome> {
  const started = performance.now()
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...options.env },
    timeout: (options.limitMinutes ?? 15) * 60_000,
  })
  const forward = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', forward).on('SIGINT', forward)
  return new Promise((done) => {
    const end = (code: number) => {
      process.off('SIGTERM', forward).off('SIGINT', forward)
      done({ code, seconds: (performance.now() - started) / 1000 })
    }
    child.on('error', () => end(1))
    child.on('exit', (code, signal) => {
      // Interrupted on purpose: whatever was to follow is off as well.
      if (signal === 'SIGINT' || code === 130) process.exit(130)
      end(code ?? 1)
    })
  })
}

export const bin = (name: string) => join('node_modules/.bin', name)

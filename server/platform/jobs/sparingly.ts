// What goes wrong again and again is said once, and then now and then with how often: whoever reads a log learns no more from the same line every second.
import { Refusal } from '#server/platform/refusals/refusal.ts'

/**
 * Somebody hears of trouble.
 * @param error undefined: it is over
 * @param times how often it went wrong since this was said last
 */
export type Say = (error: unknown, times: number) => void

/** The same trouble is said again after so long. */
const againMs = 5 * 60_000

/**
 * Says trouble when it begins, when it is another one, every five minutes while it lasts, and when it is over. What comes and goes is said no more often.
 * @param now of a clock that only goes on
 */
export function sparingly(say: Say, now: () => number = () => performance.now()): { wrong: (error: unknown) => void; well: () => void } {
  let last: { kind: string; at: number } | undefined
  let times = 0
  let isSaid = false
  return {
    wrong(error) {
      times++
      const kind = kindOf(error)
      if (last?.kind === kind && now() - last.at < againMs) return
      last = { kind, at: now() }
      isSaid = true
      const so = times
      times = 0
      say(error, so)
    },
    well() {
      if (!isSaid) return
      isSaid = false
      const so = times
      times = 0
      say(undefined, so)
    },
  }
}

/** Of many that went wrong together, each kind once: how many there are changes all the time. */
function kindOf(error: unknown): string {
  if (error instanceof AggregateError) return [...new Set(error.errors.map(kindOf))].toSorted().join(' | ')
  if (error instanceof Refusal) return error.code
  return error instanceof Error ? `${error.name} ${error.message}` : String(error)
}

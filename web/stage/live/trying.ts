// A connection that is made, noticed when it is lost, and made again for as long as the page wants it: the same for sending and for watching.
// Each try is numbered, and the newest owns everything: what an older one still gets is closed as it comes.
import { Refused } from '#contract/client.ts'
import { MediaRefused, restMs } from '#web/stage/live/negotiating.ts'

export interface Try<Why> {
  isOver: () => boolean
  /** Closed when this try is over; at once, where it is. */
  owns: (close: () => void) => void
  /** It holds: if it is lost, the first rest is short again. */
  holds: () => void
  /** It does not hold any more: the next one begins after a rest. */
  lost: (why: Why) => void
  /** It is over, and none is tried any more. */
  ends: (why: Why) => void
}

export interface Tries<Why> {
  begin: (one: Try<Why>) => Promise<void>
  /** What the engine's no is called, where it has a name of its own; all else is `lost`. */
  named: Readonly<Record<string, Why>>
  lost: Why
  tell: (why: Why) => void
  /** The right is gone, or the stream is: nothing is tried any more. */
  onGone: () => void
}

/** Tries at once, and again until it is stopped. */
export function keepTrying<Why>({ begin, named, lost, tell, onGone }: Tries<Why>): { stop: () => void } {
  let newest = 0
  let tries = 0
  let closing: (() => void)[] = []
  let again: ReturnType<typeof setTimeout> | undefined

  /** The try before is over, and so is its rest. */
  const over = () => {
    newest++
    clearTimeout(again)
    const before = closing
    closing = []
    for (const close of before) close()
  }
  const start = async () => {
    over()
    const number = newest
    const isOver = () => number !== newest
    const rests = (why: Why) => {
      if (isOver()) return
      over()
      tell(why)
      again = setTimeout(() => void start(), restMs(tries++))
    }
    try {
      await begin({
        isOver,
        owns: (close) => void (isOver() ? close() : closing.push(close)),
        holds: () => {
          if (!isOver()) tries = 0
        },
        lost: rests,
        ends: (why) => {
          if (isOver()) return
          over()
          tell(why)
        },
      })
    } catch (error) {
      if (isOver()) return
      const name = error instanceof MediaRefused || error instanceof Refused ? named[error.code] : undefined
      if (name !== undefined) return rests(name)
      if (error instanceof Refused && error.status < 500 && error.code !== 'too_many_requests') {
        over()
        return onGone()
      }
      rests(lost)
    }
  }
  // Where the page is kept and comes back, it has nothing any more: what it had was ended as it went.
  const onShow = ({ persisted }: PageTransitionEvent) => persisted && void start()
  const onOnline = () => void start()
  addEventListener('pagehide', over)
  addEventListener('pageshow', onShow)
  addEventListener('online', onOnline)
  void start()
  return {
    stop: () => {
      removeEventListener('pagehide', over)
      removeEventListener('pageshow', onShow)
      removeEventListener('online', onOnline)
      over()
    },
  }
}

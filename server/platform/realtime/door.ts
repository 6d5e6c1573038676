// Who may open a connection: so many at once and so many in a minute from one address, and so many in all. Each process counts for itself: what
// runs out (descriptors, its one thread) is its own.
import { readFileSync } from 'node:fs'

export interface DoorOptions {
  /** Connections of one address at once. Generous, because a school or a telephone network may stand behind one. */
  mostAtOnce: number
  /** The same, in a minute. */
  mostInAMinute: number
  /** Of all addresses together. */
  most: number
  /** Said at most once a minute. */
  onFull: (sentence: string) => void
}

export interface Door {
  /** Whether one more may come from this address. It is counted for its minute, whatever becomes of it. */
  admits: (address: string) => boolean
  /** It is open: until it is closed it is counted. @returns to be called when it closes */
  enter: (address: string) => () => void
}

const minuteMs = 60_000

export function doorOf({ mostAtOnce, mostInAMinute, most, onFull }: DoorOptions, now: () => number = Date.now): Door {
  const open = new Map<string, number>()
  let all = 0
  let asked = new Map<string, number>()
  let since = now()
  let said = -Infinity
  const full = (sentence: string) => {
    if (now() - said >= minuteMs) {
      said = now()
      onFull(sentence)
    }
    return false
  }
  return {
    admits(address) {
      if (now() - since >= minuteMs) [asked, since] = [new Map(), now()]
      const times = (asked.get(address) ?? 0) + 1
      asked.set(address, times)
      if (all >= most) return full(`${all} connections are open, which is as many as this process takes`)
      const isTooMany = times > mostInAMinute || (open.get(address) ?? 0) >= mostAtOnce
      return isTooMany ? full('one address asked for more connections than one may have; it is refused') : true
    },
    enter(address) {
      let isOpen = true
      all += 1
      open.set(address, (open.get(address) ?? 0) + 1)
      return () => {
        if (!isOpen) return
        isOpen = false
        all -= 1
        const left = (open.get(address) ?? 1) - 1
        if (left > 0) open.set(address, left)
        else open.delete(address)
      }
    },
  }
}

/** Half of the descriptors that this process may have: the other half is for calls, files and the database. */
export function mostConnections(limits: string = limitsOfThisProcess()): number {
  const soft = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 20_000)
  return Math.max(50, Math.floor(soft / 2))
}

function limitsOfThisProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    // Elsewhere than on Linux nobody says.
    return ''
  }
}

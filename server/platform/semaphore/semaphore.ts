// Work that takes a core, or much memory, waits for its turn: so many at a time, in the order they came.
export interface Semaphore {
  run<T>(work: () => Promise<T>): Promise<T>
  /** Those that wait are not begun any more: each of them rejects with this. */
  rejectWaiting(why: Error): void
}

export function semaphore(most: number): Semaphore {
  let running = 0
  const waiting: { begin: () => void; giveUp: (why: Error) => void }[] = []
  return {
    async run(work) {
      if (running >= most) await new Promise<void>((begin, giveUp) => waiting.push({ begin, giveUp }))
      else running++
      try {
        return await work()
      } finally {
        // A turn is handed on, so that nobody who comes just now is served before those who wait.
        const next = waiting.shift()
        if (next) next.begin()
        else running--
      }
    },
    rejectWaiting(why) {
      for (const { giveUp } of waiting.splice(0)) giveUp(why)
    },
  }
}

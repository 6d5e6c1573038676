/**
 * Does the same for each of these: a failure does not stop the rest.
 * @param atOnce so many are under way together, so that one that hangs does not keep the rest from their turn; 1: one after the other
 * @returns what went wrong
 */
export async function runIsolated<Each>(all: readonly Each[], work: (each: Each) => Promise<void>, atOnce = 1): Promise<unknown[]> {
  const wrong: unknown[] = []
  const waiting = all.values()
  const workInTurn = async () => {
    for (const each of waiting) {
      try {
        await work(each)
      } catch (error) {
        wrong.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, workInTurn))
  return wrong
}

/** So that the job is reported, and tried again. */
export function throwAll(wrong: readonly unknown[]): void {
  if (wrong.length > 0) throw new AggregateError(wrong, `${wrong.length} went wrong`)
}

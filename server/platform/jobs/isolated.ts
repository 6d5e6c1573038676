/** Does the same for each of these, one after the other: a failure does not stop the rest. @returns what went wrong */
export async function runIsolated<Each>(all: readonly Each[], work: (each: Each) => Promise<void>): Promise<unknown[]> {
  const wrong: unknown[] = []
  for (const each of all) {
    try {
      await work(each)
    } catch (error) {
      wrong.push(error)
    }
  }
  return wrong
}

/** So that the job is reported, and tried again. */
export function throwAll(wrong: readonly unknown[]): void {
  if (wrong.length > 0) throw new AggregateError(wrong, `${wrong.length} went wrong`)
}

/** Does the same for each of these, whatever becomes of the others. @returns what went wrong */
export async function oneByOne<Each>(all: readonly Each[], work: (each: Each) => Promise<void>): Promise<unknown[]> {
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

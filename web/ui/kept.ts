/**
 * What is dear to make and always the same for its name (a formatter of Intl takes tens of microseconds): made once.
 * The same as contract/kept.ts: the pieces take only types from the contract.
 * @param most so many are kept; then the one made first goes, so that nobody fills the memory with names
 */
export function kept<Name extends string, Made>(make: (name: Name) => Made, most = 100): (name: Name) => Made {
  const made = new Map<Name, Made>()
  return (name) => {
    if (made.has(name)) return made.get(name) as Made
    const fresh = make(name)
    const [first] = made.size >= most ? made.keys() : []
    if (first !== undefined) made.delete(first)
    made.set(name, fresh)
    return fresh
  }
}

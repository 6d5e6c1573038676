// The keys that people know from other players. Those that a focused control of its own needs are left to it.
export interface Acts {
  toggle: () => void
  /** Seconds, forward or back. */
  skip: (seconds: number) => void
  /** 0 to 1 */
  goTo: (part: number) => void
  louder: (change: number) => void
  mute: () => void
  full: () => void
}

/** True when the key meant something here. */
export function pressed(key: string, isOnControl: boolean, acts: Acts): boolean {
  const act = actOf(key, isOnControl, acts)
  act?.()
  return act !== undefined
}

function actOf(key: string, isOnControl: boolean, acts: Acts): (() => void) | undefined {
  if (/^[0-9]$/.test(key)) return () => acts.goTo(Number(key) / 10)
  const letters: Record<string, () => void> = {
    k: acts.toggle,
    j: () => acts.skip(-10),
    l: () => acts.skip(10),
    m: acts.mute,
    f: acts.full,
  }
  const letter = letters[key.toLowerCase()]
  if (letter) return letter
  if (isOnControl) return undefined
  const others: Record<string, () => void> = {
    ' ': acts.toggle,
    Enter: acts.toggle,
    ArrowLeft: () => acts.skip(-5),
    ArrowRight: () => acts.skip(5),
    ArrowUp: () => acts.louder(0.1),
    ArrowDown: () => acts.louder(-0.1),
  }
  return others[key]
}

export interface Countdown {
  unit: 'days' | 'hours' | 'minutes'
  count: number
}

/** How long until then, in the largest unit that is full; undefined once it has come. The last minute is a minute. */
export function countdownOf(ms: number): Countdown | undefined {
  if (ms <= 0) return undefined
  const minutes = Math.ceil(ms / 60_000)
  if (minutes >= 2 * 24 * 60) return { unit: 'days', count: Math.floor(minutes / (24 * 60)) }
  return minutes >= 120 ? { unit: 'hours', count: Math.floor(minutes / 60) } : { unit: 'minutes', count: minutes }
}

// What time it is. The system's clock in production; a clock that tests can move.
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock for tests: it runs like the system's, shifted by as much as it was moved. */
export function movableClock(start = new Date()) {
  let offsetMs = start.getTime() - Date.now()
  return {
    now: () => new Date(systemClock.now().getTime() + offsetMs),
    advance(by: { days?: number; hours?: number; minutes?: number; seconds?: number }) {
      offsetMs += (((by.days ?? 0) * 24 + (by.hours ?? 0)) * 60 + (by.minutes ?? 0)) * 60_000 + (by.seconds ?? 0) * 1000
    },
  }
}

// Where somebody stopped in a film: kept in this browser for the last few, so that a long one goes on where they left it.
const key = 'player.places'
const most = 30
/** Shorter films are simply begun again, and a film that is nearly over is over. */
const leastSeconds = 60
const endSeconds = 15

type Places = [id: string, seconds: number][]

function read(): Places {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(found) ? found.filter((each): each is [string, number] => Array.isArray(each) && typeof each[1] === 'number') : []
  } catch {
    return []
  }
}

export function placeIn(id: string): number {
  return read().find(([kept]) => kept === id)?.[1] ?? 0
}

export function keepPlace(id: string, seconds: number, duration: number): void {
  const others = read().filter(([kept]) => kept !== id)
  const isWorthKeeping = duration >= leastSeconds && seconds > endSeconds && seconds < duration - endSeconds
  const places: Places = isWorthKeeping ? [[id, Math.floor(seconds)], ...others] : others
  try {
    localStorage.setItem(key, JSON.stringify(places.slice(0, most)))
  } catch {
    // A browser that keeps nothing begins anew.
  }
}

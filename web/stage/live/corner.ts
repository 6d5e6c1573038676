// In which corner of the stage somebody wants a small picture: kept in this browser.
const corners = ['topLeft', 'topRight', 'bottomRight', 'bottomLeft'] as const
export type Corner = (typeof corners)[number]

const key = 'live.corner'

export function keptCorner(): Corner {
  try {
    const kept = localStorage.getItem(key)
    return corners.find((each) => each === kept) ?? 'bottomLeft'
  } catch {
    return 'bottomLeft'
  }
}

export function keepCorner(corner: Corner): void {
  try {
    localStorage.setItem(key, corner)
  } catch {
    // A browser that keeps nothing still moves it.
  }
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** The corner that the middle of what was let go is nearest to. */
export function nearestCorner(one: Box, stage: Box): Corner {
  const isLeft = one.left + one.width / 2 < stage.left + stage.width / 2
  const isTop = one.top + one.height / 2 < stage.top + stage.height / 2
  return isTop ? (isLeft ? 'topLeft' : 'topRight') : isLeft ? 'bottomLeft' : 'bottomRight'
}

/** Where an arrow key brings it; undefined for any other key. */
export function cornerBy(keyName: string, corner: Corner): Corner | undefined {
  const isTop = corner.startsWith('top')
  const isLeft = corner.endsWith('Left')
  if (keyName === 'ArrowLeft') return isTop ? 'topLeft' : 'bottomLeft'
  if (keyName === 'ArrowRight') return isTop ? 'topRight' : 'bottomRight'
  if (keyName === 'ArrowUp') return isLeft ? 'topLeft' : 'topRight'
  return keyName === 'ArrowDown' ? (isLeft ? 'bottomLeft' : 'bottomRight') : undefined
}

/** A press moves it on, clockwise. */
export const nextCorner = (corner: Corner): Corner => corners[(corners.indexOf(corner) + 1) % corners.length]!

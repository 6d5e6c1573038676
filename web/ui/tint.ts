import type { CSSProperties } from 'react'

/** As in contract/media/file.ts. */
export interface Tint {
  hue: number
  strength: number
}

/** What a picture lends to what stands around it. Spread it on the element; without a colour all stays neutral. */
export function tinted(tint: Tint | undefined): { className?: string; style?: CSSProperties } {
  return tint ? { className: 'tint', style: { '--h': tint.hue, '--k': tint.strength } as CSSProperties } : {}
}

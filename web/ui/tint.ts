import type { CSSProperties } from 'react'

/** What a picture lends to what stands around it (contract/media/file.ts). Spread it on the element; without a colour all stays neutral. */
export function tinted(tint: { hue: number; strength: number } | undefined): { className?: string; style?: CSSProperties } {
  return tint ? { className: 'tint', style: { '--h': tint.hue, '--k': tint.strength } as CSSProperties } : {}
}

import type { CSSProperties } from 'react'
import type { MediaFile } from '#contract/media/file.ts'

/** How wide it is for its height, within what a row can bear. */
export function widthOf({ width, height }: Pick<MediaFile, 'width' | 'height'>): number {
  return width && height ? Math.min(2.6, Math.max(0.5, width / height)) : 1
}

/** A place in a row of one height (`--row`): what is wider takes more of it, and what is left over is shared in that measure. */
export function rowStyle(ratio: number): CSSProperties {
  return { flexGrow: ratio, flexBasis: `calc(var(--row) * ${ratio.toFixed(3)})` }
}

const units = ['B', 'KB', 'MB', 'GB'] as const

/** 820 KB, 1.4 GB: in decimal units, as people read sizes of files. */
export function sizeOf(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  return `${value < 10 && step > 0 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}

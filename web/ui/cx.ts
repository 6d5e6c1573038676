/** Joins class names; later utilities do not override earlier ones, so `className` props are for placement only (margin, width, order). */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

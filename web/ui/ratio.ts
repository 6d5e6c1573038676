/** Its own ratio, but never taller than 4:5 nor flatter than 2:1, so that one post cannot fill three screens. */
export function ratioOf(picture: { width?: number | undefined; height?: number | undefined } | undefined): number {
  if (!picture?.width || !picture.height) return 4 / 3
  return Math.min(2, Math.max(4 / 5, picture.width / picture.height))
}

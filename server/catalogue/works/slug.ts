// A readable address: the letters of a title in any script, and the end of its id: 48 bits at random, so that no two are the same.
const longest = 60

export function slugOf(title: string, id: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
  const short = Array.from(words).slice(0, longest).join('').replace(/-+$/, '')
  return `${short || 'work'}-${id.slice(-12)}`
}

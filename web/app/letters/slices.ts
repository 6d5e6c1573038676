// A font in slices: each a file of some hundred letters, of which a browser fetches those whose letters stand on the page.

export interface Slice {
  url: string
  /** As a style sheet says it: `U+ac00-ac03, U+ac08`. */
  range: string
}

/**
 * @param files addresses of a package's slices, by their paths
 * @param ranges what the package says of each: numbered slices stand in brackets, the others go by a name
 */
export function slicesOf(files: Readonly<Record<string, string>>, ranges: Readonly<Record<string, string>>): Slice[] {
  return Object.entries(files).map(([path, url]) => {
    const [, name = ''] = /-([a-z]+|\d+)-wght-normal\.woff2$/.exec(path) ?? []
    const range = ranges[`[${name}]`] ?? ranges[name]
    if (!range) throw new Error(`nothing says which letters ${path} has`)
    return { url, range }
  })
}

export function pointsOf(range: string): number[] {
  return range.split(',').flatMap((each) => {
    const [from = 0, to = from] = each
      .trim()
      .slice(2)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16))
    return Array.from({ length: to - from + 1 }, (_, at) => from + at)
  })
}

/** The slices with those of their letters only; without the slices that have none of them. */
export function cutTo(slices: readonly Slice[], isWanted: (letter: string) => boolean): Slice[] {
  return slices.flatMap(({ url, range }) => {
    const points = pointsOf(range).filter((point) => isWanted(String.fromCodePoint(point)))
    return points.length > 0 ? [{ url, range: rangeOf(points) }] : []
  })
}

function rangeOf(points: readonly number[]): string {
  const runs: [number, number][] = []
  for (const point of points) {
    const last = runs.at(-1)
    if (last?.[1] === point - 1) last[1] = point
    else runs.push([point, point])
  }
  return runs.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ''}`).join(',')
}

// The sizes of one picture, for the browser to choose by how wide it is drawn and how fine its screen is.

interface Source {
  url: string
  width: number
}

/** For `srcSet`; undefined where there is one size only. */
export function sourcesOf({ url, width, smaller = [] }: Source & { smaller?: readonly Source[] | undefined }): string | undefined {
  return smaller.length === 0 ? undefined : [...smaller, { url, width }].map((each) => `${each.url} ${each.width}w`).join(', ')
}

/** Faces and covers stand at addresses that end in their size, and have one more. */
export const faceSources = (url: string) => other(url, '256', [96, 256], '96')
export const coverSources = (url: string) => other(url, 'large', [750, 1500], 'small')

function other(url: string, name: string, [less, more]: [number, number], lesser: string): string | undefined {
  return url.includes('/media/') && url.endsWith(`/${name}`)
    ? `${url.slice(0, -name.length)}${lesser} ${less}w, ${url} ${more}w`
    : undefined
}

// What a reader of this device put away, in a cookie: the server leaves it out of the page, so that nothing appears only to go again.
const name = 'promos'
/** As the server knows them (server/windows/promos/remembering.ts). */
const shortOf = (id: string): string => id.slice(-12)
const most = 20
const seconds = 180 * 86_400

function kept(): string[] {
  const found = typeof document === 'undefined' ? undefined : document.cookie.split('; ').find((each) => each.startsWith(`${name}=`))
  return (
    found
      ?.slice(name.length + 1)
      .split('.')
      .filter(Boolean) ?? []
  )
}

/** In pages that came before it was put away. */
let away: ReadonlySet<string> = new Set()

export const wasPutAway = (id: string): boolean => away.has(shortOf(id))

export function putAway(id: string): void {
  const all = [shortOf(id), ...kept().filter((each) => each !== shortOf(id))].slice(0, most)
  away = new Set([...away, shortOf(id)])
  document.cookie = `${name}=${all.join('.')}; path=/; max-age=${seconds}; samesite=lax`
}

import { splitPrefix } from '#web/app/locale.ts'

/**
 * Opens a path of this site as a whole new page, in the language of this one: after signing in, nothing that was loaded for a
 * visitor may stay in memory. What would lead to another host, however it is written, leads home.
 */
export function goOn(path: string): void {
  window.location.assign(pathHere(path, window.location))
}

/** @param here this page's address */
export function pathHere(path: string, here: { origin: string; pathname: string }): string {
  const { prefix } = splitPrefix(here.pathname)
  const inLanguage = (rest: string) => (prefix ? `/${prefix}${rest === '/' ? '' : rest}` : rest)
  // Browsers drop tabs and line breaks inside addresses, so only the parsed form shows where it leads.
  const url = URL.canParse(path, here.origin) ? new URL(path, here.origin) : undefined
  if (!url || url.origin !== here.origin || url.pathname.startsWith('//')) return inLanguage('/home')
  return inLanguage(splitPrefix(url.pathname).rest) + url.search + url.hash
}

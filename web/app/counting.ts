// Whether visits may be counted: asked before anything is, kept in a cookie that the server reads (its policy lets Google in only
// after a yes), and taken back on the privacy page and at the foot of others.
import { useSyncExternalStore } from 'react'

const name = 'analytics'
let asking = false
const listeners = new Set<() => void>()

/** True while the question is asked again. */
export function useIsAsking(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    () => asking,
    () => false,
  )
}

export function askAgain(): void {
  asking = true
  for (const listener of listeners) listener()
}

/** A new page follows, with the policy that fits the answer. A no also takes away what was kept to count with. */
export function answer(said: 'yes' | 'no'): void {
  document.cookie = `${name}=${said}; path=/; max-age=15552000; samesite=lax`
  if (said === 'no') for (const kept of document.cookie.matchAll(/(?:^|; )(_ga\w*)=/g)) forget(kept[1] ?? '')
  window.location.reload()
}

/** Google keeps its cookies for the whole domain. */
function forget(cookie: string): void {
  const parts = window.location.hostname.split('.')
  for (const domain of ['', ...parts.map((_part, place) => `; domain=${parts.slice(place).join('.')}`)])
    document.cookie = `${cookie}=; path=/; max-age=0${domain}`
}

/** Counts this visit; pages that follow it counts by itself. */
export function count(code: string): void {
  const page = window as unknown as { dataLayer?: unknown[] }
  const said = (page.dataLayer ??= [])
  // It reads `arguments` objects, not arrays.
  const tell = function () {
    said.push(arguments)
  } as (...args: unknown[]) => void
  tell('js', new Date())
  tell('config', code)
  const script = document.createElement('script')
  script.async = true
  script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(code)}`
  document.head.append(script)
}

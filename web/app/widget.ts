// The login widget (specification.md sections 1, 2, 4, 8 and 9): what one can be asked for and what it tells, whoever made it. The built-in one
// and the way to somebody else's are in web/people/widget; whichever stands says so here, where pages below it can reach it.
import { useSyncExternalStore } from 'react'
import type { MenuEntry } from '#web/ui/MenuOpened.tsx'

/** Ends the hearing. */
type Deaf = () => void

export interface LoginWidget {
  openLogin(): unknown
  openRegister(): unknown
  /** The card of whoever is signed in: face, name, balance, and a code for cameras. */
  openProfile(): unknown
  /** Quick ways to the main parts of the site. */
  openProducts(): unknown
  /** Whatever it has open. */
  close(): unknown
  /** Its own session, where somebody signs out here. */
  logout(): unknown
  /** A token of the provider's; told again for as long as it holds one, the same or another. */
  onAccessToken(heard: (token: string) => unknown): Deaf
  onAccessTokenFailed(heard: () => unknown): Deaf
  /** Somebody signed out in it, or in another product that it serves. */
  onProductLogout(heard: () => unknown): Deaf
}

/** What somebody else's is begun with. */
export interface WidgetOptions {
  applicationId: string
  cookieName: string
  mode: 'production' | 'beta'
  buttonColour: string
  /** It opens in a window of its own (specification.md section 2). */
  contactUrl: string
  messaging: boolean
  payment: boolean
  points: boolean
  loginLoading: boolean
}

interface Standing {
  widget: LoginWidget
  isOutside: boolean
  /** What the menu of oneself has of it. */
  entries: readonly MenuEntry[]
}

let standing: Standing | undefined
const listeners = new Set<() => void>()

/** @returns what takes it away again */
export function stand(now: Standing): () => void {
  become(now)
  return () => standing === now && become(undefined)
}

function become(now: Standing | undefined): void {
  standing = now
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const now = () => standing
const none = () => undefined

/** Undefined until one stands. */
export function useStandingWidget(): Standing | undefined {
  return useSyncExternalStore(subscribe, now, none)
}

/** @throws where none stands yet; the words are for whoever reads the log (specification.md section 8) */
export function loginWidget(): LoginWidget {
  if (!standing) throw new Error('登入元件尚未初始化')
  return standing.widget
}

/** What a press asks of it. What fails is logged, and nothing else (specification.md section 8). @returns whether it was done */
export async function askWidget(does: (widget: LoginWidget) => unknown): Promise<boolean> {
  try {
    await does(loginWidget())
    return true
  } catch (error) {
    console.error('the login widget did not do it', error)
    return false
  }
}

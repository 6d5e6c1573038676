// Who is here and where: what every component may ask without passing it down.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import useSWR, { mutate } from 'swr'
import type { Api, RowName } from '#contract/client.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import type { Boot } from '#web/app/boot.ts'
import { usePush } from '#web/app/pushes.ts'

const settingsKey = ['settings.public'] as const satisfies readonly [RowName]

/** What changes about a page when its visitor comes in. */
export type Entered = Pick<Boot, 'me' | 'birthDateCookie'> & Partial<Pick<Boot, 'mustAssureAge'>>

interface Session {
  boot: Boot
  api: Api
  settings: PublicSettings
  enter: (entered: Entered) => void
}

const SessionContext = createContext<Session | undefined>(undefined)

type SessionProviderProps = {
  boot: Boot
  api: Api
  /** Tells those outside of React who ask for pages. */
  onEnter: ((entered: Entered) => void) | undefined
  children: ReactNode
}

export function SessionProvider({ boot: told, api, onEnter, children }: SessionProviderProps) {
  const [entered, setEntered] = useState<Entered>()
  const boot = useMemo(() => ({ ...told, ...entered }), [told, entered])
  // They come with the page, and again when a push says that they changed.
  const { data: settings = boot.settings } = useSWR<PublicSettings>(settingsKey, () => api.settings.public({}, { isFresh: true }), {
    fallbackData: boot.settings,
    revalidateOnMount: false,
    revalidateOnFocus: false,
  })
  usePush('balance/updated', ({ balance }) => {
    // Before anyone asked, there is nothing to change: then it is asked for.
    void mutate<CurrentUser | null>(meKey, (me) => me && { ...me, balance }, { revalidate: (me) => !me })
  })
  const session = useMemo(() => {
    const enter = (news: Entered) => {
      onEnter?.(news)
      setEntered(news)
    }
    return { boot, api, settings, enter }
  }, [boot, api, settings, onEnter])
  return <SessionContext value={session}>{children}</SessionContext>
}

function useSession() {
  const session = use(SessionContext)
  if (!session) throw new Error('outside of SessionProvider')
  return session
}

export function useBoot(): Boot {
  return useSession().boot
}

export function useApi(): Api {
  return useSession().api
}

/** Somebody came in while the page stands: whoever asks who is here hears of it. What was asked as a visitor is the caller's to ask again. */
export function useEnter(): (entered: Entered) => void {
  return useSession().enter
}

export function useSettings(): PublicSettings {
  return useSession().settings
}

export const meKey = ['me.user'] as const satisfies readonly [RowName]

/** The current user, or null for a visitor. Changes when a push or a write says so. */
export function useMe(): CurrentUser | null {
  const { boot, api } = useSession()
  const { data } = useSWR<CurrentUser | null>(boot.me ? meKey : null, () => api.me.user({}), {
    fallbackData: boot.me,
    revalidateOnMount: false,
  })
  return boot.me ? (data ?? boot.me) : null
}

/** For pages that only members reach. */
export function useMember(): CurrentUser {
  const me = useMe()
  if (!me) throw new Error('a member’s page was rendered for a visitor')
  return me
}

/** Milliseconds now: the server's until the page is hydrated, then every half minute the browser's. */
export function useNow(): number {
  const [now, setNow] = useState(useBoot().now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    // The page is hydrated now: from here on its own clock counts.
    const first = requestAnimationFrame(tick)
    const timer = setInterval(tick, 30_000)
    return () => {
      cancelAnimationFrame(first)
      clearInterval(timer)
    }
  }, [])
  return now
}

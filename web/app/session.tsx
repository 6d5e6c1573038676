// Who is here and where: what every component may ask without passing it down.
import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react'
import useSWR, { mutate } from 'swr'
import type { Api, RowName } from '#contract/client.ts'
import type { PublicSettings } from '#contract/site/settings.ts'
import type { CurrentUser } from '#contract/windows/me.ts'
import type { Boot } from '#web/app/boot.ts'
import { usePush } from '#web/app/pushes.ts'

const settingsKey = ['settings.public'] as const satisfies readonly [RowName]

interface Session {
  boot: Boot
  api: Api
  settings: PublicSettings
}

const SessionContext = createContext<Session | undefined>(undefined)

export function SessionProvider({ boot, api, children }: { boot: Boot; api: Api; children: ReactNode }) {
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
  const session = useMemo(() => ({ boot, api, settings }), [boot, api, settings])
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

import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useMatches } from 'react-router'
import { useBoot } from '#web/app/session.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { AgeGate } from '#web/people/age/AgeGate.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'

/** What may stand between a visitor and every page: a closed country, maintenance, the age gate (specification.md sections 2 and 4). */
export function Gates({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const boot = useBoot()
  const { maintenanceMode, maintenanceImage } = boot.settings
  const matches = useMatches()
  const isMarked = matches.some((match) => (match.handle as { auth?: boolean } | undefined)?.auth)
  const isSignIn = matches.some((match) => match.pathname.includes('/auth/'))
  useTimeZone()
  useRealtime(boot.me !== null)

  if (boot.geoBlocked)
    return (
      <BlankFrame
        brand={<SiteBrand />}
        scene={<ClosedCurtain />}
        title={t('shell.geo.title')}
        lead={t('shell.geo.lead')}
        foot={<Footing />}
      />
    )
  if (maintenanceMode && !boot.me?.roles.includes('staff') && !isSignIn) {
    return (
      <BlankFrame
        brand={<SiteBrand />}
        scene={maintenanceImage ? <img src={maintenanceImage} alt="" className="w-full rounded-card" /> : <GhostLight />}
        title={t('shell.maintenance.title')}
        lead={t('shell.maintenance.lead')}
        actions={
          <Button rank="second" onClick={() => window.location.reload()}>
            {t('shell.error.refresh')}
          </Button>
        }
      />
    )
  }
  return isMarked ? <AgeGate>{children}</AgeGate> : children
}

/** Tells the server which zone to write hours in, for the next page. */
function useTimeZone(): void {
  useEffect(() => {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    if (zone) document.cookie = `tz=${zone}; path=/; max-age=31536000; samesite=lax`
  }, [])
}

/** The socket is for members, and its client is fetched only for them. */
function useRealtime(isMember: boolean): void {
  const { apiBaseUrl } = useBoot()
  useEffect(() => {
    if (!isMember) return
    let close = () => {}
    let gone = false
    void import('#web/app/realtime.ts').then(({ connect }) => {
      if (!gone) close = connect(apiBaseUrl)
    })
    return () => {
      gone = true
      close()
    }
  }, [isMember, apiBaseUrl])
}

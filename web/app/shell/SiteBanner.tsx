import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { useWayBack } from '#web/app/switching.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** What stays true on every page: staff see that the doors are closed to others, and what only they can set right. */
export function SiteBanner() {
  const { t } = useTranslation()
  const { settings, me, unknownProxy } = useBoot()
  if (me?.impersonatedBy) return <ActingBanner username={me.username} />
  if (!me?.roles.includes('staff')) return null
  return (
    <>
      {settings.maintenanceMode && <Banner kind="maintenance">{t('shell.maintenance.banner')}</Banner>}
      {unknownProxy && <Banner kind="maintenance">{t('shell.unknownProxy', { address: unknownProxy })}</Banner>}
    </>
  )
}

/** Whoever acts for another cannot overlook it, and is one press away from themselves. */
function ActingBanner({ username }: { username: string }) {
  const { t } = useTranslation()
  const { goBack, busy } = useWayBack()
  return (
    <Banner
      kind="impersonation"
      action={
        <button type="button" className="min-h-11 underline underline-offset-4" disabled={busy} onClick={() => void goBack()}>
          {t('shell.acting.back')}
        </button>
      }
    >
      {t('shell.acting', { username })}
    </Banner>
  )
}

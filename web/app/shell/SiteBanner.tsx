import { useTranslation } from '#web/app/say.ts'
import { useBoot } from '#web/app/session.tsx'
import { Banner } from '#web/ui/Banner.tsx'

/** What stays true on every page: staff see that the doors are closed to others, and what only they can set right. */
export function SiteBanner() {
  const { t } = useTranslation()
  const { settings, me, unknownProxy } = useBoot()
  if (!me?.roles.includes('staff')) return null
  return (
    <>
      {settings.maintenanceMode && <Banner kind="maintenance">{t('shell.maintenance.banner')}</Banner>}
      {unknownProxy && <Banner kind="maintenance">{t('shell.unknownProxy', { address: unknownProxy })}</Banner>}
    </>
  )
}

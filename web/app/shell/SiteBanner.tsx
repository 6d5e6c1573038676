import { useTranslation } from 'react-i18next'
import { useBoot } from '#web/app/session.tsx'
import { Banner } from '#web/ui/Banner.tsx'

/** What stays true on every page: a demo says so, and staff see that the doors are closed to others. */
export function SiteBanner() {
  const { t } = useTranslation()
  const { settings, me } = useBoot()
  if (settings.maintenanceMode && me?.roles.includes('staff')) return <Banner kind="maintenance">{t('shell.maintenance.banner')}</Banner>
  return null
}

import { useTranslation } from '#web/app/say.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { Footing } from '#web/app/shell/Footing.tsx'
import { Own } from '#web/app/shell/Own.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { bringWords } from '#web/app/words.ts'
import { Button } from '#web/ui/Button.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { lazy } from '#web/ui/network.ts'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import { GhostLight } from '#web/ui/scenes/GhostLight.tsx'

// Its words are none of the front's.
const AgeDoor = lazy(async () => {
  const [file] = await Promise.all([import('#web/app/shell/AgeDoor.tsx'), bringWords('own')])
  return { default: file.AgeDoor }
})

/** The screens of a closed country and of maintenance, with the operator's picture where there is one (specification.md section 2). */
export function ClosedDoor({ why }: { why: 'country' | 'maintenance' | 'age' }) {
  const { t } = useTranslation()
  const { maintenanceImage } = useSettings()
  const me = useMe()
  if (why === 'age') return <AgeDoor />
  if (why === 'country') {
    return (
      <BlankFrame
        brand={<SiteBrand />}
        scene={<ClosedCurtain />}
        title={t('shell.geo.title')}
        lead={t('shell.geo.lead')}
        actions={me ? <Own /> : <Button to="/auth/login">{t('shell.signIn')}</Button>}
        foot={<Footing />}
      />
    )
  }
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

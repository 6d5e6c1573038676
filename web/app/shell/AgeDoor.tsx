import { usePageTitle } from '#web/app/page-title.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { useAgeCheck } from '#web/app/shell/age-check.ts'
import { Footing } from '#web/app/shell/Footing.tsx'
import { Own } from '#web/app/shell/Own.tsx'
import { SiteBrand } from '#web/app/shell/SiteBrand.tsx'
import { Button } from '#web/ui/Button.tsx'
import { BlankFrame } from '#web/ui/layout/BlankFrame.tsx'
import { ClosedCurtain } from '#web/ui/scenes/ClosedCurtain.tsx'
import { StageDoor } from '#web/ui/scenes/StageDoor.tsx'

/** In the place of every page that shows something, where ages are checked by a provider: the way there, or that there is none yet. */
export function AgeDoor() {
  const { t } = useTranslation()
  const me = useMe()
  const { ageAssurance } = useSettings()
  const { act: begin, busy, problem } = useAgeCheck()
  const { isOffered } = ageAssurance
  const screen = (
    <BlankFrame
      brand={<SiteBrand />}
      scene={isOffered ? <StageDoor /> : <ClosedCurtain />}
      title={isOffered ? t('ageCheck.title') : t('ageCheck.shut.title')}
      lead={isOffered ? t('ageCheck.lead') : t('ageCheck.shut.lead')}
      stack
      actions={
        <>
          {isOffered && (
            <Button size="wide" type="submit" loading={busy}>
              {t('ageCheck.begin')}
            </Button>
          )}
          {me ? (
            <Own {...(isOffered && { rank: 'second' })} />
          ) : (
            <Button {...(isOffered && { rank: 'second' })} to="/auth/login">
              {t('shell.signIn')}
            </Button>
          )}
        </>
      }
      foot={<Footing />}
    >
      <title>{usePageTitle(isOffered ? t('ageCheck.title') : t('ageCheck.shut.title'))}</title>
      {problem && (
        <p role="alert" className="text-14 text-onair">
          {problem}
        </p>
      )}
    </BlankFrame>
  )
  // It stands before the page is alive. A form’s action is kept until then by React; a press on a mere button would be lost.
  return <form action={() => void begin()}>{screen}</form>
}

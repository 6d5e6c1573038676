import { useTranslation } from '#web/app/say.ts'
import { Link } from 'react-router'
import { answer } from '#web/app/counting.ts'
import { useApi, useSettings } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'

/** No is as large and as near as yes. Until one is pressed nothing is counted. */
export function CountingQuestion() {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const api = useApi()
  /** By whose link somebody came is forgotten, too; where that fails it is forgotten when they register. */
  const refuse = async () => {
    await api.referrals.forget({}).catch(() => {})
    answer('no')
  }
  return (
    <section
      aria-label={t('mysettings.counting.title')}
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto grid w-[calc(100%-2rem)] max-w-[560px] gap-3 rounded-card border border-line bg-surface p-4 shadow-raised md:bottom-6"
    >
      <p className="text-14">
        {t('mysettings.counting.lead', { site: siteName })}{' '}
        <Link to="/privacy" className="text-link hover:underline">
          {t('shell.privacy')}
        </Link>
      </p>
      <div className="grid grid-cols-2 gap-2">
        <Button rank="second" size="sm" onClick={() => void refuse()}>
          {t('mysettings.counting.no')}
        </Button>
        <Button rank="second" size="sm" onClick={() => answer('yes')}>
          {t('mysettings.counting.yes')}
        </Button>
      </div>
    </section>
  )
}

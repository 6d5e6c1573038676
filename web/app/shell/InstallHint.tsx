import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { isByShareSheet, neverAgain, offered, saidOn } from '#web/app/install.ts'
import { useTranslation } from '#web/app/say.ts'
import { useSettings } from '#web/app/session.tsx'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { contentId } from '#web/ui/layout/SkipLink.tsx'

/** Where one looks around: nobody is read to, writes or pays there. */
const places = /^\/(?:home|explore|videos|galleries|shop|live|notifications|unlocked|bookmarks|me)$/

type Way = 'offer' | 'share'
const wayHere = (): Way | undefined => (offered() ? 'offer' : isByShareSheet() ? 'share' : undefined)

/** That the site can be kept on a screen: a line above the next page that somebody goes to, so that nothing moves that they are reading. */
export function InstallHint({ today }: { today: string }) {
  const { t } = useTranslation()
  const { siteName } = useSettings()
  const { pathname } = useLocation()
  const [shown, setShown] = useState<{ on: string; way: Way | undefined }>({ on: pathname, way: undefined })
  const [isOver, setOver] = useState(false)
  if (shown.on !== pathname) setShown({ on: pathname, way: places.test(pathname) ? wayHere() : undefined })
  const way = isOver ? undefined : shown.way

  useEffect(() => {
    if (way) saidOn(today)
  }, [way, today])
  const end = () => {
    neverAgain()
    setOver(true)
  }
  useEffect(() => {
    window.addEventListener('appinstalled', end)
    return () => window.removeEventListener('appinstalled', end)
  })

  if (!way) return null
  const putAway = () => {
    end()
    document.getElementById(contentId)?.focus({ preventScroll: true })
  }
  return (
    <aside
      data-banner
      aria-label={t('install.title')}
      className="flex min-h-11 items-center justify-center gap-3 border-b border-line bg-surface py-1 pe-1 ps-4 md:py-0 text-14"
    >
      <p className="max-md:flex-1">{t(`install.${way}`, { site: siteName })}</p>
      {way === 'offer' && (
        <Button
          rank="second"
          size="sm"
          onClick={() => {
            // Whatever they tell their browser is their answer.
            void offered()
              ?.prompt()
              .catch(() => {})
            putAway()
          }}
        >
          {t('install.go')}
        </Button>
      )}
      <IconButton label={t('install.no')} onClick={putAway}>
        <X className="size-5" />
      </IconButton>
    </aside>
  )
}

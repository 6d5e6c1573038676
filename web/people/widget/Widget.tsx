import { Compass, IdCard } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { isForReader } from '#contract/site/login-widget.ts'
import { useTranslation } from '#web/app/say.ts'
import { useMe, useSettings } from '#web/app/session.tsx'
import { askWidget, type LoginWidget, stand } from '#web/app/widget.ts'
import { BuiltInWidget } from '#web/people/widget/BuiltInWidget.tsx'
import { lazy } from '#web/ui/network.ts'

// Few sites have one.
const OutsideWidget = lazy(() => import('#web/people/widget/OutsideWidget.tsx').then((file) => ({ default: file.OutsideWidget })))

/**
 * The login widget of this page: somebody else's where the office named one and its reader may have it, else the built-in one, which also stands in for
 * one that is missing.
 */
export function Widget() {
  const { t } = useTranslation()
  const { loginWidget } = useSettings()
  const isForMe = isForReader(useMe())
  const [isMissing, setMissing] = useState(false)
  const [found, setFound] = useState<{ widget: LoginWidget; isOutside: boolean }>()
  useEffect(() => {
    if (!found) return
    const entries = [
      { label: t('widget.profile'), icon: IdCard, onChoose: () => void askWidget((widget) => widget.openProfile()) },
      { label: t('widget.products'), icon: Compass, onChoose: () => void askWidget((widget) => widget.openProducts()) },
    ]
    return stand({ ...found, entries })
  }, [found, t])
  if (loginWidget && isForMe && !isMissing)
    return (
      <Suspense>
        <OutsideWidget given={loginWidget} onReady={(widget) => setFound({ widget, isOutside: true })} onMissing={() => setMissing(true)} />
      </Suspense>
    )
  return <BuiltInWidget onReady={(widget) => setFound({ widget, isOutside: false })} />
}

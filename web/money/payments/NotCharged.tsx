import { useTranslation } from '#web/app/say.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'

type NotChargedProps = {
  /** Why, as useAct says it. */
  why: string
  className?: string
}

/** A no where money was to move: that nothing was taken comes first. Where no answer came, nobody knows that, and it says so instead. */
export function NotCharged({ why, className }: NotChargedProps) {
  const { t } = useTranslation()
  const isKnown = why !== t('unlock.unsure') && why !== t('shell.tryLater')
  return (
    <RefusedState
      look="inline"
      what={t(isKnown ? 'unlock.nothingCharged' : 'unlock.notKnown')}
      why={why}
      {...(className && { className })}
    />
  )
}

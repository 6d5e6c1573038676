import { useTranslation } from '#web/app/say.ts'
import { RefusedState } from '#web/ui/RefusedState.tsx'

type NotChargedProps = {
  /** Why, as useAct says it. */
  why: string
  /** As useAct says it, too. */
  isUnsure: boolean
  className?: string
}

/** A no where money was to move: that nothing was taken comes first. Where nobody knows that, it says so instead. */
export function NotCharged({ why, isUnsure, className }: NotChargedProps) {
  const { t } = useTranslation()
  return (
    <RefusedState
      look="inline"
      what={t(isUnsure ? 'unlock.notKnown' : 'unlock.nothingCharged')}
      why={why}
      {...(className && { className })}
    />
  )
}

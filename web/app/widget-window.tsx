// What the built-in widget's windows have in common; pages that open none of them need none of it.
import { type CSSProperties, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/app/say.ts'

/** specification.md section 9. */
export const buttonColour = '#AA0D31'

/** Within it, whatever goes on is pressed in the colour of the widget's button, in both themes. */
export const inWidgetColour = {
  '--primary': buttonColour,
  '--primary-hover': `color-mix(in oklab, ${buttonColour} 90%, #fff)`,
  '--primary-press': `color-mix(in oklab, ${buttonColour} 90%, #000)`,
  '--on-primary': '#fff',
} as CSSProperties

/** In a window of its own, so that nothing typed is lost (specification.md section 2). */
export function ContactLink() {
  const { t } = useTranslation()
  return (
    <Link
      to="/contact"
      target="_blank"
      className="touch relative justify-self-center text-13 text-muted underline-offset-4 hover:underline"
    >
      {t('shell.contact')}
    </Link>
  )
}

const open = new Set<() => void>()

/** For what the built-in widget opens: it closes where the widget is asked to. */
export function useClosing(close: () => void): void {
  const closes = useEffectEvent(close)
  useEffect(() => {
    const asked = () => closes()
    open.add(asked)
    return () => void open.delete(asked)
  }, [])
}

export function closeAll(): void {
  for (const close of open) close()
}

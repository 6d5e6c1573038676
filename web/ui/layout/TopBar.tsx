import { ChevronLeft } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type TopBarProps = {
  /** The Brand on first pages, or words on the others. */
  title: ReactNode
  /** With it an arrow leads back there. */
  back?: LinkProps['to'] | (() => void) | undefined
  /** IconButtons at the right; at most three. */
  actions?: ReactNode
}

/** The phone's top bar: leaves when one reads on, returns as soon as one turns back. Nothing on wide screens. */
export function TopBar({ title, back, actions }: TopBarProps) {
  const words = useUiWords()
  const hidden = useReadingOn()
  return (
    <header
      className={cx(
        'sticky top-(--lost) z-20 flex h-14 items-center gap-1 bg-surface pe-1 transition-[translate] duration-220 ease-calm focus-within:translate-y-0 md:hidden',
        back ? 'ps-1' : 'ps-4',
        hidden && '-translate-y-full',
      )}
    >
      {back && (
        <IconButton label={words('back')} {...(typeof back === 'function' ? { onClick: back } : { to: back })}>
          <ChevronLeft />
        </IconButton>
      )}
      <div className="min-w-0 flex-1 truncate text-18 font-semibold">{title}</div>
      {actions}
    </header>
  )
}

/** True after 24 px downwards, false after 8 px upwards and near the top: small shakes of the thumb change nothing. */
function useReadingOn() {
  const [reading, setReading] = useState(false)
  useEffect(() => {
    let turn = window.scrollY
    let down = false
    const onScroll = () => {
      const now = window.scrollY
      if (down ? now > turn : now < turn) turn = now
      if (!down && now - turn > 24 && now > 72) {
        down = true
        turn = now
      } else if (down && (turn - now > 8 || now < 8)) {
        down = false
        turn = now
      }
      setReading(down)
    }
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [])
  return reading
}

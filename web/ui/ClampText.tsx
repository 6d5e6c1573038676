import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type ClampTextProps = {
  /** Text with its own line breaks, or elements (mentions, tags). */
  children: ReactNode
  /** Lines before "more". */
  lines?: 2 | 3 | 4 | 6
  className?: string
}

const clamps = { 2: 'line-clamp-2', 3: 'line-clamp-3', 4: 'line-clamp-4', 6: 'line-clamp-6' }

/** Reading text, cut after some lines by the browser (never in the middle of a letter) with "more" only when something is hidden. */
export function ClampText({ children, lines = 4, className }: ClampTextProps) {
  const words = useUiWords()
  const text = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [cut, setCut] = useState(false)
  useMeasure(() => {
    const element = text.current
    if (!element) return
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 2)
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(element)
    return () => watch.disconnect()
  }, [children])
  return (
    <div className={className}>
      <div ref={text} dir="auto" className={cx('text-pretty whitespace-pre-line', !open && clamps[lines])}>
        {/* Cut text keeps its line breaks but not its empty lines, or the ellipsis would stand alone on one. */}
        {!open && typeof children === 'string' ? children.replaceAll(/\n\s*\n/g, '\n') : children}
      </div>
      {(cut || open) && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="touch relative min-h-7 text-15 text-muted hover:text-text"
        >
          {open ? words('less') : words('more')}
        </button>
      )}
    </div>
  )
}

/* The server has no layout; React warns when it is asked to measure there. */
const useMeasure = typeof window === 'undefined' ? () => {} : useLayoutEffect

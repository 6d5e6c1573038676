import { type ReactNode, useEffect, useRef } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'

export type Pill = { label: ReactNode; current?: boolean } & ({ to: LinkProps['to'] } | { to?: undefined; onChoose: () => void })

/**
 * Filters of a list. With `to` they live in the address, which is where filters belong. Where more are there than fit, the last fades instead of being cut,
 * and the chosen one stands in the middle.
 */
export function Pills({ label, pills, className }: { label: string; pills: Pill[]; className?: string }) {
  const line = useRef<HTMLElement>(null)
  const chosen = pills.findIndex(({ current }) => current)
  useEffect(() => {
    const pill = line.current?.children[chosen]
    if (line.current && pill instanceof HTMLElement)
      line.current.scrollLeft = pill.offsetLeft - (line.current.clientWidth - pill.offsetWidth) / 2
  }, [chosen])
  return (
    <nav
      ref={line}
      aria-label={label}
      className={cx('quiet-scroll relative flex gap-1 overflow-x-auto py-1 pe-6 fading-end max-md:ps-4', className)}
    >
      {pills.map((pill, place) => {
        const look = cx(
          'num touch relative inline-flex min-h-9 flex-none items-center rounded-full px-3.5 text-14 whitespace-nowrap transition-colors',
          pill.current ? 'bg-chosen font-semibold text-text' : 'text-muted hover:bg-hover',
        )
        return pill.to === undefined ? (
          <button key={place} type="button" aria-pressed={pill.current ?? false} onClick={pill.onChoose} className={look}>
            {pill.label}
          </button>
        ) : (
          <Link key={place} to={pill.to} preventScrollReset aria-current={pill.current ? 'true' : undefined} className={look}>
            {pill.label}
          </Link>
        )
      })}
    </nav>
  )
}

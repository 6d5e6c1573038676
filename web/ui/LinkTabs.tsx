import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'

export type LinkTab = { label: ReactNode; to: LinkProps['to']; current?: boolean /** Muted after the label. */; count?: ReactNode }

/**
 * Tabs that are addresses (a profile's posts and photos, a feed's kinds). Prefer these: they can be shared and go back.
 * @param aside stays at the end of the strip: another way to look at the same list
 */
export function LinkTabs({ label, tabs, aside, className }: { label: string; tabs: LinkTab[]; aside?: ReactNode; className?: string }) {
  return (
    <div className={cx('flex shadow-[inset_0_-1px_var(--t-line)]', className)}>
      <nav aria-label={label} className={cx(tabStrip, 'min-w-0 flex-1')}>
        {tabs.map((tab, place) => (
          <Link
            key={place}
            to={tab.to}
            preventScrollReset
            aria-current={tab.current ? 'page' : undefined}
            className={cx(tabLook, tab.current && tabCurrent)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="num text-13 font-normal text-muted">{tab.count}</span>}
          </Link>
        ))}
      </nav>
      {aside}
    </div>
  )
}

export const tabStrip = 'quiet-scroll flex gap-6 overflow-x-auto overflow-y-hidden shadow-[inset_0_-1px_var(--t-line)] max-md:px-4'
export const tabLook =
  'relative inline-flex min-h-12 flex-none items-center gap-1.5 text-15 whitespace-nowrap text-muted transition-colors hover:text-text focus-visible:outline-offset-[-3px]'
const tabCurrent = 'font-semibold text-text after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-full after:bg-text'

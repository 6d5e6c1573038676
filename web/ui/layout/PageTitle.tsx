import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { Stage } from '#web/ui/Stage.tsx'

export type PageTitleProps = {
  children: ReactNode
  /** The page above: a line before the title. On a phone the top bar's arrow leads there. */
  up?: { to: LinkProps['to']; label: string } | undefined
  /** At the right: buttons, or one muted line. */
  aside?: ReactNode
  /** On a phone the TopBar already says it: the heading stays for screen readers only. */
  onPhone?: 'shown' | 'hidden'
}

/** The page's h1, in the stage voice: words of ours, not names that people chose (Name). */
export function PageTitle({ children, up, aside, onPhone = 'hidden' }: PageTitleProps) {
  return (
    <div
      className={cx(
        'flex items-center justify-between gap-4 max-md:px-4 md:mb-4 md:min-h-11',
        onPhone === 'hidden' && !aside && 'max-md:sr-only',
        onPhone === 'shown' && 'max-md:pt-4 max-md:pb-3',
      )}
    >
      <div className="min-w-0">
        {up && (
          <Link to={up.to} className="-ml-1 inline-flex min-h-8 items-center gap-0.5 text-14 text-muted hover:text-text max-md:hidden">
            <ChevronLeft aria-hidden="true" className="size-4" />
            {up.label}
          </Link>
        )}
        <h1 className={cx('text-24 md:text-28', onPhone === 'hidden' && 'max-md:sr-only')}>
          {typeof children === 'string' ? <Stage>{children}</Stage> : children}
        </h1>
      </div>
      {aside && <div className="flex items-center gap-2 text-14 text-muted max-md:ml-auto">{aside}</div>}
    </div>
  )
}

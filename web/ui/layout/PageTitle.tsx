import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { type Above, WayUp } from '#web/ui/layout/WayUp.tsx'
import { Stage } from '#web/ui/Stage.tsx'

export type PageTitleProps = {
  children: ReactNode
  up?: Above | undefined
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
        {up && <WayUp {...up} />}
        <h1 className={cx('text-24 md:text-28', onPhone === 'hidden' && 'max-md:sr-only')}>
          {typeof children === 'string' ? <Stage>{children}</Stage> : children}
        </h1>
      </div>
      {aside && <div className="flex items-center gap-2 text-14 text-muted max-md:ms-auto max-md:*:my-2">{aside}</div>}
    </div>
  )
}

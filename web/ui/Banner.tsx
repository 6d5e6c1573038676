import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type BannerProps = {
  /** demo: quiet. impersonation: dark, cannot be overlooked, with the way out as action. maintenance: amber dot. */
  kind: 'demo' | 'impersonation' | 'maintenance'
  children: ReactNode
  action?: ReactNode
}

const looks = {
  demo: 'bg-primary-wash text-text',
  impersonation: 'bg-inverse text-on-inverse',
  maintenance: 'bg-surface text-text border-b border-line',
}

/** One line above everything that stays true on every page. */
export function Banner({ kind, children, action }: BannerProps) {
  return (
    <div
      role="status"
      data-banner
      className={cx('flex min-h-11 flex-wrap items-center justify-center gap-x-4 px-4 py-1.5 text-14', looks[kind])}
    >
      <p className="flex items-center gap-2">
        {kind === 'maintenance' && <span aria-hidden="true" className="size-2 flex-none rounded-full bg-house" />}
        {children}
      </p>
      {action && (
        <span
          className={cx('font-semibold underline underline-offset-4', kind === 'impersonation' && '[&_:focus-visible]:outline-current')}
        >
          {action}
        </span>
      )}
    </div>
  )
}

import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const dots = { ok: 'bg-success', waiting: 'ring-[1.75px] ring-muted ring-inset', bad: 'bg-onair', quiet: 'bg-line-strong' }

/** A state in a table: a dot and a word. The word says it, the dot only helps the eye. */
export function StateDot({ tone, children }: { tone: keyof typeof dots; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-[7px] text-14 whitespace-nowrap">
      <span aria-hidden="true" className={cx('size-2 flex-none rounded-full', dots[tone])} />
      {children}
    </span>
  )
}

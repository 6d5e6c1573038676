import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type SumLine = { label: ReactNode; value: ReactNode /** The last line, above a rule: what it will be. */; total?: boolean }

/** Price, balance, and what the balance will be. A balance is always followed by what it will be. */
export function Sums({ lines, className }: { lines: SumLine[]; className?: string }) {
  return (
    <dl className={cx('grid gap-2.5 text-15', className)}>
      {lines.map((line, place) => (
        <div key={place} className={cx('flex items-baseline justify-between gap-2', line.total && 'mt-0.5 border-t border-line pt-3')}>
          <dt className={cx('flex flex-1 items-baseline gap-2', !line.total && 'text-muted')}>
            <span className="break-keep">{line.label}</span>
            <span aria-hidden="true" className="leader" />
          </dt>
          <dd className={cx('num text-end', line.total && 'font-semibold')}>{line.value}</dd>
        </div>
      ))}
    </dl>
  )
}

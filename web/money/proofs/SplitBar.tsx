import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export interface Split {
  key: string
  label: string
  /** What is in it, in a few words. */
  note: string
  value: number
  /** Already written. */
  amount: ReactNode
  share: string
}

const looks: Readonly<Record<string, string>> = { held: 'bg-primary', spent: 'bg-inverse', reversed: 'bg-line-strong' }

/** One bar that splits into its parts, and the parts with their figures under it. The bar says nothing that the list does not. */
export function SplitBar({ label, splits }: { label: string; splits: readonly Split[] }) {
  const whole = splits.reduce((sum, { value }) => sum + value, 0)
  return (
    <div>
      <div aria-hidden="true" className="flex h-5 gap-0.5 overflow-hidden rounded-full bg-well">
        {splits
          .filter(({ value }) => value > 0)
          .map(({ key, value }) => (
            <span key={key} className={cx('min-w-1', looks[key])} style={{ flexGrow: value / whole, flexBasis: 0 }} />
          ))}
      </div>
      <ul aria-label={label} className="mt-5 grid gap-x-6 gap-y-4 md:grid-cols-3">
        {splits.map(({ key, label: name, note, amount, share }) => (
          <li key={key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
            <span aria-hidden="true" className={cx('mt-1.5 size-3 rounded-full', looks[key])} />
            <div>
              <p className="flex items-baseline justify-between gap-3 text-14">
                <span className="font-semibold">{name}</span>
                <span className="num text-13 text-muted">{share}</span>
              </p>
              <p className="num text-20">{amount}</p>
              <p className="mt-0.5 text-13 text-muted">{note}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'

/** A surface with radius 12. On a phone it touches both edges; cards in a column are 16 apart, 8 on a phone (give the parent `grid gap-2 md:gap-4`). */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx('bg-surface md:rounded-card md:shadow-card', className)} />
}

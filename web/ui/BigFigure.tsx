import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type BigFigureProps = {
  /** What the figure is: 目前餘額. */
  label: ReactNode
  /** Already written: `writeNumber`, `writeMoney`, or a Money element. */
  value: ReactNode
  unit?: ReactNode
  /** What it means against something, underneath. */
  note?: ReactNode
  /** 48 wallet, 40 studio, 32 goal, 24 the smaller ones beside them. One large figure a screen. */
  size?: 24 | 32 | 40 | 48
  /** House light: it came in. */
  earned?: boolean
}

const sizes = { 24: 'text-24 leading-[1.3]!', 32: 'text-32', 40: 'text-40', 48: 'text-48' }

/** The figure that a screen is about. */
export function BigFigure({ label, value, unit, note, size = 48, earned = false }: BigFigureProps) {
  return (
    <div className="min-w-0">
      <p className="text-14 text-muted">{label}</p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
        <span className={cx(sizes[size], 'stage-figure whitespace-nowrap', earned && 'text-house-text')}>{value}</span>
        {unit && <span className="text-16 whitespace-nowrap text-muted">{unit}</span>}
      </p>
      {note && <p className="num mt-1.5 text-14 text-muted">{note}</p>}
    </div>
  )
}

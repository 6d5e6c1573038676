import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type FieldFacts = {
  label: ReactNode
  /** What helps before anything is wrong. Gives way to the error. */
  hint?: ReactNode
  /** What is wrong and how to put it right, in the reader's language. */
  error?: ReactNode
  /** At the right of the label: "forgot it?" and the like. */
  aside?: ReactNode
  /** Keeps the label for screen readers only (search boxes, composers). */
  hideLabel?: boolean
  className?: string | undefined
}

/** The box of every text field: 48 px, radius 10, 16-px letters so that phones do not zoom. */
export const fieldBox =
  'w-full min-h-12 rounded-control bg-surface px-4 text-16 leading-normal text-text ring-1 ring-inset ring-line-strong transition-shadow focus-visible:outline-none focus-visible:ring-2 focus-visible:ring-link aria-invalid:ring-onair disabled:opacity-60 dark:bg-well'

/** Ties label, hint and error to a control by id. `describedBy` gives the same ids to the control. */
export function FieldShell({
  id,
  label,
  hint,
  error,
  aside,
  hideLabel,
  required,
  className,
  children,
}: FieldFacts & { id: string; required?: boolean | undefined; children: ReactNode }) {
  const words = useUiWords()
  return (
    <div className={cx('grid gap-1.5', className)}>
      <div className={cx('flex items-baseline justify-between gap-3', hideLabel && 'sr-only')}>
        <label htmlFor={id} className="text-14 font-semibold">
          {label}
          {required && <span className="sr-only">{words('required')}</span>}
        </label>
        {aside && <span className="text-13 text-link">{aside}</span>}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-13 text-onair">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-hint`} className="text-13 text-muted">
            {hint}
          </p>
        )
      )}
    </div>
  )
}

export function describedBy(id: string, { hint, error }: Pick<FieldFacts, 'hint' | 'error'>): string | undefined {
  return error ? `${id}-error` : hint ? `${id}-hint` : undefined
}

import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { describedBy, type FieldFacts, FieldShell, fieldBox } from '#web/ui/FieldShell.tsx'

export type NumberFieldProps = FieldFacts &
  Omit<ComponentProps<'input'>, 'className' | 'size' | 'type' | 'inputMode'> & {
    /** After the figure, small and muted: 代幣, %. */
    unit?: ReactNode
    /** Before the figure: the currency's sign, where people write it there. */
    before?: ReactNode
    /** decimal lets a phone offer the point; numeric does not. */
    digits?: 'numeric' | 'decimal'
    /** How wide the box is: a price needs 160 px, not the page. */
    width?: 'price' | 'full'
  }

/** A figure with its unit. A text input by design: a number input changes under the mouse wheel and swallows what it does not like. */
export function NumberField({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  unit,
  before,
  digits = 'decimal',
  width = 'price',
  id,
  ...input
}: NumberFieldProps) {
  const own = useId()
  const fieldId = id ?? own
  return (
    <FieldShell {...{ id: fieldId, label, hint, error, aside, className, required: input.required, hideLabel: hideLabel ?? false }}>
      <span className={cx('relative block', width === 'price' && 'w-44')}>
        {before && (
          <span
            id={`${fieldId}-unit`}
            className="pointer-events-none absolute inset-y-0 start-4 grid place-items-center text-15 text-muted"
          >
            {before}
          </span>
        )}
        <input
          autoComplete="off"
          {...input}
          id={fieldId}
          type="text"
          inputMode={digits}
          aria-invalid={error ? true : undefined}
          aria-describedby={cx(describedBy(fieldId, { hint, error }), unit || before ? `${fieldId}-unit` : undefined) || undefined}
          className={cx(fieldBox, 'num font-semibold placeholder:font-normal', unit ? 'pe-16' : undefined, before ? 'ps-14' : undefined)}
        />
        {unit && !before && (
          <span id={`${fieldId}-unit`} className="pointer-events-none absolute inset-y-0 end-4 grid place-items-center text-14 text-muted">
            {unit}
          </span>
        )}
      </span>
    </FieldShell>
  )
}

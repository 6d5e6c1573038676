import { Checkbox as Base } from '@base-ui/react/checkbox'
import { Check, Minus } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

export type CheckboxProps = {
  label: ReactNode
  /** For tables: the label is there for screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: ReactNode
  checked?: boolean
  defaultChecked?: boolean
  /** Some of what it stands for is chosen. */
  indeterminate?: boolean
  onChange?: (checked: boolean) => void
  name?: string
  required?: boolean
  disabled?: boolean
}

/** Agreeing, or choosing several. The whole row is the target. */
export function Checkbox({ label, hideLabel = false, hint, error, onChange, disabled = false, ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div>
      <label className={cx('flex items-start gap-3', hideLabel ? 'size-11 items-center! justify-center' : 'min-h-11 py-2.5')}>
        <Base.Root
          {...rest}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          onCheckedChange={(checked) => onChange?.(checked)}
          className="mt-px grid size-5 flex-none place-items-center rounded-[5px] ring-[1.5px] ring-line-strong transition-colors ring-inset aria-invalid:ring-onair data-checked:bg-primary data-checked:text-on-primary data-checked:ring-primary data-disabled:opacity-45 data-indeterminate:bg-primary data-indeterminate:text-on-primary data-indeterminate:ring-primary"
        >
          <Base.Indicator className="grid place-items-center data-unchecked:hidden">
            {rest.indeterminate ? <Minus className="size-3.5 [stroke-width:3]" /> : <Check className="size-3.5 [stroke-width:3]" />}
          </Base.Indicator>
        </Base.Root>
        <span id={`${id}-label`} className={hideLabel ? 'sr-only' : 'text-15'}>
          {label}
        </span>
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={cx('pl-8 text-13', error ? 'text-onair' : 'text-muted')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

import { Check, Minus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
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

const sign = 'pointer-events-none absolute hidden size-3.5 text-on-primary [stroke-width:3]'

/** Agreeing, or choosing several. The whole row is the target. */
export function Checkbox({
  label,
  hideLabel = false,
  hint,
  error,
  indeterminate = false,
  onChange,
  disabled = false,
  ...rest
}: CheckboxProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const { checked } = rest
  // Each time: a press takes it away.
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  })
  // What was ticked before the page was alive counts: it is what its reader sees.
  const takeEarly = useEffectEvent(() => {
    if (box.current && checked !== undefined && box.current.checked !== checked) onChange?.(box.current.checked)
  })
  useEffect(() => takeEarly(), [])
  return (
    <div>
      <label className={cx('flex items-start gap-3', hideLabel ? 'size-11 items-center! justify-center' : 'min-h-11 py-2.5')}>
        <span className="relative mt-px grid size-5 flex-none place-items-center">
          <input
            type="checkbox"
            {...rest}
            ref={box}
            disabled={disabled}
            aria-labelledby={`${id}-label`}
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? `${id}-note` : undefined}
            onChange={(event) => onChange?.(event.target.checked)}
            className="peer size-5 appearance-none rounded-[5px] ring-[1.5px] ring-line-strong transition-colors ring-inset checked:bg-primary checked:ring-primary indeterminate:bg-primary indeterminate:ring-primary disabled:opacity-45 aria-invalid:ring-onair"
          />
          <Check className={cx(sign, 'peer-checked:block peer-indeterminate:hidden')} />
          <Minus className={cx(sign, 'peer-indeterminate:block')} />
        </span>
        <span id={`${id}-label`} className={hideLabel ? 'sr-only' : 'text-15'}>
          {label}
        </span>
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} role={error ? 'alert' : undefined} className={cx('ps-8 text-13', error ? 'text-onair' : 'text-muted')}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'

export type SwitchProps = {
  /** What is on when it is on. */
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (checked: boolean) => void
  name?: string
  disabled?: boolean
}

/** A setting that takes effect at once, as a row of 56 px. In a form that is sent later, use Checkbox. */
export function Switch({ label, hint, error, onChange, disabled = false, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <label className="flex min-h-14 items-center justify-between gap-4 py-2">
      <span className="min-w-0">
        <span id={`${id}-label`} className="block text-15">
          {label}
        </span>
        {(error || hint) && (
          <span id={`${id}-hint`} className={cx('block text-13', error ? 'text-onair' : 'text-muted')}>
            {error ?? hint}
          </span>
        )}
      </span>
      <Base.Root
        {...rest}
        disabled={disabled}
        aria-labelledby={`${id}-label`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-hint` : undefined}
        onCheckedChange={(checked) => onChange?.(checked)}
        className="touch relative h-7 w-12 flex-none rounded-full bg-line-strong p-[3px] transition-colors data-checked:bg-primary data-disabled:opacity-45"
      >
        <Base.Thumb className="block size-[22px] rounded-full bg-on-media shadow-[0_1px_2px_#0e172240] transition-transform data-checked:translate-x-5 rtl:data-checked:-translate-x-5" />
      </Base.Root>
    </label>
  )
}

import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useOpenUntilBack } from '#web/ui/back.ts'
import { cx } from '#web/ui/cx.ts'
import { describedBy, type FieldFacts, FieldShell, fieldBox } from '#web/ui/FieldShell.tsx'

type SelectOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }
export type SelectProps<Value extends string> = FieldFacts & {
  options: SelectOption<Value>[]
  value?: Value | undefined
  defaultValue?: Value | undefined
  onChange?: (value: Value) => void
  /** For plain form posts. */
  name?: string
  placeholder?: ReactNode
  disabled?: boolean
  required?: boolean
}

/** One of several; from two to four prefer Segmented or RadioCards, which show them all. */
export function Select<Value extends string>({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  options,
  value,
  defaultValue,
  onChange,
  name,
  placeholder,
  disabled = false,
  required = false,
}: SelectProps<Value>) {
  const id = useId()
  const opening = useOpenUntilBack()
  return (
    <FieldShell {...{ id, label, hint, error, aside, className, required, hideLabel: hideLabel ?? false }}>
      <Base.Root
        {...opening}
        items={options}
        value={value}
        defaultValue={defaultValue}
        name={name}
        disabled={disabled}
        required={required}
        onValueChange={(next) => {
          if (next !== null) onChange?.(next)
        }}
      >
        <Base.Trigger
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={cx(fieldBox, 'flex items-center justify-between gap-3 text-start')}
        >
          <Base.Value placeholder={placeholder} className="min-w-0 truncate data-placeholder:text-muted" />
          <Base.Icon className="text-muted">
            <ChevronsUpDown className="size-4" />
          </Base.Icon>
        </Base.Trigger>
        <Base.Portal>
          <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-50 outline-none">
            <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-card bg-raised p-1 shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
              <Base.List>
                {options.map((option) => (
                  <Base.Item
                    key={option.value}
                    value={option.value}
                    disabled={option.disabled ?? false}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 text-15 outline-none data-disabled:opacity-45 data-highlighted:bg-hover data-selected:font-semibold"
                  >
                    <Base.ItemText>{option.label}</Base.ItemText>
                    <Base.ItemIndicator className="text-link">
                      <Check className="size-4" />
                    </Base.ItemIndicator>
                  </Base.Item>
                ))}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </FieldShell>
  )
}

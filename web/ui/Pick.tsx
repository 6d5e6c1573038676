import { Combobox } from '@base-ui/react/combobox'
import { Check, ChevronsUpDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useOpenUntilBack } from '#web/ui/back.ts'
import { cx } from '#web/ui/cx.ts'
import { describedBy, type FieldFacts, FieldShell, fieldBox } from '#web/ui/FieldShell.tsx'

export type PickProps = FieldFacts & {
  options: { value: string; label: string }[]
  value: string | undefined
  onChange: (value: string) => void
  placeholder?: string | undefined
  required?: boolean
  /** When nothing matches what was typed. */
  nothing: ReactNode
}

/** One of very many (countries): type to find it. */
export function Pick({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  options,
  value,
  onChange,
  placeholder,
  required = false,
  nothing,
}: PickProps) {
  const id = useId()
  const opening = useOpenUntilBack()
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <FieldShell {...{ id, label, hint, error, aside, className, required, hideLabel: hideLabel ?? false }}>
      <Combobox.Root
        {...opening}
        items={options}
        value={chosen}
        isItemEqualToValue={(a: Option, b: Option) => a.value === b.value}
        filter={(option: Option, typed) => isFound(option.label, typed)}
        onValueChange={(next: Option | null) => {
          if (next) onChange(next.value)
        }}
      >
        <span className="relative block">
          <Combobox.Input
            id={id}
            placeholder={placeholder}
            required={required}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint, error })}
            onFocus={(event) => event.target.select()}
            className={cx(fieldBox, 'pe-11')}
          />
          <ChevronsUpDown aria-hidden="true" className="pointer-events-none absolute inset-y-0 end-4 my-auto size-4 text-muted" />
        </span>
        <Combobox.Portal>
          <Combobox.Positioner sideOffset={6} className="z-50 outline-none">
            <Combobox.Popup className="max-h-[min(320px,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-card bg-raised p-1 shadow-raised outline-none">
              <Combobox.Empty className="px-3 py-2.5 text-15 text-muted empty:hidden">{nothing}</Combobox.Empty>
              <Combobox.List>
                {(option: Option) => (
                  <Combobox.Item
                    key={option.value}
                    value={option}
                    className="flex min-h-11 cursor-pointer items-center justify-between gap-4 rounded-control px-3 text-15 outline-none data-highlighted:bg-hover data-selected:font-semibold"
                  >
                    {option.label}
                    <Combobox.ItemIndicator className="text-link">
                      <Check className="size-4" />
                    </Combobox.ItemIndicator>
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
    </FieldShell>
  )
}

type Option = { value: string; label: string }

/** In any case and width, with or without accents; 台 and 臺 are one letter to whoever types. */
export function isFound(label: string, typed: string): boolean {
  return plain(label).includes(plain(typed))
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll('台', '臺')
    .trim()

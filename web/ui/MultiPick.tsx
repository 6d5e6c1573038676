import { Combobox } from '@base-ui/react/combobox'
import { Check, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { useOpenUntilBack } from '#web/ui/back.ts'
import { describedBy, type FieldFacts, FieldShell } from '#web/ui/FieldShell.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type PickOption = { value: string; label: string }
export type MultiPickProps = FieldFacts & {
  options: PickOption[]
  value: string[]
  onChange: (value: string[]) => void
  placeholder?: string
  /** When nothing matches what was typed. */
  nothing: ReactNode
}

/** Several of very many (countries, languages): type to find, chosen ones stand in the box. */
export function MultiPick({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  options,
  value: values,
  onChange,
  placeholder,
  nothing,
}: MultiPickProps) {
  const id = useId()
  const opening = useOpenUntilBack()
  const words = useUiWords()
  const box = useRef<HTMLDivElement>(null)
  const chosen = values.map((value) => options.find((option) => option.value === value) ?? { value, label: value })
  return (
    <FieldShell {...{ id, label, hint, error, aside, className, hideLabel: hideLabel ?? false }}>
      <Combobox.Root
        {...opening}
        items={options}
        multiple
        value={chosen}
        isItemEqualToValue={(a: PickOption, b: PickOption) => a.value === b.value}
        onValueChange={(next: PickOption[], { reason }) => {
          // Escape would empty the whole box: one leaves a list with it, nobody means to lose what was chosen.
          if (reason !== 'escape-key') onChange(next.map((option) => option.value))
        }}
      >
        <Combobox.Chips
          ref={box}
          className="flex min-h-12 flex-wrap items-center gap-1.5 rounded-control bg-surface px-2 py-1.5 ring-1 ring-line-strong ring-inset focus-within:ring-2 focus-within:ring-link dark:bg-well"
        >
          {chosen.map((option) => (
            <Combobox.Chip
              key={option.value}
              className="inline-flex h-9 items-center rounded-full bg-press ps-3 text-14 outline-none data-highlighted:bg-line-strong"
            >
              {option.label}
              <Combobox.ChipRemove
                aria-label={`${words('remove')} ${option.label}`}
                className="touch relative grid size-9 place-items-center rounded-full text-muted hover:text-text"
              >
                <X className="size-4" />
              </Combobox.ChipRemove>
            </Combobox.Chip>
          ))}
          <Combobox.Input
            id={id}
            placeholder={chosen.length === 0 ? placeholder : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint, error })}
            className="h-9 min-w-32 flex-1 bg-transparent px-2 text-16 outline-none focus-visible:outline-none"
          />
        </Combobox.Chips>
        <Combobox.Portal>
          <Combobox.Positioner anchor={box} sideOffset={6} className="z-50 outline-none">
            <Combobox.Popup className="max-h-[min(320px,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-card bg-raised p-1 shadow-raised outline-none">
              <Combobox.Empty className="px-3 py-2.5 text-15 text-muted empty:hidden">{nothing}</Combobox.Empty>
              <Combobox.List>
                {(option: PickOption) => (
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

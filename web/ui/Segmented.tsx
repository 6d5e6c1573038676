import { Radio } from '@base-ui/react/radio'
import { RadioGroup } from '@base-ui/react/radio-group'
import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

export type SegmentedProps<Value extends string> = {
  label: string
  options: { value: Value; label: ReactNode; disabled?: boolean }[]
  value: Value
  onChange: (value: Value) => void
  name?: string
  /** wide: the segments share the whole width (phones, sheets). */
  width?: 'auto' | 'wide'
}

/** Two to four exclusive short words in one row: the audience of a work, fan or performer. */
export function Segmented<Value extends string>({ label, options, value, onChange, name, width = 'auto' }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as Value)}
      name={name}
      className={cx(
        'gap-0.5 rounded-control bg-well p-[3px]',
        width === 'wide' ? 'grid auto-cols-fr grid-flow-col' : 'inline-flex max-w-full flex-wrap',
      )}
    >
      {options.map((option) => (
        <Radio.Root
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className={cx(
            'inline-flex min-h-[38px] cursor-pointer items-center justify-center rounded-tile px-3.5 text-14 text-muted max-md:px-2 transition-colors data-checked:bg-segment data-checked:font-semibold data-checked:text-text data-checked:shadow-[0_1px_3px_#0e17221f] data-disabled:opacity-45',
            // Of four in one row, long words stand in two lines.
            width === 'wide' ? 'py-1 text-center leading-tight' : 'whitespace-nowrap',
          )}
        >
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  )
}

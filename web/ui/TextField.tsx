import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#web/ui/cx.ts'
import { describedBy, type FieldFacts, FieldShell, fieldBox } from '#web/ui/FieldShell.tsx'

export type TextFieldProps = FieldFacts &
  Omit<ComponentProps<'input'>, 'className' | 'size'> & {
    /** A muted word inside, left (an @, a scheme). */
    before?: ReactNode
    /** Inside at the right: a unit or an IconButton. */
    after?: ReactNode
  }

/** One line of text. Spread `typed(...)` of useFields onto it as it is. */
export function TextField({ label, hint, error, aside, hideLabel, className, before, after, id, ...input }: TextFieldProps) {
  const own = useId()
  const fieldId = id ?? own
  return (
    <FieldShell {...{ id: fieldId, label, hint, error, aside, className, required: input.required, hideLabel: hideLabel ?? false }}>
      <span className="relative block">
        {before && <span className="pointer-events-none absolute inset-y-0 start-4 grid place-items-center text-muted">{before}</span>}
        <input
          {...input}
          id={fieldId}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(fieldId, { hint, error })}
          className={cx(fieldBox, before ? 'ps-11' : undefined, after ? 'pe-14' : undefined)}
        />
        {after && <span className="absolute inset-y-0 end-1 grid place-items-center text-muted">{after}</span>}
      </span>
    </FieldShell>
  )
}

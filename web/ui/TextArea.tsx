import { type ChangeEvent, type ComponentProps, useId, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { describedBy, type FieldFacts, FieldShell, fieldBox } from '#web/ui/FieldShell.tsx'
import { writeNumber } from '#web/ui/numbers.ts'
import { useSpeech } from '#web/ui/UiWords.tsx'

export type TextAreaProps = FieldFacts &
  Omit<ComponentProps<'textarea'>, 'className'> & {
    /** With it a counter stands under the box: 51 / 5,000. Counts code points, as `maxLength` of the contract does. */
    maxLetters?: number
    /** bare: no box, for the composer, whose card is the box. */
    look?: 'box' | 'bare'
  }

/** Several lines; grows with its text where the browser can. */
export function TextArea({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  maxLetters,
  look = 'box',
  id,
  onChange,
  rows = 3,
  ...area
}: TextAreaProps) {
  const own = useId()
  const fieldId = id ?? own
  const { locale } = useSpeech()
  const [typed, setTyped] = useState(String(area.defaultValue ?? ''))
  const letters = Array.from(area.value === undefined ? typed : String(area.value)).length
  const change = (event: ChangeEvent<HTMLTextAreaElement>) => {
    setTyped(event.target.value)
    return onChange?.(event)
  }
  const over = maxLetters !== undefined && letters > maxLetters
  return (
    <FieldShell {...{ id: fieldId, label, hint, error, aside, className, required: area.required, hideLabel: hideLabel ?? false }}>
      <textarea
        {...area}
        rows={rows}
        id={fieldId}
        onChange={change}
        aria-invalid={error || over ? true : undefined}
        aria-describedby={describedBy(fieldId, { hint, error })}
        // A box that follows its content forgets its rows.
        style={{ minHeight: look === 'box' ? `calc(${rows * 1.7}em + 24px)` : `${rows * 1.7}em` }}
        className={cx(
          'field-sizing-content max-h-[60dvh] resize-none leading-[1.7]!',
          look === 'box' ? cx(fieldBox, 'py-3') : 'w-full bg-transparent text-16 focus-visible:outline-none',
        )}
      />
      {maxLetters !== undefined && (
        <p className={cx('num justify-self-end text-13', over ? 'text-onair' : 'text-muted')}>
          {writeNumber(letters, locale)} / {writeNumber(maxLetters, locale)}
        </p>
      )}
    </FieldShell>
  )
}

import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { describedBy, type FieldFacts, FieldShell } from '#web/ui/FieldShell.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type TagsFieldProps = FieldFacts & {
  value: string[]
  onChange: (value: string[]) => void
  placeholder?: string
  /** No more than so many. */
  most?: number
  maxLength?: number
}

/** Words without an order. Enter, comma or leaving the box adds one, Backspace in the empty box takes the last away. */
export function TagsField({
  label,
  hint,
  error,
  aside,
  hideLabel,
  className,
  value: tags,
  onChange,
  placeholder,
  most = 20,
  maxLength = 40,
}: TagsFieldProps) {
  const id = useId()
  const words = useUiWords()
  const [typed, setTyped] = useState('')
  const add = (text: string) => {
    const found = text.split(/[,，、\n]/).flatMap((part) => {
      const tag = part.trim().replace(/^#+/, '').trim()
      return tag && !tags.includes(tag) ? [Array.from(tag).slice(0, maxLength).join('')] : []
    })
    if (found.length > 0) onChange([...new Set([...tags, ...found])].slice(0, most))
    setTyped('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While a Chinese word is still being composed, Enter chooses it and means no tag.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault()
      add(typed)
    }
    if (event.key === 'Backspace' && typed === '') onChange(tags.slice(0, -1))
  }
  return (
    <FieldShell {...{ id, label, hint, error, aside, className, hideLabel: hideLabel ?? false }}>
      <div className="flex min-h-12 flex-wrap items-center gap-1.5 rounded-control bg-surface px-2 py-1.5 ring-1 ring-line-strong ring-inset focus-within:ring-2 focus-within:ring-link dark:bg-well">
        {tags.map((tag) => (
          <span key={tag} className="inline-flex h-9 max-w-full items-center rounded-full bg-press ps-3 text-14">
            <span className="truncate">{tag}</span>
            <button
              type="button"
              aria-label={`${words('remove')} ${tag}`}
              onClick={() => onChange(tags.filter((each) => each !== tag))}
              className="touch relative grid size-9 place-items-center rounded-full text-muted hover:text-text"
            >
              <X className="size-4" />
            </button>
          </span>
        ))}
        {tags.length < most && (
          <input
            id={id}
            value={typed}
            placeholder={tags.length === 0 ? placeholder : undefined}
            aria-invalid={error ? true : undefined}
            aria-describedby={describedBy(id, { hint, error })}
            autoComplete="off"
            enterKeyHint="done"
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
            onChange={(event) => (/[,，、]$/.test(event.target.value) ? add(event.target.value) : setTyped(event.target.value))}
            className="h-9 min-w-32 flex-1 bg-transparent px-2 text-16 outline-none focus-visible:outline-none"
          />
        )}
      </div>
    </FieldShell>
  )
}

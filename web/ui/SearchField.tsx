import { Search } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '#web/ui/cx.ts'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'type' | 'className' | 'size'> & { label: string; className?: string }

/** The pill to search with. Put it in a `<form role="search">`, so that Enter works without JavaScript. */
export function SearchField({ label, className, ...input }: SearchFieldProps) {
  return (
    <label
      className={cx(
        'flex h-11 items-center gap-2.5 rounded-full bg-surface px-3.5 text-muted ring-1 ring-line ring-inset focus-within:ring-2 focus-within:ring-link',
        className,
      )}
    >
      <Search aria-hidden="true" className="size-[18px]" />
      <span className="sr-only">{label}</span>
      <input
        placeholder={label}
        {...input}
        type="search"
        className="min-w-0 flex-1 bg-transparent text-15 text-text focus-visible:outline-none max-md:text-16 [&::-webkit-search-cancel-button]:hidden"
      />
    </label>
  )
}

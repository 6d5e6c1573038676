import type { TableAddress } from '#web/app/table-address.ts'
import { cx } from '#web/ui/cx.ts'
import { SearchField } from '#web/ui/SearchField.tsx'

type FilterSearchProps = {
  address: TableAddress
  label: string
  /** The filter that it sets. */
  name?: string
  className?: string
}

/** Searches a table by putting the words into its address. */
export function FilterSearch({ address, label, name = 'q', className }: FilterSearchProps) {
  const value = address.params.get(name) ?? ''
  return (
    <form
      role="search"
      className={cx('max-md:w-full max-md:px-4', className)}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get(name)
        address.setFilters({ [name]: typeof typed === 'string' ? typed.trim() : undefined })
      }}
    >
      <SearchField key={value} name={name} label={label} defaultValue={value} />
    </form>
  )
}

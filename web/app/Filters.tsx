import type { ReactNode } from 'react'
import type { TableAddress } from '#web/app/table-address.ts'
import { Pills } from '#web/ui/Pills.tsx'
import { Select } from '#web/ui/Select.tsx'

/** A line of filters above a list; the search stands at its end. */
export function Filters({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center justify-between gap-3">{children}</div>
}

type FilterProps<Asked, Name extends keyof Asked & string> = {
  list: { asked: Asked; address: TableAddress }
  /** The filter's name in the address. */
  by: Name
  /** Names the choice. */
  label: string
  /** What it is called when nothing is left out. */
  all: string
  of: readonly NonNullable<Asked[Name]>[]
  say: (value: NonNullable<Asked[Name]>) => string
}

/** One filter of a list: all, or those of one kind. */
export function FilterPills<Asked, Name extends keyof Asked & string>(props: FilterProps<Asked, Name>) {
  const { list, by, label, all, of, say } = props
  const now = list.asked[by]
  return (
    <Pills
      className="max-w-full"
      label={label}
      pills={[
        { label: all, to: list.address.filterTo({ [by]: undefined }), current: now === undefined },
        ...of.map((each) => ({ label: say(each), to: list.address.filterTo({ [by]: String(each) }), current: now === each })),
      ]}
    />
  )
}

/** The same in little room, beside the search. */
export function FilterSelect<Asked, Name extends keyof Asked & string>(props: FilterProps<Asked, Name>) {
  const { list, by, label, all, of, say } = props
  const none = 'all'
  return (
    <Select
      hideLabel
      label={label}
      className="w-36 flex-none"
      value={String(list.asked[by] ?? none)}
      onChange={(next) => list.address.setFilters({ [by]: next === none ? undefined : next })}
      options={[{ value: none, label: all }, ...of.map((each) => ({ value: String(each), label: say(each) }))]}
    />
  )
}

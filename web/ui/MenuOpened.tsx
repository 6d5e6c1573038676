import { Menu as Base } from '@base-ui/react/menu'
import { Check, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useBackCloses, useOpenUntilBack } from '#web/ui/back.ts'
import { cx } from '#web/ui/cx.ts'

export type MenuEntry = {
  label: string
  icon?: LucideIcon
  /** In the place of an icon: a face. */
  figure?: ReactElement
  /** A second, quieter line. */
  note?: string
  /** One of several that is so now. */
  current?: boolean
  /** Deleting, blocking, reporting. Put it last. */
  danger?: boolean
  disabled?: boolean
  /** A rule above it. */
  apart?: boolean
} & ({ to: LinkProps['to'] } | { to?: undefined; onChoose: () => void })

/** One of a few pictures in a row. */
export interface MenuPick {
  label: string
  picture: string
  chosen: boolean
  onChoose: () => void
}

type MenuOpenedProps = {
  entries: MenuEntry[]
  picks?: MenuPick[] | undefined
  trigger: ReactElement
  align?: 'start' | 'end'
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
}

/** The menu itself, fetched when somebody reaches for it: it opens as it arrives and then stays, trigger and all. */
export function MenuOpened({ entries, picks = [], trigger, align = 'end', open, onOpenChange }: MenuOpenedProps) {
  const itself = useOpenUntilBack(open === undefined)
  const isOpen = open ?? itself.open
  const change = (next: boolean) => {
    if (open === undefined) itself.onOpenChange(next)
    onOpenChange?.(next)
  }
  // Where somebody else keeps it, Back is told to them.
  useBackCloses(open === true, () => change(false))
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={change}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup
            className={cx(
              'rounded-card bg-raised p-1 shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0',
              entries.length > 0 && 'min-w-52',
            )}
          >
            {picks.length > 0 && (
              <div className="flex">
                {picks.map(({ label, picture, chosen, onChoose }) => (
                  <Base.CheckboxItem
                    key={label}
                    aria-label={label}
                    title={label}
                    checked={chosen}
                    onCheckedChange={onChoose}
                    closeOnClick
                    className="grid size-11 flex-none cursor-pointer place-items-center rounded-control text-20 leading-none outline-none data-checked:bg-chosen data-highlighted:bg-hover"
                  >
                    {picture}
                  </Base.CheckboxItem>
                ))}
              </div>
            )}
            {entries.map((entry) => (
              <div key={entry.label} className={entry.apart ? 'mt-1 border-t border-line pt-1' : undefined}>
                <Entry entry={entry} />
              </div>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function Entry({ entry }: { entry: MenuEntry }) {
  const inside = (
    <>
      {entry.figure ?? (entry.icon && <entry.icon aria-hidden="true" className="size-[18px]" />)}
      {entry.note ? (
        <span className="min-w-0 flex-1 py-1">
          <span className="block max-w-52 truncate">{entry.label}</span>
          <span className="block max-w-52 truncate text-13 text-muted">{entry.note}</span>
        </span>
      ) : (
        entry.label
      )}
      {entry.current && <Check aria-hidden="true" className="size-4 flex-none text-muted" />}
    </>
  )
  const look = cx(
    'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-15 outline-none data-disabled:opacity-45 data-highlighted:bg-hover',
    entry.danger && 'text-onair',
  )
  if (entry.to !== undefined) {
    return (
      <Base.LinkItem closeOnClick render={<Link to={entry.to} />} className={look}>
        {inside}
      </Base.LinkItem>
    )
  }
  return (
    <Base.Item aria-current={entry.current || undefined} disabled={entry.disabled ?? false} onClick={entry.onChoose} className={look}>
      {inside}
    </Base.Item>
  )
}

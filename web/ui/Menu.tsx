import { Menu as Base } from '@base-ui/react/menu'
import { Ellipsis, type LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useUiWords } from '#web/ui/UiWords.tsx'

export type MenuEntry = {
  label: string
  icon?: LucideIcon
  /** Deleting, blocking, reporting. Put it last. */
  danger?: boolean
  disabled?: boolean
  /** A rule above it. */
  apart?: boolean
} & ({ to: LinkProps['to'] } | { to?: undefined; onChoose: () => void })

export type MenuProps = {
  entries: MenuEntry[]
  /** What the menu is about: 「作品選單」. Defaults to "more actions". */
  label?: string
  /** Another element to press; by default three dots. It must take props and ref (Button, IconButton). */
  trigger?: ReactElement
  align?: 'start' | 'end'
}

/** The three dots and what is behind them. */
export function Menu({ entries, label, trigger, align = 'end' }: MenuProps) {
  const words = useUiWords()
  return (
    <Base.Root modal={false}>
      <Base.Trigger
        render={
          trigger ?? (
            <IconButton label={label ?? words.moreActions}>
              <Ellipsis />
            </IconButton>
          )
        }
      />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="min-w-52 rounded-card bg-raised p-1 shadow-raised transition-opacity outline-none data-ending-style:opacity-0 data-starting-style:opacity-0">
            {entries.map((entry) => {
              const inside = (
                <>
                  {entry.icon && <entry.icon aria-hidden="true" className="size-[18px]" />}
                  {entry.label}
                </>
              )
              const look = cx(
                'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 text-15 outline-none data-disabled:opacity-45 data-highlighted:bg-hover',
                entry.danger && 'text-onair',
              )
              return (
                <div key={entry.label} className={entry.apart ? 'mt-1 border-t border-line pt-1' : undefined}>
                  {entry.to === undefined ? (
                    <Base.Item disabled={entry.disabled ?? false} onClick={entry.onChoose} className={look}>
                      {inside}
                    </Base.Item>
                  ) : (
                    <Base.LinkItem closeOnClick render={<Link to={entry.to} />} className={look}>
                      {inside}
                    </Base.LinkItem>
                  )}
                </div>
              )
            })}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
